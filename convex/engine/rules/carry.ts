import { trimRollovers } from "./buckets";
import type { Bucket, Catalogue, NewBucket, ProductDefinition } from "./model";
import { toMicros } from "./money";
import { applyMoves, roomForUse, take } from "./moves";
import { deductionOrder } from "./order";
import { usedUnits } from "./seats";

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
  /** True: what was consumed carries too, as when only the version changes. Default false. */
  keepsUse?: boolean;
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

/**
 * How many units of what entities are made of a product has to take over: as
 * many as there are live entities, less those that other products count.
 * So each seat is counted once, however many products grant seats.
 *
 * @param seats - Live entities by feature id.
 * @param others - Buckets in force of the other products that stay.
 * @returns By feature id; features without live entities are absent.
 */
export function seatsToCarry(
  seats: Readonly<Record<string, number>>,
  others: readonly Bucket[],
): Record<string, number> {
  const carried: Record<string, number> = {};
  for (const [id, count] of Object.entries(seats)) {
    if (count === 0) continue;
    const elsewhere = others.filter((bucket) => bucket.feature_id === id);
    const used = elsewhere.reduce((sum, bucket) => sum + usedUnits(bucket), 0);
    carried[id] = Math.max(0, count - used);
  }
  return carried;
}

function scopeOf({ feature_id, entity_id }: NewBucket): string {
  return JSON.stringify([feature_id, entity_id]);
}

/** Micros in use that carry over. */
function usageOf(
  { product, features, liveUsage, keepsUse = false }: CarryInput,
  old: readonly Bucket[],
  fresh: readonly Bucket[],
): number {
  const [first] = fresh;
  if (first === undefined) return 0;
  const { feature_id: id, entity_id: entityId } = first;
  const staysInUse = features.get(id)?.type === "continuous_use";
  const keepsUsage = product.items.some(
    (item) => item.feature_id === id && item.reset_usage_when_enabled === false,
  );
  if (!staysInUse && !keepsUsage && !keepsUse) return 0;
  const known = liveUsage?.[id];
  if (known !== undefined && entityId === null) return toMicros(known);
  return Math.max(
    0,
    old.reduce((sum, { granted, adjustment, balance, rollovers }) => {
      // Rollovers that move along have their own use behind them.
      const own = fresh.some((bucket) => bucket.rollover !== null) ? [] : rollovers;
      const fromRollovers = own.reduce((taken, row) => taken + row.usage, 0);
      return sum + granted + adjustment - balance + fromRollovers;
    }, 0),
  );
}

function inheritRollovers(bucket: Bucket, old: readonly Bucket[], now: number): Bucket {
  const rollovers = old.flatMap((row) => row.rollovers).map((row) => ({ ...row, usage: 0 }));
  return { ...bucket, rollovers: trimRollovers(rollovers, bucket.rollover?.max ?? null, now) };
}
