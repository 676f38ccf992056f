import { v } from "convex/values";
import { internalMutation } from "../../_generated/server";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { DAY_MS } from "../../../packages/billing/src/contract";

type Counted = "views" | "likes" | "comments" | "follows";

/** The day of an instant: whole days since 1970, in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** Counts an event for an artist today. Withdrawn, it is subtracted today. */
export async function countFor(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  what: Counted,
  change: number,
  now: number,
): Promise<void> {
  const day = dayOf(now);
  await setCurrentDay(ctx, day);
  const row = await ctx.db
    .query("dailyCounts")
    .withIndex("by_profileId_and_day", (q) => q.eq("profileId", profileId).eq("day", day))
    .unique();
  const none = { views: 0, likes: 0, comments: 0, follows: 0 };
  if (row) await ctx.db.patch("dailyCounts", row._id, { [what]: row[what] + change });
  else await ctx.db.insert("dailyCounts", { profileId, day, ...none, [what]: change });
}

/** The current day as stored; null on a site without any events. */
export async function currentDay(ctx: QueryCtx): Promise<number | null> {
  return (await ctx.db.query("currentDay").first())?.day ?? null;
}

/** Stores that a new day began, for artists without events that day. */
export const updateCurrentDay = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await setCurrentDay(ctx, dayOf(Date.now()));
    return null;
  },
});

async function setCurrentDay(ctx: MutationCtx, day: number): Promise<void> {
  const row = await ctx.db.query("currentDay").first();
  if (!row) await ctx.db.insert("currentDay", { day });
  else if (row.day !== day) await ctx.db.patch("currentDay", row._id, { day });
}
