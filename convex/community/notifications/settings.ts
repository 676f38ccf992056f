import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { consume } from "../../accounts/rateLimits";
import { callerNetwork } from "../../accounts/network";
import { accountOfIdentity } from "../../accounts/model";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { internalMutation } from "../../_generated/server";
import { canMail } from "../../mail/settings";
import { refusals } from "../errors";
import { findOwnProfile } from "../profiles/model";
import { choose, findChoices } from "./choices";
import { vNotificationKind } from "./tables";

/** The caller's choices; null if signed out. */
export const mine = query({
  args: {},
  returns: v.union(
    v.object({
      /** Kinds that do not appear on the site. */
      hidden: v.array(vNotificationKind),
      /** Kinds that are also mailed. */
      mailed: v.array(vNotificationKind),
      /** Whether there is a confirmed address to mail to. */
      hasAddress: v.boolean(),
    }),
    v.null(),
  ),
  handler: async (ctx) => {
    const profile = await findOwnProfile(ctx);
    if (!profile) return null;
    const choices = await findChoices(ctx, profile._id);
    const account = await accountOfIdentity(ctx, profile.tokenIdentifier);
    const hasAddress = canMail() && account?.email !== undefined;
    const { hidden = [], mailed = [] } = choices ?? {};
    return { hidden, mailed, hasAddress };
  },
});

/** Changes where kinds of notifications appear. Omitted fields stay unchanged. */
export const set = mutation({
  args: {
    kinds: v.array(vNotificationKind),
    site: v.optional(v.boolean()),
    mail: v.optional(v.boolean()),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { kinds, ...change }): Promise<Result<null>> => {
    const profile = await findOwnProfile(ctx);
    if (!profile) return refusals.signedOut();
    await choose(ctx, profile._id, [...new Set(kinds)], change);
    return ok(null);
  },
});

/** For the unsubscribe link in a mail: turns off all mails about notifications. */
export const stopMails = internalMutation({
  args: { token: v.string() },
  returns: v.union(v.literal("stopped"), v.literal("unknown"), v.literal("too_many")),
  handler: async (ctx, { token }) => {
    const network = await callerNetwork(ctx);
    if (network !== null && (await consume(ctx, "emailLinks", network)) > 0) {
      return "too_many" as const;
    }
    const choices = await ctx.db
      .query("notificationChoices")
      .withIndex("by_stopToken", (q) => q.eq("stopToken", token))
      .unique();
    if (!choices) return "unknown" as const;
    await ctx.db.patch("notificationChoices", choices._id, { mailed: [] });
    return "stopped" as const;
  },
});
