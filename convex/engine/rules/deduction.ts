import { decideFeatureAccess } from "../../contract/access";
import type { CustomerFeature } from "../../contract/wire";
import { describeBalances } from "./aggregate";
import { isLive, isSeenBy } from "./holdings";
import type { Bucket, Catalogue } from "./model";
import { MICROS_PER_UNIT } from "./model";
import { fromMicros, roundHalfAway, toMicros } from "./money";
import { giveBack, roomForUse, roomToGiveBack, take } from "./moves";
import type { Move } from "./moves";
import { deductionOrder } from "./order";

/** Who uses how much of what. */
export interface DeductionInput {
  /** Buckets in force, up to date. */
  buckets: readonly Bucket[];
  features: Catalogue["features"];
  featureId: string;
  /** Micros of the feature. Negative gives back. */
  amount: number;
  /** Who uses; null: the customer. */
  entityId: string | null;
  now: number;
  /** What to do with more than there is: apply what fits, or nothing at all. */
  mode: "cap" | "reject";
}

/** How a use moves the buckets. */
export interface Deduction {
  /** In the micros of each bucket's own feature; negative ones give back. */
  moves: Move[];
  /** The feature that pays; a credit system when credits do. Null: nothing is owned. */
  sourceId: string | null;
  /** Micros of the feature asked for; with `unapplied` it adds up to what was asked. */
  applied: number;
  unapplied: number;
}

/**
 * Plans how a use, or a giving back, moves a customer's buckets.
 *
 * The access rule names who pays, so that whatever `check` allows is applied
 * in full: the feature itself, or the first credit system that can pay it all.
 * When nothing can, `cap` takes from the feature itself, or else from the first
 * credit system, as far as it goes. Inside a source: live rollovers, then
 * balances, then overage, each in deduction order; unlimited absorbs all.
 *
 * Giving back settles overage first, then refills in the reverse order up to
 * what was granted; what the feature's own buckets do not take goes to its
 * credit systems.
 *
 * @returns Moves for {@link Move}'s buckets; nothing is changed here.
 * @see Spec §6, "Feature access rule"
 */
export function planDeduction(input: DeductionInput): Deduction {
  const balances = Object.fromEntries(describeBalances(input));
  return input.amount < 0 ? planReturn(input, balances) : planUse(input, balances);
}

type Balances = Readonly<Record<string, CustomerFeature>>;

function planUse(input: DeductionInput, balances: Balances): Deduction {
  const { featureId, amount, mode, now } = input;
  const { allowed, source } = decideFeatureAccess(balances, featureId, fromMicros(amount));
  const none = { moves: [], sourceId: source?.id ?? null, applied: 0, unapplied: amount };
  if (source === null || (!allowed && mode === "reject")) return none;
  const buckets = bucketsOf(input, source.id);
  const cost = costOf(source, featureId);
  const units = Math.min(amount, unitsFor(roomForUse(buckets, now), cost));
  const moves = take(buckets, convert(units, cost), now);
  return { moves, sourceId: source.id, applied: units, unapplied: amount - units };
}

function planReturn(input: DeductionInput, balances: Balances): Deduction {
  const { featureId, now } = input;
  const sources = Object.values(balances).filter(
    (source) => source.id === featureId || costOf(source, featureId) > 0,
  );
  sources.sort((a, b) => Number(b.id === featureId) - Number(a.id === featureId));
  const moves: Move[] = [];
  let left = -input.amount;
  for (const source of sources) {
    const buckets = bucketsOf(input, source.id);
    const cost = costOf(source, featureId);
    const units = Math.min(left, unitsFor(roomToGiveBack(buckets, now), cost));
    moves.push(...giveBack(buckets, convert(units, cost), now));
    left -= units;
  }
  const sourceId = sources[0]?.id ?? null;
  return { moves, sourceId, applied: input.amount + left, unapplied: 0 - left };
}

function bucketsOf({ buckets, entityId, now }: DeductionInput, featureId: string): Bucket[] {
  return buckets
    .filter((bucket) => bucket.feature_id === featureId)
    .filter((bucket) => isSeenBy(bucket, entityId) && isLive(bucket, now))
    .sort(deductionOrder(entityId));
}

/** Millionths of a credit per micro of the feature; the feature itself costs 1. */
function costOf(source: Pick<CustomerFeature, "id" | "credit_schema">, featureId: string): number {
  if (source.id === featureId) return MICROS_PER_UNIT;
  const row = source.credit_schema?.find((price) => price.feature_id === featureId);
  return toMicros(row?.credit_amount ?? 0);
}

function convert(units: number, cost: number): number {
  return roundHalfAway(BigInt(units) * BigInt(cost), BigInt(MICROS_PER_UNIT));
}

/** How many whole micros of the feature so much room pays for. */
function unitsFor(room: number, cost: number): number {
  if (room === Infinity || cost === 0) return Infinity;
  return Number((BigInt(room) * BigInt(MICROS_PER_UNIT)) / BigInt(cost));
}
