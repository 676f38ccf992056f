import { decideAccess, listPayers, rankCreditSystems } from "../../../contract/access";
import type { FeatureBalance } from "../../../contract/access";
import type { CustomerFeature } from "../../../contract/wire";
import { serializeBalances } from "./aggregate";
import { isLive, isSeenBy } from "../subscriptions/currentProducts";
import type { Balance, Catalogue } from "../model";
import { MICROS_PER_UNIT } from "../model";
import { fromMicros, roundHalfAway, toMicros } from "../money/money";
import { giveBack, capacityForUse, capacityToGiveBack, take, takeAll } from "./moves";
import type { Move } from "./moves";
import { deductionOrder } from "./order";

/** The use to plan. */
export interface DeductionInput {
  /** Balances in force, up to date. */
  balanceRows: readonly Balance[];
  features: Catalogue["features"];
  featureId: string;
  /** Micros of the feature. Negative returns units. */
  amount: number;
  /** The entity; null: the customer. */
  entityId: string | null;
  now: number;
  /**
   * When there is too little: apply what fits, or nothing at all. `record`: it is in
   * use already, so it counts beyond the balance too.
   */
  mode: "cap" | "reject" | "record";
}

/** How a use changes the balances. */
export interface Deduction {
  /** In the micros of each balance's own feature; negative ones return units. */
  moves: Move[];
  /** The feature that pays; a credit system when credits do. Null: the customer has neither. */
  sourceId: string | null;
  /** Micros of the feature that were applied; with `unapplied` they add up to the request. */
  applied: number;
  unapplied: number;
}

/**
 * Plans how a use, or a giving back, moves a customer's balances.
 *
 * The access rule names who pays, so that whatever `check` allows is applied
 * in full: the feature itself, or the first credit system that can pay it all.
 * What it denies is never applied in full. `cap` applies a part: all that there
 * is, the feature's own first, then credits; or, where all of them together
 * could pay, what the single source that reaches furthest has. Inside a source:
 * live rollovers, then balances, then overage, each in deduction order;
 * unlimited absorbs all.
 *
 * Giving back settles overage first, then refills in the reverse order up to
 * what was granted; what the feature's own balances do not take goes to its
 * credit systems.
 *
 * @returns Moves for {@link Move}'s balances; nothing is changed here.
 * @see Spec §6, "Feature access rule"
 */
export function planDeduction(input: DeductionInput): Deduction {
  const balances = Object.fromEntries(serializeBalances(input));
  return input.amount < 0 ? planReturn(input, balances) : planUse(input, balances);
}

type Balances = Readonly<Record<string, CustomerFeature>>;

function planUse(input: DeductionInput, balances: Balances): Deduction {
  const { featureId, amount, mode, now } = input;
  const own = balancesOf(input, featureId);
  if (mode === "record" && own.length > 0) {
    const moves = takeAll(own, amount, now);
    return { moves, sourceId: featureId, applied: amount, unapplied: 0 };
  }
  const payers = listPayers(balances, rankCreditSystems(balances), featureId);
  const { allowed, source } = decideAccess(payers, fromMicros(amount));
  const sourceId = source?.id ?? null;
  if (source === null || (!allowed && mode === "reject")) {
    return { moves: [], sourceId, applied: 0, unapplied: amount };
  }
  const sources = payers.map((payer) => paymentFrom(input, payer.source));
  const paying = allowed
    ? sources.filter(({ id }) => id === source.id)
    : partPayers(sources, amount);
  const moves: Move[] = [];
  let left = amount;
  for (const { balanceRows, cost, reach } of paying) {
    const units = Math.min(left, reach);
    moves.push(...take(balanceRows, convert(units, cost), now, staysInUse(input, balanceRows)));
    left -= units;
  }
  return { moves, sourceId, applied: amount - left, unapplied: left };
}

/** The amount of a use that a balance can pay. */
interface Payment {
  id: string;
  balanceRows: Balance[];
  /** As {@link costOf} says. */
  cost: number;
  /** The requested micros of the feature. */
  reach: number;
}

function paymentFrom(input: DeductionInput, source: FeatureBalance): Payment {
  const { featureId, amount, now } = input;
  const balanceRows = balancesOf(input, source.id);
  const cost = costOf(source, featureId);
  const capacity = capacityForUse(balanceRows, now);
  const reach = convert(amount, cost) <= capacity ? amount : unitsFor(capacity, cost);
  return { id: source.id, balanceRows, cost, reach };
}

/** Who pays a part of a use that no single balance can pay. */
function partPayers(sources: readonly Payment[], amount: number): Payment[] {
  const together = sources.reduce((sum, { reach }) => sum + reach, 0);
  if (together < amount) return [...sources];
  return sources.toSorted((a, b) => b.reach - a.reach).slice(0, 1);
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
    const balanceRows = balancesOf(input, source.id);
    const cost = costOf(source, featureId);
    const stays = staysInUse(input, balanceRows);
    const units = Math.min(left, unitsFor(capacityToGiveBack(balanceRows, now, stays), cost));
    moves.push(...giveBack(balanceRows, convert(units, cost), now, stays));
    left -= units;
  }
  const sourceId = sources[0]?.id ?? null;
  return { moves, sourceId, applied: input.amount + left, unapplied: 0 - left };
}

function balancesOf({ balanceRows, entityId, now }: DeductionInput, featureId: string): Balance[] {
  return balanceRows
    .filter((balance) => balance.feature_id === featureId)
    .filter((balance) => isSeenBy(balance, entityId) && isLive(balance, now))
    .sort(deductionOrder(entityId));
}

function staysInUse({ features }: DeductionInput, [first]: readonly Balance[]): boolean {
  return first !== undefined && features.get(first.feature_id)?.type === "continuous_use";
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

/** How many whole micros of the feature so much capacity pays for. */
function unitsFor(capacity: number, cost: number): number {
  if (capacity === Infinity || cost === 0) return Infinity;
  return Number((BigInt(capacity) * BigInt(MICROS_PER_UNIT)) / BigInt(cost));
}
