import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import type { CustomerState } from "../../store/customers/customerState";
import { discountsAt } from "../../rules/discounts/customerDiscounts";
import type { CustomerDiscount } from "../../rules/discounts/customerDiscounts";
import { applyDiscounts, discountsLeft } from "../../rules/discounts/discounts";
import type { DiscountableLine, LineDiscount } from "../../rules/discounts/discounts";
import { fractionOf, ratioOf } from "../../rules/money/fraction";
import type { Effect } from "../../rules/effects/effects";
import { isTrialing } from "../../rules/subscriptions/currentProducts";
import { totalOf } from "../../rules/invoices/invoice";
import type { Balance, Catalogue, ItemDefinition } from "../../rules/model";
import { periodAt } from "../../rules/periods/periods";
import { onDecrease, onIncrease } from "../../rules/products/policies";
import { roundAmount } from "../../rules/prices/pricing";
import { billingType } from "../../rules/products/product";
import { originOf } from "../../rules/renewals/schedule";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { addToReceipt, findReceipt } from "../../rules/invoices/receipts";
import type { Addition, Receipt } from "../../rules/invoices/receipts";
import {
  planSeatChange,
  usedUnits,
  setUnusedSeats,
  vacatedUnits,
} from "../../rules/entities/seats";
import { formatDay, nameUnits } from "../../rules/text";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import { loadDiscounts } from "../../store/rewards/discounts";
import type { BillingPlan, Entry } from "../settlement/billingPlan";
import { executePlan } from "../settlement/executePlan";
import { refuseUnpaid } from "../settlement/unpaid";
import { closeIntent } from "../purchases/intents";
import { openSeatIntent } from "./seatIntents";
import type { SeatCall } from "./seatIntents";

/** The cost of changing one balance. */
interface SeatLine {
  row: SubscriptionRow;
  due: "now" | "next_invoice";
  /** Null: it costs nothing, and only the receipt changes. */
  line: StoredLine | null;
  discounts: readonly LineDiscount[];
  /** The data that a later credit may refer to. */
  payment: Addition;
}

/** The charges for units that stay in use, at most one line per changed balance. */
export interface SeatMoney {
  lines: SeatLine[];
  /** The balances after the change; they know which paid seats are unused. */
  after: Balance[];
}

/** A balance of units that are paid for while they are in use. */
interface Seats {
  row: SubscriptionRow;
  item: ItemDefinition;
  itemIndex: number;
}

/** Whether more use of the feature costs money at once: then all of it fits, or none. */
export function hasPaidSeats(
  customerState: CustomerState,
  balanceRows: readonly Balance[],
  featureId: string,
) {
  return balanceRows.some(
    (balance) => balance.feature_id === featureId && seatsOf(customerState, balance) !== null,
  );
}

/** Plans the immediate cost of a change of balances. Stores nothing. */
export function planSeatMoney(
  customerState: CustomerState,
  before: readonly Balance[],
  after: readonly Balance[],
): SeatMoney {
  const money: SeatMoney = { lines: [], after: [] };
  for (const [index, balance] of after.entries()) {
    const old = before[index];
    const seats = old === undefined || old === balance ? null : seatsOf(customerState, balance);
    if (old === undefined || seats === null) money.after.push(balance);
    else addChange(money, customerState, seats, old, balance);
  }
  return money;
}

/**
 * Charges seats, now or with the renewal, with the customer's discounts. While the charge is
 * pending, the call is stored. When the charge is paid, billing repeats the call.
 *
 * @param call - Null: it only releases seats.
 * @returns A failure when it is not paid; null when it is.
 */
export async function paySeats(
  ctx: MutationCtx,
  customerState: CustomerState,
  planned: readonly SeatLine[],
  call: SeatCall | null,
): Promise<Failure | null> {
  if (planned.length === 0) return null;
  const seats = await takeDiscounts(ctx, customerState, planned);
  const lines = linesDue(seats, "now").map(({ line }) => line);
  const intent =
    call && totalOf(lines) > 0 ? await openSeatIntent(ctx, customerState, call, lines) : null;
  const plan = planSeatBill(customerState, seats, intent);
  const { outcome } = await executePlan(ctx, currentProcessor(), customerState, plan);
  if (outcome.status === "pending") return refuseUnpaid(outcome);
  const isPaid = outcome.status === "paid";
  if (intent) await closeIntent(ctx, intent, isPaid ? "settled" : "failed");
  return isPaid ? null : fail("invoice_payment_failed", refuseUnpaid(outcome).error.message);
}

function linesDue(seats: readonly SeatLine[], when: SeatLine["due"]) {
  return seats.flatMap(({ row, due, line }) => (line && due === when ? [{ row, line }] : []));
}

/** Charges the lines that are due now. The others wait for the renewal's invoice. */
function planSeatBill(
  { customer, catalogue }: CustomerState,
  seats: readonly SeatLine[],
  intent: Id<"intents"> | null,
): BillingPlan {
  const today = linesDue(seats, "now");
  const lines = today.map(({ row, line }) => ({ ...line, subscription: originOf(row) }));
  return {
    purpose: "seats",
    due: {
      minor: totalOf(lines),
      currency: catalogue.currency,
      // Every change of a customer increases the revision, so it identifies a credit.
      key: intent
        ? { kind: "intent", id: intent }
        : { kind: "bill", id: `seats:${customer._id}:${customer.revision}` },
    },
    bill: {
      issue: {
        reason: "subscription_update",
        productIds: [...new Set(today.map(({ row }) => row.product.id))],
        subscription: null,
        lines,
      },
    },
    effects: waitingEffects(linesDue(seats, "next_invoice")),
    entries: seats.map(entryOf),
    discountable: seats.filter(({ discounts }) => discounts.length > 0),
  };
}

function waitingEffects(waiting: readonly { row: SubscriptionRow; line: StoredLine }[]): Effect[] {
  const rows = new Map(waiting.map(({ row }) => [row.id, row]));
  return [...rows.values()].map(({ id, pending_lines: before = [] }) => {
    const own = waiting.filter(({ row }) => row.id === id).map(({ line }) => line);
    return { kind: "set", id, changes: { pending_lines: [...before, ...own] } };
  });
}

function entryOf({ row, due, payment }: SeatLine): Entry {
  return {
    ...(payment.minor < 0 && { credited: { row, credits: [payment] } }),
    paid: {
      subscription: row.id,
      for: { addition: payment },
      invoiced: due === "now",
    },
  };
}

/** Takes discounts off the charges; a fixed amount is spent over all of them. */
async function takeDiscounts(
  ctx: MutationCtx,
  { customer, catalogue, now }: CustomerState,
  planned: readonly SeatLine[],
): Promise<readonly SeatLine[]> {
  if (planned.every(({ payment }) => payment.minor <= 0)) return planned;
  const discounts = discountsAt(await loadDiscounts(ctx, customer._id), now);
  return discounts.length === 0 ? planned : discountSeats(planned, discounts, catalogue.currency);
}

function discountSeats(
  planned: readonly SeatLine[],
  discounts: readonly CustomerDiscount[],
  currency: string,
): SeatLine[] {
  const lines: SeatLine[] = [];
  for (const seat of planned) {
    const { row, line, payment } = seat;
    const sides = { target: row.product, current: null, currency };
    const { itemIndex } = payment;
    const charges: DiscountableLine[] = line ? [{ ...line, of: "target", itemIndex }] : [];
    const left = discountsLeft(discounts, lines, currency);
    const [taken] = applyDiscounts(charges, { ...sides, discounts: left });
    if (!line || !taken?.discounts) lines.push(seat);
    else {
      const { description, minor, discounts: used } = taken;
      const full = roundAmount(
        fractionOf(payment.full ?? payment.minor),
        ratioOf(minor, payment.minor),
      );
      const after = { ...line, description, minor, discount_minor: line.minor - minor };
      lines.push({ ...seat, line: after, discounts: used, payment: { ...payment, minor, full } });
    }
  }
  return lines;
}

function addChange(
  money: SeatMoney,
  { catalogue, now }: CustomerState,
  { row, item, itemIndex }: Seats,
  old: Balance,
  balance: Balance,
): void {
  const { interval, interval_count: count = 1 } = item;
  if (interval === undefined || isTrialing(row, now)) {
    money.after.push(balance);
    return;
  }
  const period = periodAt(row.anchor, interval, count, now);
  const [from, to] = [usedUnits(old), usedUnits(balance)];
  const plan = planSeatChange({
    item,
    from,
    to,
    vacated: vacatedUnits(old, now),
    onIncrease: onIncrease(item, "continuous_use"),
    onDecrease: onDecrease(item),
    receipt: findReceipt(receiptsOf(row, money), { itemIndex, period }),
    currency: catalogue.currency,
    period,
    now,
  });
  money.after.push(setUnusedSeats(balance, plan.vacated, period.end));
  const { minor, full, due } = plan;
  if (minor === 0 && full === 0) return;
  const day = to > from ? period.end : now;
  const description = describeChange(catalogue, balance, to - from, day);
  const line = minor === 0 ? null : { description, minor, feature_id: balance.feature_id };
  const payment = { itemIndex, minor, full, period, now };
  money.lines.push({ row, due, line, discounts: [], payment });
}

/** The receipts of a subscription after the changes that are planned already. */
function receiptsOf({ id, paid = [] }: SubscriptionRow, { lines }: SeatMoney): readonly Receipt[] {
  return lines
    .filter(({ row }) => row.id === id)
    .reduce((receipts, { payment }) => addToReceipt(receipts, payment), paid);
}

function describeChange({ features }: Catalogue, balance: Balance, units: number, day: number) {
  const feature = features.get(balance.feature_id);
  const words = feature ? nameUnits(Math.abs(units), feature) : balance.feature_id;
  return units > 0
    ? `Remaining time on ${words} until ${formatDay(day)}`
    : `Unused time on ${words} after ${formatDay(day)}`;
}

function seatsOf({ subscriptions, catalogue }: CustomerState, balance: Balance): Seats | null {
  const feature = catalogue.features.get(balance.feature_id);
  const row = subscriptions.find(({ id }) => id === balance.subscription_id);
  const itemIndex = row?.product.items.findIndex(
    (candidate) =>
      candidate.feature_id === balance.feature_id &&
      billingType(candidate, feature?.type) === "allocated",
  );
  const item = row?.product.items[itemIndex ?? -1];
  return row && item && itemIndex !== undefined ? { row, item, itemIndex } : null;
}
