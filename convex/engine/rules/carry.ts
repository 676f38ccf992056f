import { trimRollovers } from "./buckets";
import type { Bucket, Catalogue, NewBucket, ProductDefinition } from "./model";
import { toMicros } from "./money";
import { applyMoves, roomForUse, take } from "./moves";
import { deductionOrder } from "./order";

/** Two sides of a plan change. */
export interface CarryInput {
  /** What the product that is left granted, up to date. */
  from: readonly Bucket[];
  /** What the new product grants, unused. */
  to: readonly NewBucket[];
  /** The new product. */
  product: ProductDefinition;
  features: Catalogue["features"];
  now: number;
  /** Units known to be in use, by feature id (live entities); they stand above what buckets say. */
  liveUsage?: Readonly<Record<string, number>> | undefined;
}

/**
 * Carries into the new product's buckets what a plan change does not wipe.
 *
 * Use of what stays in use (seats, storage) always carries; use of what is
 * consumed only where the new item says `reset_usage_when_enabled: false`. It
 * is counted once, into the buckets of the same feature and entity, in
 * deduction order, and never below their floor. Rollovers move to the first
 * bucket there that has rollovers itself, within its cap.
 *
 * @returns The new buckets, in the order given.
 */
export function carryUsage(input: CarryInput): NewBucket[] {
  const { from, to, now } = input;
  let carried: Bucket[] = to.map((bucket, index) => ({ ...bucket, id: String(index) }));
  for (const scope of new Set(to.map(scopeOf))) {
    const old = from.filter((bucket) => scopeOf(bucket) === scope);
    const fresh = carried.filter((bucket) => scopeOf(bucket) === scope).sort(deductionOrder(null));
    const used = Math.min(usageOf(input, old, fresh), roomForUse(fresh, now));
    const heir = fresh.find((bucket) => bucket.rollover !== null);
    carried = applyMoves(carried, take(fresh, used, now)).map((bucket) =>
      bucket.id === heir?.id ? inheritRollovers(bucket, old, now) : bucket,
    );
  }
  return to.map((bucket, index) => ({
    ...bucket,
    balance: carried[index]?.balance ?? bucket.balance,
    rollovers: carried[index]?.rollovers ?? bucket.rollovers,
  }));
}

function scopeOf({ feature_id, entity_id }: NewBucket): string {
  return JSON.stringify([feature_id, entity_id]);
}

/** Micros in use that carry over. */
function usageOf(
  { product, features, liveUsage }: CarryInput,
  old: readonly Bucket[],
  [first]: readonly Bucket[],
): number {
  if (first === undefined) return 0;
  const { feature_id: id, entity_id: entityId } = first;
  const staysInUse = features.get(id)?.type === "continuous_use";
  const keepsUsage = product.items.some(
    (item) => item.feature_id === id && item.reset_usage_when_enabled === false,
  );
  if (!staysInUse && !keepsUsage) return 0;
  const known = liveUsage?.[id];
  if (known !== undefined && entityId === null) return toMicros(known);
  return Math.max(
    0,
    old.reduce((sum, { granted, adjustment, balance, rollovers }) => {
      const fromRollovers = rollovers.reduce((taken, row) => taken + row.usage, 0);
      return sum + granted + adjustment - balance + fromRollovers;
    }, 0),
  );
}

function inheritRollovers(bucket: Bucket, old: readonly Bucket[], now: number): Bucket {
  const rollovers = old.flatMap((row) => row.rollovers).map((row) => ({ ...row, usage: 0 }));
  return { ...bucket, rollovers: trimRollovers(rollovers, bucket.rollover?.max ?? null, now) };
}
