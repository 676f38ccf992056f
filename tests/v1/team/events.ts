import { internalMutationGeneric, internalQueryGeneric } from "convex/server";
import { v } from "convex/values";
import { vBillingEvent } from "../../../packages/billing/src/contract";

export const onEvent = internalMutationGeneric({
  args: { event: vBillingEvent },
  returns: v.null(),
  handler: async (ctx, { event: { type, customer_id: customerId } }) => {
    await ctx.db.insert("events", { type, customerId });
    return null;
  },
});

export const list = internalQueryGeneric({
  args: {},
  returns: v.array(v.object({ type: v.string(), customerId: v.string() })),
  handler: async (ctx) => {
    const rows = (await ctx.db.query("events").take(20)) as { type: string; customerId: string }[];
    return rows.map(({ type, customerId }) => ({ type, customerId }));
  },
});
