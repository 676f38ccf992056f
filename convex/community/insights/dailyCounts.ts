import { v } from "convex/values";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import { VIEW_SOURCES } from "../../contract/viewSource";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { DAY_MS } from "../../../packages/billing/src/contract";

/** An artist's counts of a day, or a change of them. */
export type DayCounts = Partial<
  Pick<Doc<"dailyCounts">, "views" | "likes" | "comments" | "follows" | "sources">
>;

/** The day of a time: whole days since 1970, in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/**
 * Counts events for an artist on a day. A withdrawn event is subtracted on the day of
 * its withdrawal.
 */
export async function countDay(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  day: number,
  { views = 0, likes = 0, comments = 0, follows = 0, sources = {} }: DayCounts,
): Promise<void> {
  await setCurrentDay(ctx, day);
  if ([views, likes, comments, follows].every((change) => change === 0)) return;
  const row = await findDay(ctx, profileId, day);
  const all = { ...row?.sources };
  for (const source of VIEW_SOURCES) {
    const sum = (all[source] ?? 0) + (sources[source] ?? 0);
    if (sum !== 0) all[source] = sum;
  }
  const counts = {
    views: (row?.views ?? 0) + views,
    likes: (row?.likes ?? 0) + likes,
    comments: (row?.comments ?? 0) + comments,
    follows: (row?.follows ?? 0) + follows,
    ...(Object.keys(all).length > 0 && { sources: all }),
  };
  if (row) await ctx.db.patch("dailyCounts", row._id, counts);
  else await ctx.db.insert("dailyCounts", { profileId, day, ...counts });
}

/** Counts views of a work on a day. */
export async function countViewsOfDay(
  ctx: MutationCtx,
  artworkId: Id<"artworks">,
  day: number,
  views: number,
): Promise<void> {
  if (views === 0) return;
  const work = await ctx.db
    .query("workViews")
    .withIndex("by_artworkId_and_day", (q) => q.eq("artworkId", artworkId).eq("day", day))
    .unique();
  if (work) await ctx.db.patch("workViews", work._id, { views: work.views + views });
  else await ctx.db.insert("workViews", { artworkId, day, views });
}

async function findDay(ctx: QueryCtx, profileId: Id<"profiles">, day: number) {
  return await ctx.db
    .query("dailyCounts")
    .withIndex("by_profileId_and_day", (q) => q.eq("profileId", profileId).eq("day", day))
    .unique();
}

/** The current day as stored; null on a site without any events. */
export async function currentDay(ctx: QueryCtx): Promise<number | null> {
  return (await ctx.db.query("currentDay").first())?.day ?? null;
}

/** Stores that a new day has begun, for artists without events on that day. */
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
  else if (row.day < day) await ctx.db.patch("currentDay", row._id, { day });
}
