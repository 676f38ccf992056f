import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { PaymentProcessor } from "../../payments/processor";
import { latestTry } from "../../payments/charges/requests";
import { materialiseResets, saveBalances } from "../../store/balances/balances";
import { loadDiscounts } from "../../store/rewards/discounts";
import { transition } from "../../store/customers/subscriptions";
import { loadSubscription } from "../../store/customers/subscriptionRows";
import { balancesOf, subscriptionId, reload } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { openInvoices, openInvoicesOf, writeOff } from "../invoices/invoices";
import type { Payment } from "../invoices/invoices";
import { changeUpcoming, upcomingAt } from "../../rules/balances/upcoming";
import { applyDiscounts } from "../../rules/discounts/discounts";
import { graceEnd, nextRetryAt } from "../../rules/renewals/dunning";
import { isNothing, totalOf } from "../../rules/invoices/invoice";
import { creditsIn } from "../../rules/invoices/lines";
import type { Line } from "../../rules/invoices/lines";
import { isFree } from "../../rules/products/product";
import { renewalLines } from "../../rules/renewals/renewal";
import { discountsAt } from "../../rules/discounts/customerDiscounts";
import type { CustomerDiscount } from "../../rules/discounts/customerDiscounts";
import { nextChargeAt, originOf } from "../../rules/renewals/schedule";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { stateOf } from "../../rules/subscriptions/lifecycle";
import { sumUsage } from "../../rules/balances/usage";
import { storeLines } from "../../store/invoices/storedLines";
import type { BillingPlan } from "../settlement/billingPlan";
import { executePlan } from "../settlement/executePlan";
import type { Unpaid } from "../settlement/unpaid";

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
  const why = { key: `${row.id}:${at}`, purpose: "renewal" as const };
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
  const plan = await planRetry(ctx, customerState, invoice);
  return (await executePlan(ctx, processor, customerState, plan)).outcome;
}

/** Plans the payment of an open invoice. A paid renewal is no longer past due, and gets its receipt. */
async function planRetry(
  ctx: MutationCtx,
  { catalogue }: CustomerState,
  open: Doc<"invoices">,
): Promise<BillingPlan> {
  const { total_minor: minor, currency, key, lines, created_at: at } = open;
  const id = open.subscription;
  const row = id === null ? null : await loadSubscription(ctx, catalogue, id);
  const isPastDue = row?.status === "past_due";
  return {
    purpose: "retry",
    due: { minor, currency, key },
    bill: { open },
    effects: [],
    paidEffects: isPastDue ? [{ kind: "paid", row }] : [],
    entries: isPastDue
      ? [{ paid: { subscription: row.id, for: { lines, at }, invoiced: true } }]
      : [],
    paidProducts: open.product_ids,
  };
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

/** `final`: no period follows. */
interface Why {
  key: string;
  purpose: "renewal" | "final";
}

/**
 * Charges the debt of a subscription, with its pending lines.
 *
 * @returns Whether the subscription's debt is paid; otherwise its invoice is open.
 */
export async function bill(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  row: SubscriptionRow,
  before: readonly Line[],
  why: Why,
): Promise<boolean> {
  const discounts = await loadDiscounts(ctx, customerState.customer._id);
  const plan = planBill(customerState, row, applyTo(customerState, row, before, discounts), why);
  if (plan === null) return true;
  const { outcome } = await executePlan(ctx, processor, customerState, plan);
  return outcome.status === "paid";
}

function applyTo(
  { catalogue: { currency }, now }: CustomerState,
  { product }: SubscriptionRow,
  lines: readonly Line[],
  discounts: readonly CustomerDiscount[],
): Line[] {
  const sides = { target: product, current: product };
  return applyDiscounts(lines, { ...sides, currency, discounts: discountsAt(discounts, now) });
}

/** @returns Null if there is nothing to bill. */
function planBill(
  { catalogue: { currency }, now: at }: CustomerState,
  row: SubscriptionRow,
  discountable: readonly Line[],
  { key, purpose }: Why,
): BillingPlan | null {
  const { id, product, pending_lines: waiting = [] } = row;
  const lines = [...storeLines(discountable, { target: product, current: product }), ...waiting];
  if (lines.every(isNothing)) return null;
  const credited = { row, credits: creditsIn(discountable) };
  const paid = { subscription: id, for: { lines, at }, invoiced: true };
  return {
    purpose,
    due: { minor: totalOf(lines), currency, key },
    bill: {
      issue: {
        reason: purpose === "renewal" ? "subscription_cycle" : "subscription_update",
        productIds: [product.id],
        subscription: id,
        lines: lines.map((line) => ({ ...line, subscription: originOf(row) })),
      },
    },
    effects: waiting.length === 0 ? [] : [{ kind: "set", id, changes: { pending_lines: [] } }],
    entries: [{ credited, paid }],
    discountable,
    paidProducts: [product.id],
  };
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
  const input = { product: row.product, options: row.options, features, currency };
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
  const hasPacks = row.options.some(({ quantity }) => quantity > 0);
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
