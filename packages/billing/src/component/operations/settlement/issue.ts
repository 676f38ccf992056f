import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { invoiceNumber, totalOf } from "../../rules/invoices/invoice";
import { emitIssued } from "../invoices/invoiceEvents";
import { isNumberKept } from "../../store/invoices/keptInvoices";
import { markPaid, move } from "../invoices/invoices";
import type { Payment } from "../invoices/invoices";
import { addDraft, findDraft, linesToStore, readInvoice } from "../invoices/drafts";
import type { NewInvoice } from "../invoices/drafts";
import { randomCode } from "../rewards/randomCode";

const PREFIX_LENGTH = 8;

/**
 * Issues an invoice, or the draft with its key. Its lines are final from now on.
 *
 * @param payment - Null: the invoice is open.
 */
export async function issueInvoice(
  ctx: MutationCtx,
  customer: Id<"customers">,
  payment: Payment | null,
  invoice: NewInvoice,
): Promise<Doc<"invoices">> {
  const draft = await findDraft(ctx, invoice.key);
  const issued = draft ?? (await addDraft(ctx, customer, invoice));
  // The purchase may have changed since the draft.
  const { product_ids, created_at, credited_product_ids: credited } = invoice;
  const lines = linesToStore(invoice);
  const content = {
    ...{ lines, total_minor: totalOf(lines), product_ids, created_at },
    ...(credited && { credited_product_ids: credited }),
  };
  const number = await nextNumber(ctx, customer);
  await move(ctx, issued, "finalise", { ...content, number });
  const open = await readInvoice(ctx, issued._id);
  await emitIssued(ctx, open, created_at);
  if (payment === null) return open;
  await markPaid(ctx, open, payment, created_at);
  return await readInvoice(ctx, issued._id);
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
