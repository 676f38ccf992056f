import type { Bucket } from "./model";
import { fromMicros } from "./money";
import type { UnitsByFeature } from "./pricing";

/**
 * What the buckets of a product say about its use, in feature units.
 *
 * @param buckets - Brought up to the moment in question; unlimited ones say nothing.
 * @returns `usage`: taken out of the grant, overage included. `overage`: taken
 *   beyond the balance. Features at 0 are absent.
 */
export function sumUsage(buckets: readonly Bucket[]): {
  usage: UnitsByFeature;
  overage: UnitsByFeature;
} {
  const metered = buckets.filter((bucket) => !bucket.unlimited);
  return {
    usage: sumBy(metered, ({ granted, adjustment, balance }) => granted + adjustment - balance),
    overage: sumBy(metered, ({ balance }) => Math.max(0, 0 - balance)),
  };
}

function sumBy(buckets: readonly Bucket[], micros: (bucket: Bucket) => number): UnitsByFeature {
  const sums = new Map<string, number>();
  for (const bucket of buckets) {
    const sum = (sums.get(bucket.feature_id) ?? 0) + micros(bucket);
    sums.set(bucket.feature_id, sum);
  }
  const used = [...sums].filter(([, sum]) => sum !== 0);
  return Object.fromEntries(used.map(([id, sum]) => [id, fromMicros(sum)]));
}
