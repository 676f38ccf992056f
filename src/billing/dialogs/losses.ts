import type { Customer, ProductItem } from "../../../convex/contract/wire";
import { findUnitNames } from "../components/units";
import type { UnitNames } from "../components/units";

/** What is in use now and will not fit any more. Amounts in feature units. */
export interface OverLimit {
  featureId: string;
  name: string;
  used: number;
  limit: number;
  units: UnitNames | null;
}

/** What giving up a product costs beside money. */
export interface Losses {
  over: OverLimit[];
  /** Features that nothing grants any more, by name. */
  gone: string[];
}

type Granting = Partial<
  Pick<
    ProductItem,
    "feature_id" | "feature" | "included_usage" | "usage_model" | "usage_limit" | "quantity"
  >
>;

/** One item, and how many of its product are held. */
interface Grant {
  item: Granting;
  held: number;
}

/**
 * Compares what a customer has with what will be left of it.
 *
 * Only what stays in use can be over its limit: units that are used up begin
 * afresh with the next product. A feature that credits can still pay for is not
 * gone.
 *
 * @param leaving - The product that ends, and for which entity.
 * @param next - What the product that follows grants; empty: nothing follows.
 */
export function listLosses(
  customer: Customer,
  leaving: { productId: string; entityId?: string | undefined },
  next: readonly Granting[],
): Losses {
  const staying = customer.products.filter(({ id, status, entity_id }) => {
    return status === "active" && !(id === leaving.productId && entity_id === leaving.entityId);
  });
  const grants: Grant[] = [
    ...staying.flatMap(({ items, quantity }) => items.map((item) => ({ item, held: quantity }))),
    ...next.map((item) => ({ item, held: 1 })),
  ];
  const features = Object.values(customer.features);
  return {
    over: features.flatMap((feature) => {
      const { id: featureId, name, type, usage: used } = feature;
      const limit = limitOf(featureId, grants);
      if (type !== "continuous_use" || used <= limit) return [];
      const units = findUnitNames(customer.products, featureId);
      return [{ featureId, name, used, limit, units }];
    }),
    gone: features.filter(({ id }) => !isGranted(id, grants)).map(({ name }) => name),
  };
}

function limitOf(featureId: string, grants: readonly Grant[]): number {
  return grants
    .filter(({ item }) => item.feature_id === featureId)
    .reduce((sum, { item, held }) => sum + held * unitsOf(item), 0);
}

/** Units that an item lets be in use. Usage that is billed has no end but its cap. */
function unitsOf({ included_usage = 0, usage_model, usage_limit, quantity = 0 }: Granting): number {
  if (included_usage === "inf") return Infinity;
  if (usage_model === "pay_per_use") return usage_limit ?? Infinity;
  return included_usage + quantity;
}

function isGranted(featureId: string, grants: readonly Grant[]): boolean {
  return grants.some(({ item: { feature_id, feature } }) => {
    const prices = feature?.credit_schema ?? [];
    return (
      feature_id === featureId ||
      prices.some(({ metered_feature_id }) => metered_feature_id === featureId)
    );
  });
}
