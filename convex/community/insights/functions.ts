import { v } from "convex/values";
import { fail, ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { query } from "../../_generated/server";
import { currentDay } from "./dailyCounts";
import { billing } from "../../billing";
import { refusals } from "../errors";
import { findOwnProfile } from "../profiles/model";

const vInsights = v.object({
  /** The current day, the last of the window; null on a site without any events. */
  until: v.union(v.number(), v.null()),
  /** Oldest first. A day without events is left out. */
  days: v.array(
    v.object({
      /** Days since 1970, in UTC. */
      day: v.number(),
      ...{ views: v.number(), likes: v.number(), comments: v.number(), follows: v.number() },
    }),
  ),
});

/**
 * The events around the caller's works in the last 30 or 90 days. The 90-day
 * window is a feature of a plan: without it, `insufficient_balance`.
 */
export const read = query({
  args: { window: v.union(v.literal(30), v.literal(90)) },
  returns: vResult(vInsights),
  handler: async (ctx, { window }): Promise<Result<typeof vInsights.type>> => {
    const artist = await findOwnProfile(ctx);
    if (!artist) return refusals.signedOut();
    if (window === 90) {
      const need = { featureId: "insights_90" as const };
      const allowed = await billing.allowed(ctx, await billing.me(ctx), need);
      if (allowed.error) return allowed;
      if (!allowed.data) return fail("insufficient_balance", "Your plan shows the last 30 days");
    }
    const until = await currentDay(ctx);
    if (until === null) return ok({ until, days: [] });
    const rows = await ctx.db
      .query("dailyCounts")
      .withIndex("by_profileId_and_day", (q) =>
        q
          .eq("profileId", artist._id)
          .gt("day", until - window)
          .lte("day", until),
      )
      .take(window);
    const days = rows.map(({ day, views, likes, comments, follows }) => {
      return { day, views, likes, comments, follows };
    });
    return ok({ until, days });
  },
});
