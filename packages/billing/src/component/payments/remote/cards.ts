import { v } from "convex/values";
import type { Id } from "../../_generated/dataModel";
import { internalAction } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../current";

const MAX_APPROVALS = 20;

/** The processor forgets a card that its customer has removed. */
export const detach = internalAction({
  args: { method: v.string() },
  returns: v.null(),
  handler: async (_, { method }): Promise<null> => {
    const processor = currentProcessor();
    if (processor?.kind === "remote") await processor.removeMethod(method);
    return null;
  },
});

/** The processor's pages where a customer's payments wait for approval. */
export async function listApprovals(ctx: QueryCtx, customer: Id<"customers">): Promise<string[]> {
  const waiting = await ctx.db
    .query("charges")
    .withIndex("by_customer_and_state", (q) =>
      q.eq("customer", customer).eq("state", "requires_action"),
    )
    .take(MAX_APPROVALS);
  return waiting.flatMap(({ url }) => (url === null ? [] : [url]));
}
