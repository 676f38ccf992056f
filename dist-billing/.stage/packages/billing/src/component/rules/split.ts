import { unitsToPacks } from "../../contract/quantity";
import { planBuckets } from "./buckets";
import { packsOf } from "./holdings";
import type { Bucket, Catalogue, HeldOption, HeldProduct } from "./model";
import { fromMicros, toMicros } from "./money";
import { prepaidItems } from "./product";

/** One unit of a product that is held several times, and what stays. */
interface Split {
  /** Its own buckets, newest purchase first; those used up and gone are missing. */
  buckets: Bucket[];
  /** Packs that go with it. */
  moved: HeldOption[];
  kept: HeldOption[];
}

/**
 * Takes one unit out of a product that was bought several times: what its
 * newest purchase granted.
 */
export function splitUnit(
  held: HeldProduct,
  buckets: readonly Bucket[],
  features: Catalogue["features"],
): Split {
  const newest = [...buckets].sort((a, b) => b.created_at - a.created_at);
  const taken: Bucket[] = [];
  for (const { feature_id, interval } of planBuckets({ held, features, trialEndsAt: null })) {
    const own = newest.find(
      (bucket) =>
        bucket.feature_id === feature_id && bucket.interval === interval && !taken.includes(bucket),
    );
    if (own) taken.push(own);
  }
  const moved = prepaidItems(held.product).map(({ feature_id, included_usage, billing_units }) => {
    const bucket = taken.find((candidate) => candidate.feature_id === feature_id);
    const included = typeof included_usage === "number" ? toMicros(included_usage) : 0;
    const units = bucket ? fromMicros(bucket.granted - included) : 0;
    return { feature_id, packs: unitsToPacks(units, billing_units ?? 1) };
  });
  const kept = held.options.map(({ feature_id, packs }) => ({
    feature_id,
    packs: packs - packsOf(moved, feature_id),
  }));
  return { buckets: taken, moved, kept };
}
