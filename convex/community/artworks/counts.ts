import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { dayOf } from "../insights/dailyCounts";
import { countInDays, tellOfLikes } from "./countedChanges";
import { FOLD_MS, MERGE_MS, changed, needsRun } from "./countRules";
import type { CountChange, WorkCounts } from "./countRules";
import { trendingScore } from "./ranking";

/** Withdrawn likes that one transaction deletes; the next one continues. */
const BATCH = 200;

/** Changes that one transaction counts; each may cause a notification. */
const FOLDED = 100;

/** A work's own page adds up to this many uncounted changes, the newest. */
const ADDED = 100;

/** Optional details of a change. */
type Change = CountChange &
  Pick<Doc<"workChanges">, "source" | "likedBy"> & {
    /** The change of the artist's daily counts. Default: the same number. */
    ofDay?: number;
  };

/**
 * A work's current counts, for its own page. Mutations must not read them: every change
 * would conflict.
 */
export async function countsOf(ctx: QueryCtx, artwork: Doc<"artworks">): Promise<WorkCounts> {
  const counted = (await findCounts(ctx, artwork._id)) ?? artwork;
  const newest = await ctx.db
    .query("workChanges")
    .withIndex("by_artworkId_and_generation", (q) => q.eq("artworkId", artwork._id))
    .order("desc")
    .take(ADDED);
  return changed(counted, newest);
}

/**
 * Appends a change of a work's counts, so that no two changes write the same row. The
 * first change after a fold schedules the next fold.
 *
 * @returns The generation of the change; all changes of a generation are counted together.
 */
export async function changeCounts(
  ctx: MutationCtx,
  artwork: Doc<"artworks">,
  { what, by, ofDay = by, source, likedBy }: Change,
  now: number,
): Promise<number> {
  const { _id: artworkId } = artwork;
  const row = await findCounts(ctx, artworkId);
  const { generation } = stagesOf(row, artwork);
  const change = { artworkId, generation, what, by, ofDay, day: dayOf(now) };
  await ctx.db.insert("workChanges", {
    ...change,
    ...(source && { source }),
    ...(likedBy && { likedBy }),
  });
  if (!needsRun(row?.foldAt ?? null, now)) return generation;
  const foldAt = now + FOLD_MS;
  if (row) await ctx.db.patch("workCounts", row._id, { foldAt });
  else {
    const { likes, comments, views } = artwork;
    const counts = { likes, comments, views };
    await ctx.db.insert("workCounts", { artworkId, ...counts, mergeAt: null, foldAt, generation });
  }
  await ctx.scheduler.runAfter(FOLD_MS, internal.community.artworks.counts.seal, { artworkId });
  return generation;
}

const args = { artworkId: v.id("artworks") };

/** Begins a new generation for later changes, then counts the earlier ones. */
export const seal = internalMutation({
  args,
  returns: v.null(),
  handler: async (ctx, { artworkId }): Promise<null> => {
    if (await sealNow(ctx, artworkId)) {
      await ctx.scheduler.runAfter(0, internal.community.artworks.counts.fold, { artworkId });
    }
    return null;
  },
});

/** Counts a work's sealed changes in batches, then schedules their merge. */
export const fold = internalMutation({
  args,
  returns: v.null(),
  handler: async (ctx, { artworkId }): Promise<null> => {
    if (await foldSome(ctx, artworkId)) {
      await ctx.scheduler.runAfter(0, internal.community.artworks.counts.fold, { artworkId });
    }
    return null;
  },
});

/** Merges a work's counts into the lists that show it, and ranks it by them. */
export const merge = internalMutation({
  args,
  returns: v.null(),
  handler: async (ctx, { artworkId }): Promise<null> => {
    if (await mergeCounted(ctx, artworkId)) return null;
    // The counts include only part of a generation, so count the rest immediately.
    await ctx.scheduler.runAfter(FOLD_MS, internal.community.artworks.counts.merge, { artworkId });
    return null;
  },
});

/** Counts everything in one transaction, for works with few changes. */
export async function countNow(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<void> {
  if (!(await sealNow(ctx, artworkId))) return;
  let isMore = true;
  while (isMore) isMore = await foldSome(ctx, artworkId);
}

/** Counts and merges everything in one transaction, for demo works. */
export async function mergeNow(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<void> {
  await countNow(ctx, artworkId);
  await mergeCounted(ctx, artworkId);
}

async function sealNow(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<boolean> {
  const [row, artwork] = await load(ctx, artworkId);
  if (!row || !artwork || (row.foldAt ?? null) === null) return false;
  const { generation, counted } = stagesOf(row, artwork);
  const next = { generation: generation + 1, counted, foldAt: null };
  await ctx.db.patch("workCounts", row._id, next);
  return true;
}

/**
 * Writers insert only into the current generation, so they don't conflict with this
 * read.
 *
 * @returns Whether there may be more.
 */
async function foldSome(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<boolean> {
  const [row, artwork] = await load(ctx, artworkId);
  if (!row || !artwork) return false;
  const { generation, counted } = stagesOf(row, artwork);
  const changes = await ctx.db
    .query("workChanges")
    .withIndex("by_artworkId_and_generation", (q) =>
      q.eq("artworkId", artworkId).lt("generation", generation),
    )
    .take(FOLDED);
  for (const { _id } of changes) await ctx.db.delete("workChanges", _id);
  await countInDays(ctx, artwork, changes);
  await tellOfLikes(ctx, artwork, changes);
  const isMore = changes.length === FOLDED;
  const now = Date.now();
  const isDue = needsRun(row.mergeAt, now);
  await ctx.db.patch("workCounts", row._id, {
    ...changed(row, changes),
    counted: isMore ? counted : generation,
    mergeAt: isDue ? now + MERGE_MS : row.mergeAt,
  });
  if (isDue) {
    await ctx.scheduler.runAfter(MERGE_MS, internal.community.artworks.counts.merge, { artworkId });
  }
  return isMore;
}

/** @returns False if some sealed changes are not counted yet. */
async function mergeCounted(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<boolean> {
  const [row, artwork] = await load(ctx, artworkId);
  if (!row || row.mergeAt === null || !artwork) return true;
  const { generation, counted: merges } = stagesOf(row, artwork);
  if (merges < generation) return false;
  const { likes, comments, views } = row;
  const trending = trendingScore({ ...artwork, likes, views });
  await ctx.db.patch("artworks", artworkId, { likes, comments, views, trending, merges });
  await ctx.db.patch("workCounts", row._id, { mergeAt: null });
  await deleteWithdrawnLikes(ctx, artworkId, merges);
  return true;
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

/** Deletes likes withdrawn before a merge, because no count includes them any longer. */
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

/**
 * The generation that changes belong to, and the first one that is not counted. A row from before
 * generations existed has counted everything that is merged, and more.
 */
function stagesOf(row: Doc<"workCounts"> | null, { merges = 0 }: Doc<"artworks">) {
  const generation = row?.generation ?? merges;
  return { generation, counted: row?.counted ?? generation };
}

async function load(ctx: QueryCtx, artworkId: Id<"artworks">) {
  return [await findCounts(ctx, artworkId), await ctx.db.get("artworks", artworkId)] as const;
}

async function findCounts(ctx: QueryCtx, artworkId: Id<"artworks">) {
  return await ctx.db
    .query("workCounts")
    .withIndex("by_artworkId", (q) => q.eq("artworkId", artworkId))
    .unique();
}
