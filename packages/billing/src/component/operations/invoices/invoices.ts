import type { WithoutSystemFields } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { nextInvoiceStatus } from "../../rules/invoices/invoice";
import type { InvoiceEvent } from "../../rules/invoices/invoice";
import { emitPaid } from "./invoiceEvents";
import { readAll } from "../../platform/bounded";

/** A renewal for each product of a large customer, and the rest of ended subscriptions. */
const MAX_OPEN = 2_000;

/** How an amount was paid; the two sum to it. Minor units. */
export interface Payment {
  status: "paid";
  /** From the customer's credit; negative: it became credit. */
  fromCredit: number;
  byCard: number;
}

/** Adds to the customer's credit; it never falls below zero. */
export async function addCredit(ctx: MutationCtx, customer: Id<"customers">, minor: number) {
  const credit_minor = (await readCustomer(ctx, customer)).credit_minor + minor;
  if (credit_minor < 0) throw new Error(`Customer ${customer} has no credit of ${-minor}`);
  await ctx.db.patch("customers", customer, { credit_minor });
}

/** An open invoice is paid. */
export async function markPaid(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  payment: Payment,
  at: number,
): Promise<void> {
  const { fromCredit, byCard } = payment;
  await move(ctx, invoice, "pay", { credit_minor: fromCredit, amount_paid_minor: byCard });
  await emitPaid(ctx, invoice, payment, at);
}

/** All open invoices of a customer, oldest first. */
export async function openInvoices(ctx: QueryCtx, customer: Id<"customers">) {
  const open = ctx.db
    .query("invoices")
    .withIndex("by_customer_and_status", (q) => q.eq("customer", customer).eq("status", "open"));
  return await readAll(open, MAX_OPEN, "open invoices");
}

/** The open invoices of one subscription. */
export async function openInvoicesOf(ctx: QueryCtx, subscription: Id<"subscriptions">) {
  const open = ctx.db
    .query("invoices")
    .withIndex("by_subscription_and_status", (q) =>
      q.eq("subscription", subscription).eq("status", "open"),
    );
  return await readAll(open, MAX_OPEN, "open invoices");
}

/**
 * Closes the open invoices of a subscription without payment.
 *
 * @param how - `write_off`: the customer still owes it, but it is not collected.
 *   `void`: the customer no longer owes it.
 */
export async function writeOff(
  ctx: MutationCtx,
  subscription: Id<"subscriptions">,
  how: "write_off" | "void" = "write_off",
): Promise<void> {
  for (const invoice of await openInvoicesOf(ctx, subscription)) await move(ctx, invoice, how, {});
}

/** Applies an event to an invoice; an event that its status does not allow is a bug of ours. */
export async function move(
  ctx: MutationCtx,
  { _id, key, status }: Doc<"invoices">,
  event: InvoiceEvent,
  changes: Omit<Partial<WithoutSystemFields<Doc<"invoices">>>, "status">,
): Promise<void> {
  const next = nextInvoiceStatus(status, event);
  if (next === null) throw new Error(`Invoice ${key} is ${status}: ${event} can't happen`);
  await ctx.db.patch("invoices", _id, { ...changes, status: next });
}

/** The stored row of a customer. */
export async function readCustomer(
  ctx: QueryCtx,
  customer: Id<"customers">,
): Promise<Doc<"customers">> {
  const row = await ctx.db.get("customers", customer);
  if (!row) throw new Error(`Customer ${customer} vanished`);
  return row;
}
