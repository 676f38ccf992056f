import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { PaymentProcessor } from "../../payments/processor";
import { loadDiscounts } from "../../store/rewards/discounts";
import { loadSubscription } from "../../store/customers/subscriptionRows";
import { subscriptionId } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { storeEffects } from "../../store/effects";
import { openInvoices, openInvoicesOf, writeOff } from "../invoices/invoices";
import type { Payment } from "../invoices/invoices";
import { nextRetryAt } from "../../rules/renewals/dunning";
import type { Line } from "../../rules/invoices/lines";
import { isFree } from "../../rules/products/product";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { executePlan } from "../settlement/executePlan";
import type { Unpaid } from "../settlement/unpaid";
import { endsUnpaid, planBill, planRenewal, planRetry } from "./planRenewal";

/**
 * Renews a subscription at `customerState.now`, see {@link planRenewal}. A failed charge
 * leaves the invoice open.
 *
 * @returns False when a subscription that was never paid has to end. For a trial,
 *   nothing is stored. For a scheduled plan without a card, or with packs and a
 *   card that declines, the invoice is voided.
 */
export async function renew(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  row: SubscriptionRow,
): Promise<boolean> {
  const { now: at, customer } = customerState;
  if (row.trial_ends_at === at && !(await isPayable(ctx, processor, customerState, row))) {
    return false;
  }
  const isFirst = row.starts_at === at && row.trial_ends_at === null;
  const first = isFirst ? { hasCard: await hasMethod(ctx, processor, customerState) } : null;
  const plan = planRenewal(customerState, row, await loadDiscounts(ctx, customer._id), first);
  const { outcome } = await executePlan(ctx, processor, customerState, plan);
  if (outcome.status === "paid" || !endsUnpaid(row, outcome.status, first)) return true;
  await writeOff(ctx, subscriptionId(row), "void");
  return false;
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
  const { subscription: id } = invoice;
  const row = id === null ? null : await loadSubscription(ctx, customerState.catalogue, id);
  return (await executePlan(ctx, processor, customerState, planRetry(invoice, row))).outcome;
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
  const { id, grace_ends_at: end } = after;
  const retry_at = end === null ? null : nextRetryAt(end, customerState.now);
  await storeEffects(ctx, customerState, [{ kind: "set", id, changes: { retry_at } }]);
  return false;
}

/** Charges the final lines of a subscription, or of a part of it, with its pending lines. */
export async function billFinally(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  row: SubscriptionRow,
  lines: readonly Line[],
  key: string,
): Promise<void> {
  const discounts = await loadDiscounts(ctx, customerState.customer._id);
  const plan = planBill(customerState, row, lines, discounts, { key, purpose: "final" });
  if (plan.entries.length > 0) await executePlan(ctx, processor, customerState, plan);
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
