import { v } from "convex/values";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ViewSource } from "../../contract/viewSource";
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
  const row = await findDay(ctx, profileId, day);
  const none = { views: 0, likes: 0, comments: 0, follows: 0 };
  if (row) await ctx.db.patch("dailyCounts", row._id, { [what]: row[what] + change });
  else await ctx.db.insert("dailyCounts", { profileId, day, ...none, [what]: change });
}

/** Counts a view of a work today: for its artist, by where it was opened, and for the work. */
export async function countView(
  ctx: MutationCtx,
  { _id: artworkId, profileId }: Doc<"artworks">,
  source: ViewSource,
  now: number,
): Promise<void> {
  await countFor(ctx, profileId, "views", 1, now);
  const day = dayOf(now);
  const artist = await findDay(ctx, profileId, day);
  if (artist) {
    const sources = { ...artist.sources, [source]: (artist.sources?.[source] ?? 0) + 1 };
    await ctx.db.patch("dailyCounts", artist._id, { sources });
  }
  const work = await ctx.db
    .query("workViews")
    .withIndex("by_artworkId_and_day", (q) => q.eq("artworkId", artworkId).eq("day", day))
    .unique();
  if (work) await ctx.db.patch("workViews", work._id, { views: work.views + 1 });
  else await ctx.db.insert("workViews", { artworkId, day, views: 1 });
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
