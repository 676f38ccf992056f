import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { randomSecret } from "../../platform/digest";
import { isNothing, totalOf } from "../../rules/invoices/invoice";
import type { InvoiceLine } from "../../store/invoices/invoiceTables";
import { move } from "./invoices";

export type NewInvoice = Pick<
  Doc<"invoices">,
  "key" | "product_ids" | "subscription" | "billing_reason" | "currency" | "created_at"
> & { lines: readonly InvoiceLine[]; credited_product_ids?: string[] };

/**
 * Adds a draft invoice: it has no number, and nothing is owed for it. A second invoice
 * with the same key is a bug.
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
    lines: linesToStore(invoice),
    total_minor: totalOf(invoice.lines),
    link_secret: randomSecret(),
  });
  return await readInvoice(ctx, id);
}

/** Omits lines of 0, unless a discount made them 0. */
export function linesToStore({ lines }: NewInvoice): InvoiceLine[] {
  return lines.filter((line) => !isNothing(line));
}

/** Voids the draft of a purchase that will not happen, if there is one. */
export async function voidDraft(ctx: MutationCtx, key: string): Promise<void> {
  const draft = await findDraft(ctx, key);
  if (draft) await move(ctx, draft, "void", {});
}

/** The draft with this key; null if there is none. */
export async function findDraft(ctx: QueryCtx, key: string): Promise<Doc<"invoices"> | null> {
  const invoice = await findInvoice(ctx, key);
  return invoice?.status === "draft" ? invoice : null;
}

/** The invoice with this key; null if there is none. */
export async function findInvoice(ctx: QueryCtx, key: string): Promise<Doc<"invoices"> | null> {
  return await ctx.db
    .query("invoices")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}

export async function readInvoice(ctx: QueryCtx, id: Id<"invoices">): Promise<Doc<"invoices">> {
  const row = await ctx.db.get("invoices", id);
  if (!row) throw new Error("An invoice vanished in its own transaction");
  return row;
}
