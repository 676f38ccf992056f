import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation, internalQuery } from "../_generated/server";
import { nullable } from "../../contract/wire";
import { vPlace, nextBatch } from "../platform/walk";
import { vKeptInvoice } from "../store/invoices/invoiceTables";

const BATCH = 500;
const LIST_PAGE = 100;

const vKeptRow = v.object({
  _id: v.id("keptInvoices"),
  _creationTime: v.number(),
  ...vKeptInvoice.fields,
});

/**
 * For operators: invoices of deleted customers, oldest first, 100 at a time.
 *
 * @param from - Issued at or after this, in epoch milliseconds. Absent: from the first.
 * @param before - Issued before this. Absent: up to the last.
 * @param place - `next` of the page before.
 */
export const list = internalQuery({
  args: {
    from: v.optional(v.number()),
    before: v.optional(v.number()),
    place: v.optional(vPlace),
  },
  returns: v.object({ list: v.array(vKeptRow), next: nullable(vPlace) }),
  handler: async (ctx, { from = 0, before = Infinity, place = null }) => {
    const kept = () => ctx.db.query("keptInvoices");
    const { rows, next } = await nextBatch(
      place,
      LIST_PAGE,
      {
        same: async ({ at, created }, size) =>
          await kept()
            .withIndex("by_created_at", (q) => q.eq("created_at", at).gt("_creationTime", created))
            .take(size),
        later: async (after, size) =>
          await kept()
            .withIndex("by_created_at", (q) =>
              (after === null ? q.gte("created_at", from) : q.gt("created_at", after)).lt(
                "created_at",
                before,
              ),
            )
            .take(size),
      },
      (row) => row.created_at,
    );
    return { list: rows, next };
  },
});

/**
 * Deletes invoices after their retention period, batch after batch until none is
 * left.
 *
 * @returns How many this batch deleted.
 */
export const deleteOld = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const over = await ctx.db
      .query("keptInvoices")
      .withIndex("by_expires_at", (q) => q.lte("expires_at", Date.now()))
      .take(BATCH);
    for (const { _id } of over) await ctx.db.delete("keptInvoices", _id);
    const next = internal.lifecycle.keptInvoices.deleteOld;
    if (over.length === BATCH) await ctx.scheduler.runAfter(0, next, {});
    return over.length;
  },
});
