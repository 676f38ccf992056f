import { ConvexError, v } from "convex/values";
import { mutation } from "./_generated/server";
import { billing } from "./billing";

/** Orders a print. Counts the use in the same transaction: both are stored, or neither. */
export const order = mutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const who = await billing.me(ctx);
    // The order's own id names the use: a key from the browser could be sent again for another
    // print.
    const key = await ctx.db.insert("prints", { account: who?.customerId ?? "" });
    const gate = await billing.gate(ctx, who, { featureId: "prints", key });
    if (gate.error) throw new ConvexError(gate.error.message);
    return null;
  },
});
