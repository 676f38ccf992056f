import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { MERGE_MS, changed, needsMerge } from "./countRules";
import type { WorkCounts } from "./countRules";
import { trendingScore } from "./ranking";

/** Rows that one transaction deletes; the rest follows in the next. */
const BATCH = 200;

/** A work's current counts: for its own page, and for code that changes them. */
export async function countsOf(ctx: QueryCtx, artwork: Doc<"artworks">): Promise<WorkCounts> {
  return (await findCounts(ctx, artwork._id)) ?? artwork;
}

/** Counts a change of a work. The first change after a merge schedules the next merge. */
export async function changeCounts(
  ctx: MutationCtx,
  artwork: Doc<"artworks">,
  change: Partial<WorkCounts>,
  now: number,
): Promise<WorkCounts> {
  const { _id: artworkId } = artwork;
  const row = await findCounts(ctx, artworkId);
  const counts = changed(row ?? artwork, change);
  const isDue = needsMerge(row?.mergeAt ?? null, now);
  const mergeAt = isDue ? now + MERGE_MS : (row?.mergeAt ?? null);
  if (row) await ctx.db.patch("workCounts", row._id, { ...counts, mergeAt });
  else await ctx.db.insert("workCounts", { artworkId, ...counts, mergeAt });
  if (isDue) {
    await ctx.scheduler.runAfter(MERGE_MS, internal.community.artworks.counts.merge, { artworkId });
  }
  return counts;
}

/** Merges a work's counts into the lists that show it, and ranks it by them. */
export const merge = internalMutation({
  args: { artworkId: v.id("artworks") },
  returns: v.null(),
  handler: async (ctx, { artworkId }) => {
    await mergeNow(ctx, artworkId);
    return null;
  },
});

/** Merges the counts at once: for the merge above, and for demo works. */
export async function mergeNow(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<void> {
  const row = await findCounts(ctx, artworkId);
  const artwork = await ctx.db.get("artworks", artworkId);
  if (!row || row.mergeAt === null || !artwork) return;
  const { likes, comments, views } = row;
  const trending = trendingScore({ ...artwork, likes, views });
  const merges = (artwork.merges ?? 0) + 1;
  await ctx.db.patch("artworks", artworkId, { likes, comments, views, trending, merges });
  await ctx.db.patch("workCounts", row._id, { mergeAt: null });
  await deleteWithdrawnLikes(ctx, artworkId, merges);
}

/** Continues to delete withdrawn likes, a batch at a time. */
export const deleteMoreWithdrawn = internalMutation({
  args: { artworkId: v.id("artworks"), merges: v.number() },
  returns: v.null(),
  handler: async (ctx, { artworkId, merges }): Promise<null> => {
    await deleteWithdrawnLikes(ctx, artworkId, merges);
    return null;
  },
});

/** Deletes the likes that were withdrawn before a merge: no count includes them any more. */
async function deleteWithdrawnLikes(ctx: MutationCtx, artworkId: Id<"artworks">, merges: number) {
  const rows = await ctx.db
    .query("likes")
    .withIndex("by_artworkId_and_withdrawn", (q) =>
      q.eq("artworkId", artworkId).gte("withdrawn", 0).lt("withdrawn", merges),
    )
    .take(BATCH);
  for (const { _id } of rows) await ctx.db.delete("likes", _id);
  if (rows.length < BATCH) return;
  const { deleteMoreWithdrawn: next } = internal.community.artworks.counts;
  await ctx.scheduler.runAfter(0, next, { artworkId, merges });
}

async function findCounts(ctx: QueryCtx, artworkId: Id<"artworks">) {
  return await ctx.db
    .query("workCounts")
    .withIndex("by_artworkId", (q) => q.eq("artworkId", artworkId))
    .unique();
}
