import { v } from "convex/values";
import { internalMutation } from "../../_generated/server";
import { findByRequest } from "./requests";
import { settle } from "./settlement";

/**
 * An operator has settled with the processor what a charge or refund moved by mistake: from now on
 * it counts as declined, and can be asked for again.
 *
 * @returns False: there is no such charge.
 */
export const dismiss = internalMutation({
  args: {
    /** As the log names it. */
    charge: v.string(),
  },
  returns: v.boolean(),
  handler: async (ctx, { charge: key }): Promise<boolean> => {
    const charge = await findByRequest(ctx, key);
    if (charge?.mismatch === undefined) return false;
    await ctx.db.patch("charges", charge._id, { mismatch: undefined, is_unanswered: undefined });
    const message = "The payment was not the one that was asked for.";
    const answer = { status: "declined" as const, code: "amount_differs", message };
    await settle(ctx, charge, { answer, reference: null, card: null, moved: null });
    return true;
  },
});
