import { add, multiply } from "./fraction";
import type { Fraction } from "./fraction";
import type { Balance, ItemDefinition, OnDecrease, OnIncrease } from "./model";
import { fromMicros, roundHalfAway, toMicros } from "./money";
import type { Period } from "./periods";
import { fractionLeft } from "./proration";
import type { Receipt } from "./receipts";
import { exactAmount } from "./tiers";

const WHOLE: Fraction = { numerator: 1n, denominator: 1n };

/** A change of how many seats (or other allocated units) are in use. */
export interface SeatChange {
  /** The allocated item: `included_usage` and a price per unit. */
  item: ItemDefinition;
  /** Units in use before and after. */
  from: number;
  to: number;
  /** Units that are paid for and unused. */
  vacated: number;
  /** What one more costs. Default: the rest of the period, at once. */
  onIncrease?: OnIncrease;
  /** What vacating a paid unit does. */
  onDecrease: OnDecrease;
  currency: string;
  period: Period;
  now: number;
}

/** What a change of seats costs, and when. */
export interface SeatPlan {
  /** Minor units, negative for a credit. */
  minor: number;
  /** When they are due. `next_invoice`: together with the renewal. */
  due: "now" | "next_invoice";
  /** Paid units that are unused afterwards. */
  vacated: number;
}

/**
 * Plans what a change of seats costs for the rest of the period.
 *
 * Unused paid seats are filled before any is charged. Seats are priced in whole
 * packs; the difference is prorated and rounded once.
 *
 * | | money |
 * |---|---|
 * | more, `prorate_immediately` | the rest of the period, now |
 * | more, `bill_immediately` | a whole period, now |
 * | more, `prorate_next_cycle` | the rest of the period, with the renewal |
 * | more, `bill_next_cycle` | none before the renewal |
 * | fewer, `prorate_immediately` | the rest of the period is credited now |
 * | fewer, `prorate_next_cycle` | the same, with the renewal |
 * | fewer, `none` | none: the paid seats stay unused until the renewal |
 * | fewer, `no_prorations` | none |
 *
 * @see Spec §4, "proration lines"
 */
export function planSeatChange(change: SeatChange): SeatPlan {
  const { item, from, to, currency, period, now } = change;
  const { onIncrease = "prorate_immediately", onDecrease } = change;
  const paid = seatsBeyond(item, from) + change.vacated;
  const needed = seatsBeyond(item, to);
  const isKept = needed < paid && (to > from || onDecrease === "none");
  const vacated = isKept ? paid - needed : 0;
  const policy = needed > paid ? onIncrease : onDecrease;
  // Units that are first charged by the renewal have not been paid for, so they are not credited
  // either.
  const isLater = onIncrease === "bill_next_cycle";
  if (isKept || isLater || policy === "no_prorations") return { minor: 0, due: "now", vacated };
  const before = exactAmount(item, paid, currency);
  const difference = add(exactAmount(item, needed, currency), {
    ...before,
    numerator: -before.numerator,
  });
  const part = policy === "bill_immediately" ? WHOLE : fractionLeft(period, now);
  const { numerator, denominator } = multiply(difference, part);
  const minor = roundHalfAway(numerator, denominator);
  return { minor, due: policy === "prorate_next_cycle" ? "next_invoice" : "now", vacated };
}

/** Units that are not included, and so are paid for. */
export function seatsBeyond(
  { included_usage: included = 0 }: ItemDefinition,
  used: number,
): number {
  return included === "inf" ? 0 : Math.max(0, used - included);
}

/** Units of a balance that are in use, overage included. */
export function usedUnits({ granted, adjustment, balance }: Balance): number {
  return fromMicros(granted + adjustment - balance);
}

/** Paid units of a balance that are unused now. */
export function vacatedUnits({ vacated }: Balance, now: number): number {
  return vacated === undefined || vacated.until <= now ? 0 : fromMicros(vacated.units);
}

/**
 * Stores how many paid units are unused.
 *
 * @param until - When the renewal clears them.
 */
export function vacate(balanceRow: Balance, units: number, until: number): Balance {
  if (units === 0 && balanceRow.vacated === undefined) return balanceRow;
  return { ...balanceRow, vacated: { units: toMicros(units), until } };
}

/** Money for a change of seats. */
export interface SeatPayment {
  /** Of the allocated item in its product. */
  itemIndex: number;
  /** Minor units; negative: credited. */
  minor: number;
  period: Period;
  now: number;
  /** Id of the invoice that it was paid on. Absent: none is needed, or not yet. */
  invoice?: string;
}

/**
 * Adds a payment or credit for seats to the receipt of their period, so that a
 * later credit returns what was paid, and no more.
 */
export function noteSeats(
  receipts: readonly Receipt[],
  { itemIndex, minor, period, now, invoice }: SeatPayment,
): Receipt[] {
  const isSame = (row: Receipt) => row.item_index === itemIndex && row.period_end === period.end;
  const before = receipts.find(isSame);
  const { numerator, denominator } = fractionLeft(period, now);
  const whole = roundHalfAway(BigInt(minor) * denominator, numerator);
  const invoices = [
    ...(before?.invoices ?? []),
    ...(invoice !== undefined && minor > 0 ? [invoice] : []),
  ];
  const after = {
    item_index: itemIndex,
    period_end: period.end,
    full_minor: (before?.full_minor ?? 0) + whole,
    left_minor: (before?.left_minor ?? 0) + minor,
    ...(invoices.length > 0 && { invoices }),
  };
  return [...receipts.filter((row) => row.item_index !== itemIndex), after];
}
