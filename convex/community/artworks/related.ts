import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import { query } from "../../accounts/guarded";
import type { QueryCtx } from "../../_generated/server";
import { isVisible, viewerContextOf } from "../relationships/viewer";
import { toCard, vCard } from "./cards";
import { findOpenArtwork } from "./model";

const MOST_RELATED = 8;
/** Tags that are looked up, and works per tag, so that the number of reads is bounded. */
const TAGS_READ = 4;
const WORKS_OF_A_TAG = 12;
const WORKS_OF_A_MEDIUM = 16;

/**
 * Works related to one work: those with the most common tags, newer ones first, then the newest of
 * the same medium. Empty if the viewer can't see the work.
 */
export const list = query({
  args: { id: v.string() },
  returns: v.array(vCard),
  handler: async (ctx, { id }) => {
    const viewerContext = await viewerContextOf(ctx);
    const { viewer } = viewerContext;
    const artwork = await findOpenArtwork(ctx, id, viewer);
    if (!artwork) return [];
    const found = await Promise.all(
      (await idsLike(ctx, artwork)).map(async (other) => await ctx.db.get("artworks", other)),
    );
    const shown = found.filter((other) => other !== null && isVisible(viewerContext, other));
    return await Promise.all(
      shown.slice(0, MOST_RELATED).flatMap((other) => (other ? [toCard(ctx, other, viewer)] : [])),
    );
  },
});

/** The closest first, each once, without the work itself. */
async function idsLike(
  ctx: QueryCtx,
  { _id, tags, medium }: Doc<"artworks">,
): Promise<Id<"artworks">[]> {
  const tagged = await Promise.all(
    tags.slice(0, TAGS_READ).map(
      async (tag) =>
        await ctx.db
          .query("artworkTags")
          .withIndex("by_tag_and_publishedAt", (q) => q.eq("tag", tag))
          .order("desc")
          .take(WORKS_OF_A_TAG),
    ),
  );
  const common = new Map<Id<"artworks">, { count: number; publishedAt: number }>();
  for (const { artworkId, publishedAt } of tagged.flat()) {
    common.set(artworkId, { count: (common.get(artworkId)?.count ?? 0) + 1, publishedAt });
  }
  const byTags = [...common]
    .sort(([, a], [, b]) => b.count - a.count || b.publishedAt - a.publishedAt)
    .map(([id]) => id);
  const ofMedium = await ctx.db
    .query("artworks")
    .withIndex("by_state_and_medium_and_publishedAt", (q) =>
      q.eq("state", "published").eq("medium", medium),
    )
    .order("desc")
    .take(WORKS_OF_A_MEDIUM);
  const ids = new Set([...byTags, ...ofMedium.map((work) => work._id)]);
  ids.delete(_id);
  return [...ids];
}
