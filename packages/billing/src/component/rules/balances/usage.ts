import type { CustomerFeature } from "../../../contract/wire";
import type { Balance } from "../model";
import { fromMicros, toMicros } from "../money/money";
import type { UnitsByFeature } from "../prices/pricing";

/**
 * The usage of a product's balances, in feature units. Overage is usage beyond the grant.
 *
 * @param balances - Up to date; unlimited ones have no overage.
 * @returns `usage`: taken out of the grant, overage included. `overage`: taken
 *   beyond the balance, billed at the end of the period. Features at 0 are absent.
 */
export function sumUsage(balanceRows: readonly Balance[]): {
  usage: UnitsByFeature;
  overage: UnitsByFeature;
} {
  const metered = balanceRows.filter((balance) => !balance.unlimited);
  return {
    usage: sumBy(balanceRows, ({ granted, adjustment, balance }) => granted + adjustment - balance),
    overage: sumBy(metered, ({ balance }) => Math.max(0, 0 - balance)),
  };
}

/** A feature by its id; null if there is none, as for "constructor", which every object has. */
export function featureIn<Feature>(
  features: Readonly<Record<string, Feature>>,
  featureId: string,
): Feature | null {
  return (Object.hasOwn(features, featureId) && features[featureId]) || null;
}

/**
 * The use that brings a feature's total use to a target.
 *
 * Credits are converted at their price; a free feature can't be counted in them.
 *
 * @param balances - The customer's or an entity's, by feature id.
 * @param target - Micros, ≥ 0.
 * @returns Micros of the feature; negative returns units. `ambiguous`: both the
 *   feature itself and a credit system could be meant.
 */
export function usageChange(
  balances: Readonly<Record<string, CustomerFeature>>,
  featureId: string,
  target: number,
): number | "ambiguous" {
  const own = featureIn(balances, featureId);
  const systems = Object.values(balances).flatMap((source) => {
    const price = source.credit_schema?.find((row) => row.feature_id === featureId);
    return price === undefined ? [] : [{ source, cost: price.credit_amount }];
  });
  const [system] = systems;
  if (systems.length > (own === null ? 1 : 0)) return "ambiguous";
  if (own !== null) {
    const isCounted = !own.unlimited || own.type === "continuous_use";
    return isCounted ? target - toMicros(own.usage) : 0;
  }
  if (system === undefined || system.cost === 0 || system.source.unlimited) return 0;
  return target - toMicros(system.source.usage / system.cost);
}

function sumBy(
  balanceRows: readonly Balance[],
  micros: (balance: Balance) => number,
): UnitsByFeature {
  const sums = new Map<string, number>();
  for (const balance of balanceRows) {
    const sum = (sums.get(balance.feature_id) ?? 0) + micros(balance);
    sums.set(balance.feature_id, sum);
  }
  const used = [...sums].filter(([, sum]) => sum !== 0);
  return Object.fromEntries(used.map(([id, sum]) => [id, fromMicros(sum)]));
}
