import { ConvexError, v } from "convex/values";
import { mutation } from "./_generated/server";
import { billing } from "./billing";

/** Renders a picture with the units of one seat. One transaction stores both, or neither. */
export const start = mutation({
  args: { seat: v.string() },
  returns: v.null(),
  handler: async (ctx, { seat }) => {
    const who = await billing.me(ctx);
    const ofSeat = who && { ...who, entityId: seat };
    // The render's own id names the use: a key from the browser could be sent again for another
    // render.
    const key = await ctx.db.insert("renders", { account: who?.customerId ?? "", seat });
    const gate = await billing.gate(ctx, ofSeat, { featureId: "renders", key });
    if (gate.error) throw new ConvexError(gate.error.message);
    return null;
  },
});
