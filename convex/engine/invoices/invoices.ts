import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { ChargeRequest, PaymentProcessor } from "../../payments/processor";
import { requestCharge } from "../../payments/remote/requests";
import { randomCode } from "../rewards/codes";
import { randomSecret } from "../digest";
import { invoiceNumber, nextInvoiceStatus, splitPayment, totalOf } from "../rules/invoice";
import type { InvoiceEvent } from "../rules/invoice";
import type { Unpaid } from "../lifecycle/unpaid";
import type { StoredLine } from "../tables";

const MAX_OPEN = 20;
const PREFIX_LENGTH = 8;

type NewInvoice = Pick<
  Doc<"invoices">,
  "key" | "product_ids" | "held_product" | "billing_reason" | "currency" | "created_at"
> & { lines: readonly StoredLine[] };

/** How an amount was paid; the two sum to it. Minor units. */
export interface Payment {
  status: "paid";
  /** From the customer's credit; negative: it became credit. */
  fromCredit: number;
  byCard: number;
}

/**
 * Collects what is due: the customer's credit first, then the saved method.
 * Nothing is stored when the charge is declined. A negative amount becomes credit.
 *
 * @param processor - Null: nothing can be charged here.
 */
export async function collect(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customer: Id<"customers">,
  { minor, currency, key }: { minor: number; currency: string; key: string },
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

/** Adds to what is owed to the customer; it never falls below zero. */
export async function addCredit(ctx: MutationCtx, customer: Id<"customers">, minor: number) {
  const credit_minor = (await readCustomer(ctx, customer)).credit_minor + minor;
  if (credit_minor < 0) throw new Error(`Customer ${customer} has no credit of ${-minor}`);
  await ctx.db.patch("customers", customer, { credit_minor });
}

/**
 * Writes an invoice; the same key twice is a mistake of ours.
 *
 * @param payment - Null: it is open.
 */
export async function addInvoice(
  ctx: MutationCtx,
  customer: Id<"customers">,
  payment: Payment | null,
  invoice: NewInvoice,
): Promise<Doc<"invoices">> {
  const twin = await ctx.db
    .query("invoices")
    .withIndex("by_key", (q) => q.eq("key", invoice.key))
    .unique();
  if (twin) throw new Error(`Invoice ${invoice.key} exists already`);
  const id = await ctx.db.insert("invoices", {
    ...invoice,
    customer,
    status: "open",
    lines: [...invoice.lines],
    total_minor: totalOf(invoice.lines),
    number: await nextNumber(ctx, customer),
    link_secret: randomSecret(),
  });
  const open = await readInvoice(ctx, id);
  if (payment === null) return open;
  await markPaid(ctx, open, payment);
  return await readInvoice(ctx, id);
}

/** An open invoice is paid. */
export async function markPaid(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  { fromCredit, byCard }: Payment,
): Promise<void> {
  await move(ctx, invoice, "pay", { credit_minor: fromCredit, amount_paid_minor: byCard });
}

export async function openInvoices(ctx: QueryCtx, customer: Id<"customers">) {
  return await ctx.db
    .query("invoices")
    .withIndex("by_customer_and_status", (q) => q.eq("customer", customer).eq("status", "open"))
    .take(MAX_OPEN);
}

/**
 * Gives up on what a product still owes.
 *
 * @param how - `write_off`: it stays owed, nobody will pay. `void`: it is owed no more.
 */
export async function writeOff(
  ctx: MutationCtx,
  customer: Id<"customers">,
  heldProduct: Id<"heldProducts">,
  how: "write_off" | "void" = "write_off",
): Promise<void> {
  for (const invoice of await openInvoices(ctx, customer)) {
    if (invoice.held_product === heldProduct) await move(ctx, invoice, how, {});
  }
}

async function move(
  ctx: MutationCtx,
  { _id, key, status }: Doc<"invoices">,
  event: InvoiceEvent,
  changes: Pick<Partial<Doc<"invoices">>, "credit_minor" | "amount_paid_minor">,
): Promise<void> {
  const next = nextInvoiceStatus(status, event);
  if (next === null) throw new Error(`Invoice ${key} is ${status}: ${event} can't happen`);
  await ctx.db.patch("invoices", _id, { ...changes, status: next });
}

/** Numbers run per customer, so that customers who pay at once don't wait for one another. */
async function nextNumber(ctx: MutationCtx, customer: Id<"customers">): Promise<string> {
  const { invoice_numbers: last } = await readCustomer(ctx, customer);
  const prefix = last ? last.prefix : await newPrefix(ctx);
  const count = (last ? last.count : 0) + 1;
  await ctx.db.patch("customers", customer, { invoice_numbers: { prefix, count } });
  return invoiceNumber(prefix, count);
}

async function newPrefix(ctx: MutationCtx): Promise<string> {
  return await randomCode(PREFIX_LENGTH, async (prefix) => {
    const taken = await ctx.db
      .query("invoices")
      .withIndex("by_number", (q) => q.eq("number", invoiceNumber(prefix, 1)))
      .first();
    return taken === null;
  });
}

async function readCustomer(ctx: QueryCtx, customer: Id<"customers">): Promise<Doc<"customers">> {
  const row = await ctx.db.get("customers", customer);
  if (!row) throw new Error(`Customer ${customer} vanished`);
  return row;
}

async function readInvoice(ctx: QueryCtx, id: Id<"invoices">): Promise<Doc<"invoices">> {
  const row = await ctx.db.get("invoices", id);
  if (!row) throw new Error("An invoice vanished in its own transaction");
  return row;
}

const NOT_CONFIGURED = {
  status: "declined" as const,
  code: "payments_not_configured",
  message: "Payments are not set up on this deployment.",
};
