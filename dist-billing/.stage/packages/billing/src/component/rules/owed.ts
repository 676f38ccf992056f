import { MAX_UNITS } from "../../contract/quantity";
import type { Bucket, ItemDefinition } from "./model";
import { fromMicros, toMicros } from "./money";
import { seatsBeyond, usedUnits } from "./seats";
import { exactAmount } from "./tiers";

/** The most that one bucket may owe, in minor units: the sum of several hundred is a safe integer. */
const MAX_OWED_MINOR = 10_000_000_000_000n;

/**
 * Whether what was used of a bucket beyond its balance can still be counted and
 * billed. An amount beyond that is refused when it comes in: an invoice that
 * cannot be added up would stop its customer for good.
 *
 * @param items - Of the product that granted the bucket.
 * @param currency - ISO 4217 code.
 */
export function isBillable(
  bucket: Bucket,
  items: readonly ItemDefinition[],
  currency: string,
): boolean {
  if (bucket.balance < -toMicros(MAX_UNITS)) return false;
  if (!bucket.usage_allowed || bucket.balance >= 0) return true;
  const item = items.find(
    (row) => row.feature_id === bucket.feature_id && row.usage_model === "pay_per_use",
  );
  if (item === undefined) return true;
  // Seats and storage never reset, and are billed by what is in use.
  const units =
    bucket.interval === null ? seatsBeyond(item, usedUnits(bucket)) : fromMicros(-bucket.balance);
  const { numerator, denominator } = exactAmount(item, units, currency);
  return numerator <= MAX_OWED_MINOR * denominator;
}
