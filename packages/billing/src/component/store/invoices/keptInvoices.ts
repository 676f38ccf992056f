import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { creditedOf, keptUntil } from "../../rules/invoices/invoice";
import { BILLING_SETTINGS } from "../../rules/billingSettings";

/**
 * Stores what bookkeeping needs of a deleted customer's invoice. A draft was never
 * issued: nothing of it is kept.
 *
 * @param billedTo - As the invoice shows it.
 */
export async function keepInvoice(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  billedTo: string | null,
): Promise<void> {
  const { number, status, created_at, currency, lines, total_minor } = invoice;
  const { credit_minor = 0, amount_paid_minor = 0, refunds = [] } = invoice;
  const expires_at = keptUntil(created_at, BILLING_SETTINGS.invoice_years);
  if (number === undefined || expires_at <= Date.now()) return;
  await ctx.db.insert("keptInvoices", {
    ...{ number, billed_to: billedTo, status, created_at, currency, total_minor, expires_at },
    ...{ credit_minor, amount_paid_minor, credited_minor: creditedOf(lines), refunds },
    lines: lines.map(({ description, minor }) => ({ description, minor })),
  });
}

/** Whether a deleted customer's invoice has this number. */
export async function isNumberKept(ctx: QueryCtx, number: string): Promise<boolean> {
  const kept = await ctx.db
    .query("keptInvoices")
    .withIndex("by_number", (q) => q.eq("number", number))
    .first();
  return kept !== null;
}
