import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../_generated/server";
import { vKeptInvoice } from "../store/invoices/invoiceTables";

const SWEEP_BATCH = 500;

const vKeptRow = v.object({
  _id: v.id("keptInvoices"),
  _creationTime: v.number(),
  ...vKeptInvoice.fields,
});

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
    const next = internal.lifecycle.keptInvoices.sweep;
    if (over.length === SWEEP_BATCH) await ctx.scheduler.runAfter(0, next, {});
    return over.length;
  },
});
