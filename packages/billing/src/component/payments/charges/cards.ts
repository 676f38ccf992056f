import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import { internalAction } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { siteUrl } from "../../platform/siteUrl";
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

/** An address of ours that leads to the processor's page for a payment that waits for approval. */
export function approvalUrl({ _id }: Doc<"charges">): string {
  return `${siteUrl()}/payments/approve/${_id}`;
}

/** The pages where a customer's payments wait for approval. */
export async function listApprovals(ctx: QueryCtx, customer: Id<"customers">): Promise<string[]> {
  const waiting = await ctx.db
    .query("charges")
    .withIndex("by_customer_and_state", (q) =>
      q.eq("customer", customer).eq("state", "requires_action"),
    )
    .take(MAX_APPROVALS);
  return waiting.map(approvalUrl);
}
