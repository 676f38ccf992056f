import type { InvoiceDetail } from "../../../contract/invoiceResponses";
import { MAX_LISTED_INVOICES } from "../../../contract/listedInvoices";
import type { Attach } from "../../../contract/responses";
import type { Invoice } from "../../../contract/wire";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { readPage } from "../../platform/pages";
import { refundedOf } from "../../rules/invoices/invoice";
import { leftOfLines, leftToRefund } from "../../rules/invoices/refund";
import { toMajor } from "../../rules/money/money";

/** The newest, newest first. */
export async function listInvoices(
  ctx: QueryCtx,
  customer: Id<"customers">,
  now: number,
): Promise<Invoice[]> {
  const rows = await ctx.db
    .query("invoices")
    .withIndex("by_customer_and_created_at", (q) => q.eq("customer", customer))
    .order("desc")
    .take(MAX_LISTED_INVOICES);
  return await Promise.all(rows.map((row) => serializeInvoice(row, now)));
}

interface Page {
  limit?: number;
  cursor?: string;
}

/** A page of invoices, newest first; a failure for an unknown cursor. */
export async function pageOfInvoices(ctx: QueryCtx, customer: Id<"customers">, page: Page) {
  const own = () => ctx.db.query("invoices");
  return await readPage(page, {
    find: async (cursor) => {
      const id = ctx.db.normalizeId("invoices", cursor);
      const row = id && (await ctx.db.get("invoices", id));
      return row?.customer === customer ? row : null;
    },
    same: async (at, created, size) =>
      await own()
        .withIndex("by_customer_and_created_at", (q) =>
          q.eq("customer", customer).eq("created_at", at).lt("_creationTime", created),
        )
        .order("desc")
        .take(size),
    earlier: async (before, size) =>
      await own()
        .withIndex("by_customer_and_created_at", (q) =>
          q.eq("customer", customer).lt("created_at", before ?? Infinity),
        )
        .order("desc")
        .take(size),
  });
}

/** An invoice with its number and lines, and the refundable amounts. */
export async function serializeInvoiceDetail(
  row: Doc<"invoices">,
  now: number,
): Promise<InvoiceDetail> {
  const major = (minor: number) => toMajor(minor, row.currency);
  const most = leftToRefund(row);
  const left = leftOfLines(row);
  return {
    ...(await serializeInvoice(row, now)),
    number: row.number ?? null,
    lines: row.lines.map(({ description, minor, discount_minor: discount }, line) => ({
      ...{ line, description, amount: major(minor) },
      ...(discount !== undefined && { discount: major(discount) }),
      refundable: major(Math.min(left[line] ?? 0, most)),
    })),
    refundable: major(most),
  };
}

/** An invoice as lists show it. */
export async function serializeInvoice(row: Doc<"invoices">, now: number): Promise<Invoice> {
  const { credit_minor: fromCredit = 0 } = row;
  const refunded = refundedOf(row.refunds);
  const asCredit = refunded.minor - refunded.by_card_minor;
  return {
    product_ids: row.product_ids,
    stripe_id: row._id,
    status: row.status,
    total: toMajor(row.total_minor, row.currency),
    ...(refunded.minor > 0 && {
      amount_refunded: toMajor(refunded.minor, row.currency),
    }),
    ...(fromCredit !== 0 && { from_credit: toMajor(fromCredit, row.currency) }),
    ...(row.credited_product_ids && { credited_product_ids: row.credited_product_ids }),
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

/** Where the invoice can be seen and paid; null: it has no page. Works for a day by default. */
export async function invoiceUrl(
  row: Doc<"invoices">,
  now: number,
  forMs?: number,
): Promise<string | null> {
  const processor = currentProcessor();
  return processor && (await processor.invoiceUrl(row, now, forMs));
}
