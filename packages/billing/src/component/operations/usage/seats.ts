import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { latestTry } from "../../payments/remote/requests";
import { subscriptionId } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { noteCredits } from "../../store/invoices/credits";
import { collect } from "../invoices/invoices";
import { addInvoice } from "../invoices/issuing";
import { isTrialing } from "../../rules/currentProducts";
import { totalOf } from "../../rules/invoice";
import type { Balance, Catalogue, ItemDefinition } from "../../rules/model";
import { periodAt } from "../../rules/periods";
import { onDecrease, onIncrease } from "../../rules/policies";
import { billingType } from "../../rules/product";
import type { SubscriptionRow } from "../../rules/schedule";
import { noteSeats, planSeatChange, usedUnits, vacate, vacatedUnits } from "../../rules/seats";
import type { SeatPayment } from "../../rules/seats";
import { formatDay, nameUnits } from "../../rules/text";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import { refuseUnpaid } from "../renewal/unpaid";

/** The cost of changing one balance. */
interface SeatLine {
  row: SubscriptionRow;
  due: "now" | "next_invoice";
  line: StoredLine;
  /** What a later credit may refer to. */
  payment: SeatPayment;
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
    (balanceRow) =>
      balanceRow.feature_id === featureId && seatsOf(customerState, balanceRow) !== null,
  );
}

/** Plans what a change of balances costs at once. Stores nothing. */
export function planSeatMoney(
  customerState: CustomerState,
  before: readonly Balance[],
  after: readonly Balance[],
): SeatMoney {
  const money: SeatMoney = { lines: [], after: [] };
  for (const [index, balanceRow] of after.entries()) {
    const old = before[index];
    const seats =
      old === undefined || old === balanceRow ? null : seatsOf(customerState, balanceRow);
    if (old === undefined || seats === null) money.after.push(balanceRow);
    else addChange(money, customerState, seats, old, balanceRow);
  }
  return money;
}

/**
 * Charges seats, now or with the renewal. Nothing is stored when the charge is
 * declined.
 *
 * @returns A failure when it is not paid; null when it is.
 */
export async function paySeats(
  ctx: MutationCtx,
  customerState: CustomerState,
  lines: readonly SeatLine[],
): Promise<Failure | null> {
  const today = lines.filter(({ due }) => due === "now");
  const failure = today.length > 0 ? await payNow(ctx, customerState, today) : null;
  if (failure) return failure;
  for (const { row, due, line } of lines) {
    if (due === "next_invoice") await payLater(ctx, subscriptionId(row), line);
  }
  return null;
}

async function payNow(
  ctx: MutationCtx,
  { customer, catalogue, now }: CustomerState,
  today: readonly SeatLine[],
): Promise<Failure | null> {
  const { currency } = catalogue;
  const lines = today.map(({ line }) => line);
  // Every change of a customer raises the revision, so it identifies this one.
  const key = `seats:${customer._id}:${customer.revision}`;
  const refused = await latestTry(ctx, key);
  if (refused?.state === "declined" && refused.message !== null) {
    // The answer is given once: a later request asks the processor again.
    await ctx.db.patch("customers", customer._id, { revision: customer.revision + 1 });
    return fail("invoice_payment_failed", refused.message);
  }
  const due = { minor: totalOf(lines), currency, key };
  const outcome = await collect(ctx, currentProcessor(), customer._id, due);
  if (outcome.status === "pending") return refuseUnpaid(outcome);
  if (outcome.status !== "paid") {
    return fail("invoice_payment_failed", refuseUnpaid(outcome).error.message);
  }
  const invoice = await addInvoice(ctx, customer._id, outcome, {
    key,
    currency,
    product_ids: [...new Set(today.map(({ row }) => row.product.id))],
    subscription: null,
    billing_reason: "subscription_update",
    created_at: now,
    lines,
  });
  for (const { row, payment } of today) {
    await notePayment(ctx, subscriptionId(row), { ...payment, invoice: invoice._id });
  }
  return null;
}

async function notePayment(
  ctx: MutationCtx,
  subscription: Id<"subscriptions">,
  payment: SeatPayment,
) {
  const row = await ctx.db.get("subscriptions", subscription);
  await noteCredits(ctx, row?.paid, payment.minor < 0 ? [payment] : []);
  const paid = noteSeats(row?.paid ?? [], payment);
  await ctx.db.patch("subscriptions", subscription, { paid });
}

/** A line that waits for the renewal's invoice. */
async function payLater(ctx: MutationCtx, subscription: Id<"subscriptions">, line: StoredLine) {
  const row = await ctx.db.get("subscriptions", subscription);
  const pending_lines = [...(row?.pending_lines ?? []), line];
  await ctx.db.patch("subscriptions", subscription, { pending_lines });
}

function addChange(
  money: SeatMoney,
  { catalogue, now }: CustomerState,
  { row, item, itemIndex }: Seats,
  old: Balance,
  balanceRow: Balance,
): void {
  const { interval, interval_count: count = 1 } = item;
  if (interval === undefined || isTrialing(row, now)) {
    money.after.push(balanceRow);
    return;
  }
  const period = periodAt(row.anchor, interval, count, now);
  const [from, to] = [usedUnits(old), usedUnits(balanceRow)];
  const plan = planSeatChange({
    item,
    from,
    to,
    vacated: vacatedUnits(old, now),
    onIncrease: onIncrease(item),
    onDecrease: onDecrease(item),
    currency: catalogue.currency,
    period,
    now,
  });
  money.after.push(vacate(balanceRow, plan.vacated, period.end));
  if (plan.minor === 0) return;
  const { minor, due } = plan;
  const description = describeChange(
    catalogue,
    balanceRow,
    to - from,
    to > from ? period.end : now,
  );
  money.lines.push({
    row,
    due,
    line: { description, minor, feature_id: balanceRow.feature_id },
    payment: { itemIndex, minor, period, now },
  });
}

function describeChange({ features }: Catalogue, balanceRow: Balance, units: number, day: number) {
  const feature = features.get(balanceRow.feature_id);
  const words = feature ? nameUnits(Math.abs(units), feature) : balanceRow.feature_id;
  return units > 0
    ? `Remaining time on ${words} until ${formatDay(day)}`
    : `Unused time on ${words} after ${formatDay(day)}`;
}

function seatsOf({ subscriptions, catalogue }: CustomerState, balanceRow: Balance): Seats | null {
  const feature = catalogue.features.get(balanceRow.feature_id);
  const row = subscriptions.find(({ id }) => id === balanceRow.subscription_id);
  const itemIndex = row?.product.items.findIndex(
    (candidate) =>
      candidate.feature_id === balanceRow.feature_id &&
      billingType(candidate, feature?.type) === "allocated",
  );
  const item = row?.product.items[itemIndex ?? -1];
  return row && item && itemIndex !== undefined ? { row, item, itemIndex } : null;
}
