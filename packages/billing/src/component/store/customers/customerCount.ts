import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

const SHARDS = 16;

/** @param by - 1: a customer was created; -1: one was deleted. */
export async function countCustomer(
  ctx: MutationCtx,
  customer: Id<"customers">,
  by: 1 | -1,
): Promise<void> {
  const shard = shardOf(customer);
  const row = await ctx.db
    .query("customerCounts")
    .withIndex("by_shard", (q) => q.eq("shard", shard))
    .unique();
  if (row) await ctx.db.patch("customerCounts", row._id, { count: row.count + by });
  else await ctx.db.insert("customerCounts", { shard, count: by });
}

export async function customerCount(ctx: QueryCtx): Promise<number> {
  const rows = await ctx.db.query("customerCounts").take(SHARDS);
  return rows.reduce((sum, { count }) => sum + count, 0);
}

function shardOf(customer: Id<"customers">): number {
  let sum = 0;
  for (let index = 0; index < customer.length; index += 1) sum += customer.charCodeAt(index);
  return sum % SHARDS;
}
