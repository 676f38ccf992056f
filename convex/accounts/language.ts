import { v } from "convex/values";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { mutation } from "./guarded";
import { ownAccount } from "./model";
import { refusals } from "./refuse";
import { vLanguage } from "./tables";

/** Sets the language of the caller's mails. */
export const set = mutation({
  args: { language: vLanguage },
  returns: vResult(v.null()),
  handler: async (ctx, { language }): Promise<Result<null>> => {
    const account = await ownAccount(ctx);
    if (!account) return refusals.ended();
    await ctx.db.patch("accounts", account._id, { language });
    return ok(null);
  },
});
