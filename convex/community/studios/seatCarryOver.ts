import { v } from "convex/values";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { billing } from "../../billing";

/** A customer has at most this many entities, so no more seats can have usage. */
const MOST = 500;

interface Seat {
  customerId: string;
  entityId: string;
}

/**
 * Records the usage of a seat before it is deleted, so that the same seat
 * continues if it is assigned again this month.
 */
export const recordUsage = internalMutation({
  args: { customerId: v.string(), entityId: v.string() },
  returns: v.null(),
  handler: async (ctx, seat) => {
    const { customerId } = seat;
    const { data: uploads } = await billing.feature(ctx, seat, "uploads");
    const { data: seats } = await billing.feature(ctx, { customerId }, "seats");
    // Without seats in the plan, the uploads do not belong to the seat.
    if (!uploads || !seats || uploads.usage === 0) return null;
    const { usage: used, next_reset_at: resetsAt } = uploads;
    await ctx.db.insert("seatCarryOvers", { customerId, used, resetsAt });
    return null;
  },
});

/**
 * Carries the usage of a released seat over to a new one, unless the plan has
 * another unused seat. Of several released seats, it takes the one with the least
 * usage.
 */
export async function carryOverUsage(ctx: MutationCtx, seat: Seat): Promise<void> {
  const { customerId, entityId } = seat;
  const { data: uploads } = await billing.feature(ctx, seat, "uploads");
  const { data: seats } = await billing.feature(ctx, { customerId }, "seats");
  if (!uploads || !seats) return;
  const spent = await usageThisMonth(ctx, customerId, uploads.next_reset_at);
  const [least] = spent;
  if (!least || spent.length <= seats.balance) return;
  await ctx.db.delete("seatCarryOvers", least._id);
  const use = { featureId: "uploads" as const, value: least.used, key: `carried ${entityId}` };
  const { error } = await billing.gate(ctx, seat, use);
  if (error) throw new Error(`Seat ${entityId} does not carry on: ${error.message}`);
}

/** Deletes the rows of earlier months. */
async function usageThisMonth(ctx: MutationCtx, customerId: string, resetsAt: number | null) {
  const rows = await ctx.db
    .query("seatCarryOvers")
    .withIndex("by_customerId_and_used", (q) => q.eq("customerId", customerId))
    .take(MOST);
  const isOver = (row: (typeof rows)[number]) => row.resetsAt !== resetsAt;
  for (const { _id } of rows.filter(isOver)) await ctx.db.delete("seatCarryOvers", _id);
  return rows.filter((row) => !isOver(row));
}
