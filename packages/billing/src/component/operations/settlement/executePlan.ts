import { splitPayment } from "../../../contract/splitPayment";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { requestCharge } from "../../payments/charges/requests";
import type { ChargeRequest, PaymentProcessor } from "../../payments/processor";
import { isNothing } from "../../rules/invoices/invoice";
import type { CustomerState } from "../../store/customers/customerState";
import { emitInvoiceFailed } from "../invoices/invoiceEvents";
import { noteCredits } from "../../store/invoices/credits";
import { recordReceipt } from "../../store/invoices/receipts";
import { addCredit, markPaid, readCustomer } from "../invoices/invoices";
import type { Payment } from "../invoices/invoices";
import { spendBenefits } from "../rewards/benefits";
import { triggerReferrals } from "../rewards/referralTriggers";
import { PURPOSES } from "./billingPlan";
import type { BillingPlan } from "./billingPlan";
import { executeEffects } from "./executeEffects";
import { issueInvoice } from "./issue";
import { refuseUnpaid } from "./unpaid";
import type { Unpaid } from "./unpaid";

/** The result of a plan. */
export interface Executed {
  outcome: Payment | Unpaid;
  /** Null: there was nothing to invoice. */
  invoice: Doc<"invoices"> | null;
}

/** The stored id of a subscription that a plan names. */
type IdOf = (planned: string) => Id<"subscriptions">;

/**
 * Executes a plan: collects the amount, stores the effects, issues or pays the
 * invoice, notes credits, records receipts, redeems discounts, and triggers
 * referrals. A charge that is neither paid nor owed changes nothing.
 *
 * @param processor - Null if payments are not configured.
 */
export async function executePlan(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
  plan: BillingPlan,
): Promise<Executed> {
  const { isOwed, refers } = PURPOSES[plan.purpose];
  const { customer, now } = customerState;
  const outcome = await collect(ctx, processor, customer._id, plan.due);
  const payment = outcome.status === "paid" ? outcome : null;
  if (!payment && !isOwed) return { outcome, invoice: null };
  const { effects, paidEffects = [], unpaidEffects = {}, discountable = [], code } = plan;
  const more = outcome.status === "paid" ? paidEffects : (unpaidEffects[outcome.status] ?? []);
  const { idOf } = await executeEffects(ctx, customerState, [...effects, ...more]);
  const invoice = await invoiceFor(ctx, customerState, plan, payment, idOf);
  await recordEntries(ctx, customerState, plan, { isPaid: payment !== null, invoice, idOf });
  if (code !== undefined || discountable.length > 0) {
    await spendBenefits(ctx, customerState, code, discountable);
  }
  if (payment && refers) await refer(ctx, customerState, plan, invoice);
  // No event while the payment is pending: settlement emits it.
  if (invoice && outcome.status !== "paid" && outcome.status !== "pending") {
    await emitInvoiceFailed(ctx, invoice, { at: now, reason: refuseUnpaid(outcome).error.message });
  }
  return { outcome, invoice };
}

/**
 * Collects an amount: the customer's credit first, then the saved card. Nothing is
 * stored when the charge is declined. A negative amount becomes credit.
 */
async function collect(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customer: Id<"customers">,
  { minor, currency, key }: BillingPlan["due"],
): Promise<Payment | Unpaid> {
  const row = await readCustomer(ctx, customer);
  const { fromCredit, byCard } = splitPayment(minor, row.credit_minor);
  if (byCard > 0) {
    const charge = { customer, minor: byCard, currency, key };
    const outcome = processor ? await askFor(ctx, processor, charge) : NOT_CONFIGURED;
    if (outcome.status !== "paid") return outcome;
  }
  if (fromCredit !== 0) await addCredit(ctx, customer, -fromCredit);
  return { status: "paid", fromCredit, byCard };
}

async function askFor(ctx: MutationCtx, processor: PaymentProcessor, charge: ChargeRequest) {
  return processor.kind === "inline"
    ? await processor.charge(ctx, charge)
    : await requestCharge(ctx, charge);
}

/** @returns Null if no line charges or credits anything. */
async function invoiceFor(
  ctx: MutationCtx,
  { customer, now }: CustomerState,
  { bill, due: { key, currency } }: BillingPlan,
  payment: Payment | null,
  idOf: IdOf,
): Promise<Doc<"invoices"> | null> {
  if ("open" in bill) {
    if (payment) await markPaid(ctx, bill.open, payment, now);
    return bill.open;
  }
  const { reason, productIds, creditedProductIds: credited, subscription, lines } = bill.issue;
  if (lines.every(isNothing)) return null;
  return await issueInvoice(ctx, customer._id, payment, {
    ...{
      key: key.id,
      currency,
      created_at: now,
      billing_reason: reason,
      product_ids: [...productIds],
    },
    ...(credited && { credited_product_ids: [...credited] }),
    subscription: subscription === null ? null : idOf(subscription),
    lines: lines.map((line) => ({ ...line, subscription: idOf(line.subscription) })),
  });
}

/** Records receipts if the amount is paid. Credits reduce the receipts that they refund. */
async function recordEntries(
  ctx: MutationCtx,
  { catalogue }: CustomerState,
  { entries }: BillingPlan,
  done: { isPaid: boolean; invoice: Doc<"invoices"> | null; idOf: IdOf },
): Promise<void> {
  for (const { credited, paid } of entries) {
    if (credited) await noteCredits(ctx, credited.row, credited.credits);
    if (!paid || !done.isPaid) continue;
    const invoice = paid.invoiced ? done.invoice?._id : undefined;
    await recordReceipt(ctx, catalogue, done.idOf(paid.subscription), paid.for, invoice);
  }
}

async function refer(
  ctx: MutationCtx,
  customerState: CustomerState,
  { triedProducts: tried = [], paidProducts: paid = [] }: BillingPlan,
  invoice: Doc<"invoices"> | null,
): Promise<void> {
  if (tried.length > 0) {
    await triggerReferrals(ctx, customerState, { product_ids: tried, invoice: null });
  }
  if (paid.length > 0 && invoice && invoice.total_minor > 0) {
    await triggerReferrals(ctx, customerState, { product_ids: paid, invoice });
  }
}

const NOT_CONFIGURED = {
  status: "declined" as const,
  code: "payments_not_configured",
  message: "Payments are not set up on this deployment.",
};
