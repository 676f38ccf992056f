import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { PaymentProcessor } from "../../payments/processor";
import { latestTry } from "../../payments/remote/requests";
import { materialiseResets, saveBalances } from "../../store/balances/balances";
import { loadDiscounts, redeemDiscounts } from "../../store/rewards/discounts";
import { transition } from "../../store/customers/subscriptions";
import { loadSubscription } from "../../store/customers/subscriptionRows";
import { balancesOf, subscriptionId, reload } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { noteCredits } from "../../store/invoices/credits";
import { collect, markPaid, openInvoices, openInvoicesOf, writeOff } from "../invoices/invoices";
import type { Payment } from "../invoices/invoices";
import { addInvoice } from "../invoices/issuing";
import { recordPaid } from "../../store/invoices/receipts";
import { triggerReferrals } from "../rewards/referralTriggers";
import { changeUpcoming, upcomingAt } from "../../rules/upcoming";
import { applyDiscounts } from "../../rules/discounts";
import { graceEnd, nextRetryAt } from "../../rules/dunning";
import { isNothing, totalOf } from "../../rules/invoice";
import { creditsIn } from "../../rules/lines";
import type { Line } from "../../rules/lines";
import { isFree } from "../../rules/product";
import { renewalLines } from "../../rules/renewal";
import { discountsAt } from "../../rules/customerDiscounts";
import { nextChargeAt } from "../../rules/schedule";
import type { SubscriptionRow } from "../../rules/schedule";
import { stateOf } from "../../rules/lifecycle";
import { sumUsage } from "../../rules/usage";
import { storeLines } from "../../store/invoices/storedLines";
import { tellFailed } from "../../store/events/happenings";
import { refuseUnpaid } from "./unpaid";
import type { Unpaid } from "./unpaid";

/**
 * Renews a subscription at `customerState.now`: it charges the closed period's
 * usage and the new period, then resets its balances. A failed charge leaves the
 * invoice open and the subscription past due, with access during the grace period.
 *
 * @returns False when a subscription that was never paid has to end. For a trial,
 *   nothing is stored. For a scheduled plan without a card, or with packs and a
 *   card that declines, the invoice is voided.
 */
export async function renew(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  subscription: SubscriptionRow,
): Promise<boolean> {
  const at = customerState.now;
  if (
    subscription.trial_ends_at === at &&
    !(await isPayable(ctx, processor, customerState, subscription))
  )
    return false;
  const own = balancesOf(customerState, subscription);
  await materialiseResets(ctx, { ...customerState, balanceRows: own }, at - 1);
  const row = await applyUpcoming(ctx, await reload(ctx, customerState), subscription);
  const current = await reload(ctx, customerState);
  const why = { key: `${row.id}:${at}`, reason: "subscription_cycle" as const };
  const paid = await bill(ctx, processor, current, row, linesAt(current, row, at), why);
  const isFirst = subscription.starts_at === at && subscription.trial_ends_at === null;
  if (!paid && isFirst && (await isRefused(ctx, processor, current, { row, key: why.key }))) {
    await writeOff(ctx, subscriptionId(row), "void");
    return false;
  }
  await advanceCycle(ctx, row, paid ? "renewal_paid" : "renewal_failed", at);
  const after = { ...current, balanceRows: balancesOf(current, row) };
  await materialiseResets(ctx, after, at);
  return true;
}

/** Retries every open invoice; a paid one ends the past due status. */
export async function retryOpenInvoices(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
): Promise<void> {
  for (const invoice of await openInvoices(ctx, customerState.customer._id)) {
    await payInvoice(ctx, processor, customerState, invoice);
  }
}

/** Retries one open invoice; paying it ends the past due status of its subscription. */
export async function payInvoice(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  invoice: Doc<"invoices">,
): Promise<Payment | Unpaid> {
  const { customer, catalogue } = customerState;
  const { total_minor: minor, currency, key, subscription: id } = invoice;
  const outcome = await collect(ctx, processor, customer._id, { minor, currency, key });
  if (outcome.status !== "paid") {
    await tellUnpaid(ctx, invoice, outcome, customerState.now);
    return outcome;
  }
  await markPaid(ctx, invoice, outcome, customerState.now);
  await triggerReferrals(ctx, customerState, { product_ids: invoice.product_ids, kind: "paid" });
  const row = id === null ? null : await loadSubscription(ctx, catalogue, id);
  if (row?.status === "past_due") {
    await transition(ctx, row, "renewal_paid", { grace_ends_at: null, retry_at: null });
    const paidOn = { now: invoice.created_at, invoice: invoice._id };
    await recordPaid(ctx, catalogue, subscriptionId(row), invoice.lines, paidOn);
  }
  return outcome;
}

/**
 * Retries a failed renewal with the card that is saved now.
 *
 * @returns Whether it is paid.
 */
export async function retryRenewal(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  row: SubscriptionRow,
): Promise<boolean> {
  for (const invoice of await openInvoicesOf(ctx, subscriptionId(row))) {
    await payInvoice(ctx, processor, customerState, invoice);
  }
  const after = await loadSubscription(ctx, customerState.catalogue, subscriptionId(row));
  if (after?.status !== "past_due") return true;
  const { grace_ends_at: end } = after;
  const retry_at = end === null ? null : nextRetryAt(end, customerState.now);
  await ctx.db.patch("subscriptions", subscriptionId(row), { retry_at });
  return false;
}

/**
 * Charges what a subscription owes, with its pending lines.
 *
 * @returns Whether nothing is owed for it any more; else its invoice is open.
 */
export async function bill(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  row: SubscriptionRow,
  before: readonly Line[],
  why: { key: string; reason: Doc<"invoices">["billing_reason"] },
): Promise<boolean> {
  const { customer, catalogue, now } = customerState;
  const { currency } = catalogue;
  const { product, pending_lines: waiting = [] } = row;
  const discounts = discountsAt(await loadDiscounts(ctx, customer._id), now);
  const sides = { target: product, current: product };
  const planned = applyDiscounts(before, { ...sides, currency, discounts });
  const lines = [...storeLines(planned, sides), ...waiting];
  if (lines.every(isNothing)) return true;
  const due = { minor: totalOf(lines), currency, key: why.key };
  const outcome = await collect(ctx, processor, customer._id, due);
  const isPaid = outcome.status === "paid";
  const invoice = await addInvoice(ctx, customer._id, isPaid ? outcome : null, {
    key: why.key,
    currency,
    product_ids: [product.id],
    subscription: subscriptionId(row),
    billing_reason: why.reason,
    created_at: now,
    lines,
  });
  if (waiting.length > 0)
    await ctx.db.patch("subscriptions", subscriptionId(row), { pending_lines: [] });
  await redeemDiscounts(ctx, customer._id, planned, now);
  await noteCredits(ctx, row.paid, creditsIn(planned));
  if (!isPaid) {
    await tellUnpaid(ctx, invoice, outcome, now);
    return false;
  }
  await recordPaid(ctx, catalogue, subscriptionId(row), lines, { now, invoice: invoice._id });
  await triggerReferrals(ctx, customerState, { product_ids: [product.id], kind: "paid" });
  return true;
}

/** A pending answer is told once it is there. */
async function tellUnpaid(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  outcome: Unpaid,
  at: number,
): Promise<void> {
  if (outcome.status === "pending") return;
  await tellFailed(ctx, invoice, { at, reason: refuseUnpaid(outcome).error.message });
}

async function advanceCycle(
  ctx: MutationCtx,
  row: SubscriptionRow,
  event: "renewal_paid" | "renewal_failed",
  at: number,
): Promise<void> {
  const renews_at = nextChargeAt(row.product, row.anchor, at);
  // A canceled subscription ends anyway: a late charge does not change that.
  if (stateOf(row) === "canceling") {
    await ctx.db.patch("subscriptions", subscriptionId(row), { renews_at });
    return;
  }
  const grace_ends_at = event === "renewal_paid" ? null : graceEnd(at);
  const retry_at = grace_ends_at === null ? null : nextRetryAt(grace_ends_at, at);
  await transition(ctx, row, event, { renews_at, grace_ends_at, retry_at });
}

/** Applies scheduled quantities before the cycle is charged. */
async function applyUpcoming(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
): Promise<SubscriptionRow> {
  const options = upcomingAt(row, customerState.now);
  if (options === null) return row;
  const before = balancesOf(customerState, row);
  const after = changeUpcoming(before, row, options);
  const cause = { kind: "adjustment" as const, id: row.id, at: customerState.now };
  await saveBalances(ctx, customerState.customer._id, before, after, cause);
  await ctx.db.patch("subscriptions", subscriptionId(row), { options });
  return { ...row, options };
}

function linesAt(customerState: CustomerState, row: SubscriptionRow, at: number): Line[] {
  const { features, currency } = customerState.catalogue;
  const { usage, overage } = sumUsage(balancesOf(customerState, row));
  const input = { product: row.product, packs: row.options, features, currency };
  // Use during a trial is not billed.
  const owed = row.trial_ends_at === at ? {} : { overage };
  return renewalLines({ ...input, ...owed, usage, anchor: row.anchor, at });
}

/**
 * Whether the first charge of a scheduled plan is refused for good: there is no
 * card, or unpaid packs would be granted during the grace period. A pending answer
 * is waited for.
 */
async function isRefused(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  { row, key }: { row: SubscriptionRow; key: string },
): Promise<boolean> {
  if (!(await hasMethod(ctx, processor, customerState))) return true;
  const hasPacks = row.options.some(({ packs }) => packs > 0);
  return hasPacks && (await latestTry(ctx, key))?.state !== "open";
}

/** A trial without a card ends when there still is none. */
async function isPayable(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  { product }: SubscriptionRow,
): Promise<boolean> {
  if (isFree(product)) return false;
  if (product.free_trial?.card_required === true) return true;
  return await hasMethod(ctx, processor, customerState);
}

async function hasMethod(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  { customer }: CustomerState,
): Promise<boolean> {
  return processor !== null && (await processor.savedMethod(ctx, customer._id)) !== null;
}
