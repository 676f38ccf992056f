import { ConvexError, v } from "convex/values";
import { mutation } from "./_generated/server";
import { billing } from "./billing";

/** Orders a print. The use is counted in the same transaction: both are stored, or neither. */
export const order = mutation({
  args: { key: v.string() },
  returns: v.null(),
  handler: async (ctx, { key }) => {
    const who = await billing.me(ctx);
    const gate = await billing.gate(ctx, who, { featureId: "prints", key });
    if (gate.error) throw new ConvexError(gate.error.message);
    if (who) await ctx.db.insert("prints", { account: who.customerId });
    return null;
  },
});
