import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { randomCode } from "../rewards/codes";
import { randomSecret } from "../../platform/digest";
import { invoiceNumber, totalOf } from "../../rules/invoice";
import type { StoredLine } from "../../store/invoices/invoiceTables";
import { tellIssued } from "../../store/events/happenings";
import { isNumberKept } from "../../store/invoices/keptInvoices";
import { markPaid, move } from "./invoices";
import type { Payment } from "./invoices";

const PREFIX_LENGTH = 8;

export type NewInvoice = Pick<
  Doc<"invoices">,
  "key" | "product_ids" | "subscription" | "billing_reason" | "currency" | "created_at"
> & { lines: readonly StoredLine[] };

/**
 * Adds a draft invoice: it has no number, and nothing is owed for it. The same key
 * twice is a bug of ours.
 */
export async function addDraft(
  ctx: MutationCtx,
  customer: Id<"customers">,
  invoice: NewInvoice,
): Promise<Doc<"invoices">> {
  if (await findInvoice(ctx, invoice.key)) throw new Error(`Invoice ${invoice.key} exists already`);
  const id = await ctx.db.insert("invoices", {
    ...invoice,
    customer,
    status: "draft",
    lines: [...invoice.lines],
    total_minor: totalOf(invoice.lines),
    link_secret: randomSecret(),
  });
  return await readInvoice(ctx, id);
}

/**
 * Issues an invoice, or the draft of its key: from now on its lines are final.
 *
 * @param payment - Null: it is open.
 */
export async function addInvoice(
  ctx: MutationCtx,
  customer: Id<"customers">,
  payment: Payment | null,
  invoice: NewInvoice,
): Promise<Doc<"invoices">> {
  const draft = await findDraft(ctx, invoice.key);
  const issued = draft ?? (await addDraft(ctx, customer, invoice));
  // The purchase may have changed since the draft.
  const { lines, product_ids, created_at } = invoice;
  const content = { lines: [...lines], total_minor: totalOf(lines), product_ids, created_at };
  const number = await nextNumber(ctx, customer);
  await move(ctx, issued, "finalise", { ...content, number });
  const open = await readInvoice(ctx, issued._id);
  await tellIssued(ctx, open, created_at);
  if (payment === null) return open;
  await markPaid(ctx, open, payment, created_at);
  return await readInvoice(ctx, issued._id);
}

/** Voids the draft of a purchase that will not happen, if there is one. */
export async function voidDraft(ctx: MutationCtx, key: string): Promise<void> {
  const draft = await findDraft(ctx, key);
  if (draft) await move(ctx, draft, "void", {});
}

async function findDraft(ctx: QueryCtx, key: string): Promise<Doc<"invoices"> | null> {
  const invoice = await findInvoice(ctx, key);
  return invoice?.status === "draft" ? invoice : null;
}

/** The invoice of one key; null: there is none. */
export async function findInvoice(ctx: QueryCtx, key: string): Promise<Doc<"invoices"> | null> {
  return await ctx.db
    .query("invoices")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}

/** Numbers are counted per customer, so that customers who pay at once do not conflict. */
async function nextNumber(ctx: MutationCtx, id: Id<"customers">): Promise<string> {
  const customer = await ctx.db.get("customers", id);
  if (!customer) throw new Error(`Customer ${id} vanished`);
  const { invoice_numbers: last } = customer;
  const prefix = last ? last.prefix : await newPrefix(ctx);
  const count = (last ? last.count : 0) + 1;
  await ctx.db.patch("customers", id, { invoice_numbers: { prefix, count } });
  return invoiceNumber(prefix, count);
}

async function newPrefix(ctx: MutationCtx): Promise<string> {
  return await randomCode(PREFIX_LENGTH, async (prefix) => {
    const number = invoiceNumber(prefix, 1);
    const taken = await ctx.db
      .query("invoices")
      .withIndex("by_number", (q) => q.eq("number", number))
      .first();
    return taken === null && !(await isNumberKept(ctx, number));
  });
}

async function readInvoice(ctx: QueryCtx, id: Id<"invoices">): Promise<Doc<"invoices">> {
  const row = await ctx.db.get("invoices", id);
  if (!row) throw new Error("An invoice vanished in its own transaction");
  return row;
}
