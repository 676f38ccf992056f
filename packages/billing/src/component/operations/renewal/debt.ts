import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import { splitPayment } from "../../../contract/splitPayment";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { latestTry } from "../../payments/charges/requests";
import { reloadAndSave } from "../../store/saveRevision";
import { payInvoice, retryOpenInvoices } from "./cycle";
import { reload } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { idempotent } from "../../store/idempotency";
import { openInvoices } from "../invoices/invoices";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { asIfPaid } from "../../rules/renewals/debt";
import { refuseUnpaid } from "../settlement/unpaid";

/** Open invoices that attach pays first, and how they are paid. Minor units. */
export interface Debt {
  invoices: readonly Doc<"invoices">[];
  minor: number;
  fromCredit: number;
  byCard: number;
}

export const NO_DEBT: Debt = { invoices: [], minor: 0, fromCredit: 0, byCard: 0 };

/**
 * Retries the open invoices of a failed renewal or an ended subscription, with the
 * card that is saved now.
 */
export async function payDebt(
  ctx: MutationCtx,
  customerState: CustomerState,
): Promise<CustomerState> {
  if ((await openInvoices(ctx, customerState.customer._id)).length === 0) return customerState;
  await retryOpenInvoices(ctx, currentProcessor(), customerState);
  return await reloadAndSave(ctx, customerState);
}

/** Charges the debt for a request with a key: a repeated request does not charge again. */
export async function payDebtOnce(
  ctx: MutationCtx,
  customerState: CustomerState,
  key: string | undefined,
): Promise<CustomerState> {
  if ((await openInvoices(ctx, customerState.customer._id)).length === 0) return customerState;
  await idempotent(ctx, { key, operation: "pay_debt", payload: null }, async () => {
    await payDebt(ctx, customerState);
    return ok(null);
  });
  return await reload(ctx, customerState);
}

/**
 * What attach would pay before it sells, with the card that is saved now.
 *
 * @returns The open invoices, how they would be paid, and the customer state
 *   afterwards. Without a card nothing is paid, and the customer state is unchanged.
 */
export async function previewDebt(
  ctx: QueryCtx,
  customerState: CustomerState,
): Promise<{ debt: Debt; customerState: CustomerState }> {
  const { customer, subscriptions } = customerState;
  const debts = await openInvoices(ctx, customer._id);
  const processor = debts.length === 0 ? null : currentProcessor();
  const method = processor && (await processor.savedMethod(ctx, customer._id));
  if (!method) return { debt: NO_DEBT, customerState };
  const minor = debts.reduce((sum, { total_minor }) => sum + total_minor, 0);
  const payment = splitPayment(minor, customer.credit_minor);
  return {
    debt: { invoices: debts, minor, ...payment },
    customerState: {
      ...customerState,
      customer: { ...customer, credit_minor: customer.credit_minor - payment.fromCredit },
      subscriptions: asIfPaid(subscriptions, debts),
    },
  };
}

/** Whether the charge of an open invoice is pending. */
export async function awaitsDebt(ctx: QueryCtx, { customer }: CustomerState): Promise<boolean> {
  return await awaitsAnswer(ctx, await openInvoices(ctx, customer._id));
}

/** Whether the charge of one of these invoices is pending. */
export async function awaitsAnswer(
  ctx: QueryCtx,
  invoices: readonly Doc<"invoices">[],
): Promise<boolean> {
  for (const { key } of invoices) {
    if ((await latestTry(ctx, key))?.state === "open") return true;
  }
  return false;
}

/**
 * Pays one open invoice with the card that is saved now. An invoice that is no
 * longer open needs nothing.
 *
 * @returns Why it is still open; null: it is not.
 */
export async function payOpenInvoice(
  ctx: MutationCtx,
  customerState: CustomerState,
  id: Id<"invoices">,
): Promise<Failure | null> {
  const invoice = await ctx.db.get("invoices", id);
  if (invoice?.status !== "open") return null;
  const outcome = await payInvoice(ctx, currentProcessor(), customerState, invoice);
  await reloadAndSave(ctx, customerState);
  return outcome.status === "paid" ? null : refuseUnpaid(outcome);
}

/** The subscriptions that a purchase would change; null: none. */
interface Changed {
  current: SubscriptionRow | null;
  owned: SubscriptionRow | null;
}

/** Refuses to change a product whose last renewal is still unpaid. */
export function refuseDebt({ current, owned }: Changed): Failure | null {
  if (current?.status !== "past_due" && owned?.status !== "past_due") return null;
  return fail("payment_failed", "The last renewal is unpaid: save a card that works first", 402);
}
