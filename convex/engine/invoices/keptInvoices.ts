import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { internalMutation, internalQuery } from "../../_generated/server";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { keptUntil } from "../../../packages/billing/src/component/rules/invoice";
import { ORG } from "../../../packages/billing/src/component/rules/org";
import { vKeptInvoice } from "./invoiceTables";

const SWEEP_BATCH = 500;

const vKeptRow = v.object({
  _id: v.id("keptInvoices"),
  _creationTime: v.number(),
  ...vKeptInvoice.fields,
});

/**
 * Keeps what bookkeeping needs of a deleted customer's invoice. A draft was
 * never issued: nothing of it is kept.
 *
 * @param billedTo - As the invoice shows it.
 */
export async function keepInvoice(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  billedTo: string | null,
): Promise<void> {
  const { number, status, created_at, currency, lines, total_minor } = invoice;
  const { credit_minor = 0, amount_paid_minor = 0, credited_minor = 0, refunds = [] } = invoice;
  const expires_at = keptUntil(created_at, ORG.invoice_years);
  if (number === undefined || expires_at <= Date.now()) return;
  await ctx.db.insert("keptInvoices", {
    ...{ number, billed_to: billedTo, status, created_at, currency, total_minor, expires_at },
    ...{ credit_minor, amount_paid_minor, credited_minor, refunds },
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

/**
 * For operators: invoices of deleted customers, oldest first.
 *
 * @param from - Issued at or after this, in epoch milliseconds. Absent: from the first.
 * @param before - Issued before this. Absent: up to the last.
 */
export const list = internalQuery({
  args: {
    from: v.optional(v.number()),
    before: v.optional(v.number()),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(vKeptRow),
  handler: async (ctx, { from = 0, before = Infinity, paginationOpts }) => {
    return await ctx.db
      .query("keptInvoices")
      .withIndex("by_created_at", (q) => q.gte("created_at", from).lt("created_at", before))
      .paginate(paginationOpts);
  },
});

/**
 * Deletes the invoices whose period is over, batch after batch until none is left.
 *
 * @returns How many this batch deleted.
 */
export const sweep = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const over = await ctx.db
      .query("keptInvoices")
      .withIndex("by_expires_at", (q) => q.lte("expires_at", Date.now()))
      .take(SWEEP_BATCH);
    for (const { _id } of over) await ctx.db.delete("keptInvoices", _id);
    const next = internal.engine.invoices.keptInvoices.sweep;
    if (over.length === SWEEP_BATCH) await ctx.scheduler.runAfter(0, next, {});
    return over.length;
  },
});
