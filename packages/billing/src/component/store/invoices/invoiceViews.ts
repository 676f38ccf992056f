import type { Attach } from "../../../contract/responses";
import type { Invoice } from "../../../contract/wire";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { refundedOf } from "../../rules/invoice";
import { toMajor } from "../../rules/money";

const MAX_LISTED = 100;

/** Newest first. */
export async function listInvoices(
  ctx: QueryCtx,
  customer: Id<"customers">,
  now: number,
): Promise<Invoice[]> {
  const rows = await ctx.db
    .query("invoices")
    .withIndex("by_customer_and_created_at", (q) => q.eq("customer", customer))
    .order("desc")
    .take(MAX_LISTED);
  return await Promise.all(rows.map((row) => serializeInvoice(row, now)));
}

async function serializeInvoice(row: Doc<"invoices">, now: number): Promise<Invoice> {
  const { credit_minor: fromCredit = 0 } = row;
  const refunded = refundedOf(row.refunds);
  const asCredit = refunded.minor - refunded.by_card_minor;
  return {
    product_ids: row.product_ids,
    stripe_id: row._id,
    status: row.status,
    total: toMajor(row.total_minor, row.currency),
    ...(row.refunds && {
      amount_refunded: toMajor(refunded.minor, row.currency),
    }),
    ...(fromCredit !== 0 && { from_credit: toMajor(fromCredit, row.currency) }),
    ...(asCredit !== 0 && { refunded_as_credit: toMajor(asCredit, row.currency) }),
    currency: row.currency,
    created_at: row.created_at,
    hosted_invoice_url: await invoiceUrl(row, now),
  };
}

/** An invoice in the answer of the call that made it. */
export async function summariseInvoice(
  row: Doc<"invoices">,
  now: number,
): Promise<NonNullable<Attach["invoice"]>> {
  const { status, _id: stripe_id, total_minor: total, currency } = row;
  return { status, stripe_id, hosted_invoice_url: await invoiceUrl(row, now), total, currency };
}

/** Where the invoice can be seen and paid, for a day; null: it has no page here. */
export async function invoiceUrl(row: Doc<"invoices">, now: number): Promise<string | null> {
  const processor = currentProcessor();
  return processor?.kind === "inline" ? await processor.invoiceUrl(row, now) : null;
}
