import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { bucketId } from "../customers/holdings";
import type { Holdings } from "../customers/holdings";
import { dropMark, recordMove } from "../ledger/ledger";
import type { Cause } from "../ledger/ledger";
import { resetBucket } from "../../rules/buckets";
import type { Bucket, NewBucket } from "../../rules/model";
import type { LedgerActor } from "../ledger/ledgerTables";

/** Opens the buckets of a held product, and grants what is in them. */
export async function openBuckets(
  ctx: MutationCtx,
  customer: Id<"customers">,
  held: Id<"heldProducts">,
  planned: readonly NewBucket[],
  at: number,
  actor: LedgerActor = "caller",
): Promise<void> {
  for (const bucket of planned) {
    const row = { ...bucket, ...writable(bucket), customer, held_product_id: held };
    const _id = await ctx.db.insert("balances", row);
    await recordMove(ctx, { ...row, _id }, null, row, { kind: "grant", id: held, at, actor });
  }
}

/** Stores buckets that moved; the others are left alone. */
export async function saveBuckets(
  ctx: MutationCtx,
  customer: Id<"customers">,
  before: readonly Bucket[],
  after: readonly Bucket[],
  cause: Cause,
): Promise<void> {
  for (const [index, bucket] of after.entries()) {
    const old = before[index];
    if (old?.id !== bucket.id) throw new Error("Buckets before and after must line up");
    if (old === bucket) continue;
    const _id = bucketId(bucket);
    await ctx.db.patch("balances", _id, writable(bucket));
    await recordMove(ctx, { ...bucket, _id, customer }, old, bucket, cause);
  }
}

/** Closes buckets: what is left in them is written off, and they are gone. */
export async function closeBuckets(
  ctx: MutationCtx,
  customer: Id<"customers">,
  buckets: readonly Bucket[],
  cause: Omit<Cause, "kind">,
): Promise<void> {
  for (const bucket of buckets) {
    const _id = bucketId(bucket);
    await recordMove(ctx, { ...bucket, _id, customer }, bucket, null, { ...cause, kind: "expiry" });
    await dropMark(ctx, _id);
    await ctx.db.delete("balances", _id);
  }
}

/**
 * Stores the resets and expiries that are due. Reading computes the same
 * numbers without storing them.
 *
 * @param only - Buckets to bring up to date; the others keep their boundaries.
 * @returns The buckets as they are stored now.
 */
export async function materialiseResets(
  ctx: MutationCtx,
  { customer, buckets }: Pick<Holdings, "customer" | "buckets">,
  at: number,
  only: (bucket: Bucket) => boolean = () => true,
): Promise<Bucket[]> {
  const due = buckets.filter(only);
  const expired = due.filter((bucket) => bucket.expires_at !== null && bucket.expires_at <= at);
  await closeBuckets(ctx, customer._id, expired, { id: customer._id, at, actor: "clock" });
  const gone = new Set(expired);
  const alive = due.filter((bucket) => !gone.has(bucket));
  const after = alive.map((bucket) => resetBucket(bucket, at));
  const cause = { kind: "reset" as const, id: customer._id, at, actor: "clock" as const };
  await saveBuckets(ctx, customer._id, alive, after, cause);
  const moved = new Map(after.map((bucket) => [bucket.id, bucket]));
  return buckets
    .filter((bucket) => !gone.has(bucket))
    .map((bucket) => moved.get(bucket.id) ?? bucket);
}

/** The fields of a bucket that may change after it was opened. */
function writable(bucket: NewBucket) {
  const { granted, balance, adjustment, next_reset_at, rollovers, usage_limit } = bucket;
  const { expires_at, vacated } = bucket;
  return {
    ...(vacated && { vacated }),
    granted,
    balance,
    adjustment,
    next_reset_at,
    usage_limit,
    expires_at,
    rollovers: [...rollovers],
  };
}
