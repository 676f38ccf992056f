import type { Catalogue } from "../model";

/**
 * The features whose balances decide about some features, and change with their
 * use.
 *
 * @returns The features themselves, and the credit systems that price one of them.
 * @see Spec §6, "Feature access rule"
 */
export function payersOf(features: Catalogue["features"], ids: readonly string[]): string[] {
  const asked = new Set(ids);
  const systems = [...features.values()].filter(({ credit_schema: prices }) =>
    prices?.some((price) => asked.has(price.metered_feature_id)),
  );
  return [...new Set([...ids, ...systems.map(({ id }) => id)])];
}
