import { isLive } from "./holdings";
import type { Bucket } from "./model";
import { floorOf } from "./moves";

/**
 * Makes what is left in buckets equal a target, without a word about use: the
 * grant changes, what was used stays.
 *
 * More goes to the first bucket. Less is taken from balances, in order, then
 * from rollovers, then from what may go into overage, down to its floor.
 *
 * @param buckets - Of one feature, in deduction order; at least one, none unlimited.
 * @param target - Micros that shall be left, rollovers included.
 * @returns The buckets in the same order; null when none may go so low.
 */
export function adjustTo(buckets: readonly Bucket[], target: number, now: number): Bucket[] | null {
  const delta = target - buckets.reduce((sum, bucket) => sum + leftIn(bucket, now), 0);
  if (delta >= 0) {
    return buckets.map((bucket, index) => (index === 0 ? shift(bucket, delta) : bucket));
  }
  let missing = -delta;
  let after = buckets.map((bucket) => {
    const taken = Math.min(missing, Math.max(0, bucket.balance));
    missing -= taken;
    return shift(bucket, -taken);
  });
  after = after.map((bucket) => {
    const trimmed = trim(bucket, missing, now);
    missing -= leftIn(bucket, now) - leftIn(trimmed, now);
    return trimmed;
  });
  after = after.map((bucket) => {
    const taken = Math.min(missing, Math.max(0, Math.min(0, bucket.balance) - floorOf(bucket)));
    missing -= taken;
    return shift(bucket, -taken);
  });
  return missing === 0 ? after : null;
}

/** Micros left in a bucket, live rollovers included. */
export function leftIn({ balance, rollovers }: Bucket, now: number): number {
  const live = rollovers.filter((row) => isLive(row, now));
  return balance + live.reduce((sum, row) => sum + row.balance, 0);
}

function shift(bucket: Bucket, delta: number): Bucket {
  if (delta === 0) return bucket;
  const { balance, adjustment } = bucket;
  return { ...bucket, balance: balance + delta, adjustment: adjustment + delta };
}

function trim(bucket: Bucket, amount: number, now: number): Bucket {
  let missing = amount;
  const rollovers = bucket.rollovers.map((row) => {
    const taken = isLive(row, now) ? Math.min(missing, row.balance) : 0;
    missing -= taken;
    return { ...row, balance: row.balance - taken };
  });
  return missing === amount ? bucket : { ...bucket, rollovers };
}
