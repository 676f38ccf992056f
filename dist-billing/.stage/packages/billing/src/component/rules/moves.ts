import { isLive } from "./holdings";
import type { Bucket } from "./model";

/** One change of one bucket, or of one of its rollovers. */
export interface Move {
  bucketId: string;
  /** Index into the bucket's rollovers; null: the bucket's own balance. */
  rolloverIndex: number | null;
  /** Micros taken; negative: given back. 0 names the unlimited bucket that absorbed what is consumed. */
  amount: number;
}

/** A place that units can be taken from or put into. */
interface Pocket {
  bucketId: string;
  rolloverIndex: number | null;
  /** Micros that fit. */
  room: number;
}

/**
 * How much can be taken from buckets of one feature. What is in use beyond one
 * bucket's floor counts against the room of the others.
 *
 * @returns Micros; Infinity when one is unlimited or its overage is open.
 */
export function roomForUse(buckets: readonly Bucket[], now: number): number {
  const beyond = buckets.reduce((sum, row) => sum + Math.max(0, floorOf(row) - row.balance), 0);
  return Math.max(0, roomOf(buckets, pocketsForUse(buckets, now)) - beyond);
}

/**
 * Takes units: rollovers, soonest expiry first, then balances, then overage.
 *
 * @param buckets - Of one feature, in deduction order.
 * @param amount - Micros, ≥ 0, at most what there is room for.
 * @param staysInUse - True for seats and storage: an unlimited bucket counts them,
 *   for a limited plan may follow.
 */
export function take(
  buckets: readonly Bucket[],
  amount: number,
  now: number,
  staysInUse = false,
): Move[] {
  const counter = staysInUse ? buckets.find((bucket) => bucket.unlimited) : undefined;
  if (counter && amount > 0) return [{ ...own(counter), amount }];
  return fill(buckets, pocketsForUse(buckets, now), amount, 1);
}

/**
 * Notes units as in use, whether there is room for them or not: what does not
 * fit takes the first bucket below its floor.
 *
 * @param buckets - Of one feature, in deduction order.
 * @param amount - Micros, ≥ 0.
 */
export function takeAll(buckets: readonly Bucket[], amount: number, now: number): Move[] {
  const fits = Math.min(amount, roomOf(buckets, pocketsForUse(buckets, now)));
  const moves = take(buckets, fits, now, true);
  const [first] = buckets;
  if (first === undefined || fits === amount) return moves;
  return [...moves, { ...own(first), amount: amount - fits }];
}

/** How much can be given back to buckets of one feature: of what stays in use, what they count. */
export function roomToGiveBack(
  buckets: readonly Bucket[],
  now: number,
  staysInUse = false,
): number {
  const pockets = pocketsToGiveBack(buckets, now);
  return staysInUse ? sumOf(pockets) : roomOf(buckets, pockets);
}

/**
 * Gives units back: overage is settled first, then balances are refilled up to
 * their grant, then rollovers, each in the reverse of the order of use.
 *
 * @param buckets - Of one feature, in deduction order.
 * @param amount - Micros, ≥ 0, at most what there is room for.
 */
export function giveBack(
  buckets: readonly Bucket[],
  amount: number,
  now: number,
  staysInUse = false,
): Move[] {
  const pockets = pocketsToGiveBack(buckets, now);
  return staysInUse ? fillPockets(pockets, amount, -1) : fill(buckets, pockets, amount, -1);
}

/**
 * Applies moves.
 *
 * @returns All buckets, changed where a move said so.
 */
export function applyMoves(buckets: readonly Bucket[], moves: readonly Move[]): Bucket[] {
  return buckets.map((bucket) =>
    moves.filter((move) => move.bucketId === bucket.id).reduce(applyMove, bucket),
  );
}

/** The lowest balance that a use may leave; what is in use already can be below it. */
export function floorOf({ usage_allowed, usage_limit, granted }: Bucket): number {
  if (!usage_allowed) return 0;
  return usage_limit === null ? -Infinity : granted - usage_limit;
}

function applyMove(bucket: Bucket, { rolloverIndex, amount }: Move): Bucket {
  if (rolloverIndex === null) return { ...bucket, balance: bucket.balance - amount };
  return {
    ...bucket,
    rollovers: bucket.rollovers.map((row, index) =>
      index === rolloverIndex
        ? { ...row, balance: row.balance - amount, usage: row.usage + amount }
        : row,
    ),
  };
}

function pocketsForUse(buckets: readonly Bucket[], now: number): Pocket[] {
  const rollovers = buckets.flatMap((bucket) => rolloverPockets(bucket, now, "balance"));
  return [
    ...rollovers.sort(byExpiry),
    ...buckets.map((bucket) => {
      const lowest = Math.max(0, floorOf(bucket));
      return { ...own(bucket), room: Math.max(0, bucket.balance - lowest) };
    }),
    ...buckets
      .filter((bucket) => bucket.usage_allowed)
      .map((bucket) => {
        const room = Math.min(bucket.balance, 0) - floorOf(bucket);
        return { ...own(bucket), room: Math.max(0, room) };
      }),
  ];
}

function pocketsToGiveBack(buckets: readonly Bucket[], now: number): Pocket[] {
  const reversed = buckets.toReversed();
  const rollovers = buckets.flatMap((bucket) => rolloverPockets(bucket, now, "usage"));
  return [
    ...reversed.map((bucket) => ({ ...own(bucket), room: Math.max(0, -bucket.balance) })),
    ...reversed.map((bucket) => {
      const full = bucket.granted + bucket.adjustment;
      return { ...own(bucket), room: Math.max(0, full - Math.max(0, bucket.balance)) };
    }),
    ...rollovers.sort(byExpiry).reverse(),
  ];
}

function rolloverPockets(bucket: Bucket, now: number, room: "balance" | "usage") {
  return bucket.rollovers.flatMap((row, rolloverIndex) =>
    isLive(row, now)
      ? [{ bucketId: bucket.id, rolloverIndex, room: row[room], expiresAt: row.expires_at }]
      : [],
  );
}

function byExpiry(a: { expiresAt: number | null }, b: { expiresAt: number | null }): number {
  const never = Number.MAX_SAFE_INTEGER;
  return (a.expiresAt ?? never) - (b.expiresAt ?? never);
}

function own(bucket: Bucket) {
  return { bucketId: bucket.id, rolloverIndex: null };
}

function roomOf(buckets: readonly Bucket[], pockets: readonly Pocket[]): number {
  if (buckets.some((bucket) => bucket.unlimited)) return Infinity;
  return sumOf(pockets);
}

function sumOf(pockets: readonly Pocket[]): number {
  return pockets.reduce((sum, pocket) => sum + pocket.room, 0);
}

function fill(
  buckets: readonly Bucket[],
  pockets: readonly Pocket[],
  amount: number,
  sign: 1 | -1,
): Move[] {
  if (amount === 0) return [];
  const unlimited = buckets.find((bucket) => bucket.unlimited);
  if (unlimited) return [{ ...own(unlimited), amount: 0 }];
  return fillPockets(pockets, amount, sign);
}

function fillPockets(pockets: readonly Pocket[], amount: number, sign: 1 | -1): Move[] {
  const moves: Move[] = [];
  let left = amount;
  for (const { bucketId, rolloverIndex, room } of pockets) {
    const moved = Math.min(left, room);
    if (moved <= 0) continue;
    moves.push({ bucketId, rolloverIndex, amount: sign * moved });
    left -= moved;
  }
  return moves;
}
