import type { MutationCtx } from "../_generated/server";

export interface Bucket {
  tokens: number;
  updatedAt: number;
}

export interface Limit {
  capacity: number;
  /** Time in which one token comes back. */
  refillMs: number;
}

/** Guesses at one account, right or wrong names alike. */
export const SIGN_IN_LIMIT: Limit = { capacity: 5, refillMs: 60_000 };
/** New accounts of everybody together: bounds hashing and rows. */
export const SIGN_UP_LIMIT: Limit = { capacity: 60, refillMs: 2_000 };

/** Longer than any bucket takes to fill. */
const FORGET_AFTER_MS = 10 * 60_000;
const SWEPT_AT_ONCE = 10;

/**
 * Takes one token out of a bucket.
 *
 * @param bucket - As it was left, or null when it was never touched: it is full.
 * @returns The bucket afterwards, or null when it is empty.
 */
export function takeToken(bucket: Bucket | null, limit: Limit, now: number): Bucket | null {
  const tokens = bucket
    ? Math.min(limit.capacity, bucket.tokens + (now - bucket.updatedAt) / limit.refillMs)
    : limit.capacity;
  return tokens < 1 ? null : { tokens: tokens - 1, updatedAt: now };
}

/** Counts one attempt; false when there have been too many. */
export async function admit(
  ctx: MutationCtx,
  key: string,
  limit: Limit,
  now: number,
): Promise<boolean> {
  await sweep(ctx, now);
  const stored = await bucketOf(ctx, key);
  const left = takeToken(stored, limit, now);
  if (!left) return false;
  if (stored) await ctx.db.patch("attempts", stored._id, left);
  else await ctx.db.insert("attempts", { key, ...left });
  return true;
}

/** Whoever proves to be the owner gets their attempts back. */
export async function forgive(ctx: MutationCtx, key: string): Promise<void> {
  const stored = await bucketOf(ctx, key);
  if (stored) await ctx.db.delete("attempts", stored._id);
}

async function bucketOf(ctx: MutationCtx, key: string) {
  return await ctx.db
    .query("attempts")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}

async function sweep(ctx: MutationCtx, now: number): Promise<void> {
  const full = await ctx.db
    .query("attempts")
    .withIndex("by_updatedAt", (q) => q.lt("updatedAt", now - FORGET_AFTER_MS))
    .take(SWEPT_AT_ONCE);
  for (const { _id } of full) await ctx.db.delete("attempts", _id);
}
