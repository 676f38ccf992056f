import { v } from "convex/values";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { billing } from "../../billing";

/** A customer has at most so many entities, and no more seats were used from. */
const MOST = 500;

interface Seat {
  customerId: string;
  entityId: string;
}

/** Remembers what was used of a seat that ends: given again this month, it is the same seat. */
export const note = internalMutation({
  args: { customerId: v.string(), entityId: v.string() },
  returns: v.null(),
  handler: async (ctx, seat) => {
    const { customerId } = seat;
    const { data: uploads } = await billing.feature(ctx, seat, "uploads");
    const { data: seats } = await billing.feature(ctx, { customerId }, "seats");
    // Without seats in the plan, what the uploads are is not the seat's.
    if (!uploads || !seats || uploads.usage === 0) return null;
    const { usage: used, next_reset_at: resetsAt } = uploads;
    await ctx.db.insert("spentSeats", { customerId, used, resetsAt });
    return null;
  },
});

/**
 * Lets a seat that was just made carry on where a released one stopped, unless
 * the plan has one more that nobody used yet. Of several released ones it is
 * the one with most left.
 */
export async function carryOn(ctx: MutationCtx, seat: Seat): Promise<void> {
  const { customerId, entityId } = seat;
  const { data: uploads } = await billing.feature(ctx, seat, "uploads");
  const { data: seats } = await billing.feature(ctx, { customerId }, "seats");
  if (!uploads || !seats) return;
  const spent = await spentThisMonth(ctx, customerId, uploads.next_reset_at);
  const [least] = spent;
  if (!least || spent.length <= seats.balance) return;
  await ctx.db.delete("spentSeats", least._id);
  const use = { featureId: "uploads" as const, value: least.used, key: `carried ${entityId}` };
  const { error } = await billing.gate(ctx, seat, use);
  if (error) throw new Error(`Seat ${entityId} does not carry on: ${error.message}`);
}

/** Forgets those of months that are over. */
async function spentThisMonth(ctx: MutationCtx, customerId: string, resetsAt: number | null) {
  const rows = await ctx.db
    .query("spentSeats")
    .withIndex("by_customerId_and_used", (q) => q.eq("customerId", customerId))
    .take(MOST);
  const isOver = (row: (typeof rows)[number]) => row.resetsAt !== resetsAt;
  for (const { _id } of rows.filter(isOver)) await ctx.db.delete("spentSeats", _id);
  return rows.filter((row) => !isOver(row));
}
