import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { vMedium } from "../../contract/medium";
import type { Medium } from "../../contract/medium";
import { tagOf, vMadeHow } from "../../contract/works";
import type { MadeHow } from "../../contract/works";
import { query } from "../../accounts/guarded";
import type { QueryCtx } from "../../_generated/server";
import { viewerContextOf, isVisible } from "../relationships/viewer";
import { toCard, toCards, vCard } from "../artworks/cards";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";

/** The latest works by artists that the caller follows. Empty if signed out. */
export const following = query({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { paginationOpts }) => {
    const viewerContext = await viewerContextOf(ctx);
    const { viewer } = viewerContext;
    if (!viewer) return EMPTY_PAGE;
    const entries = await ctx.db
      .query("feedEntries")
      .withIndex("by_viewerId_and_publishedAt", (q) => q.eq("viewerId", viewer._id))
      .order("desc")
      .paginate(bounded(paginationOpts));
    return await mapPage(entries, async ({ artworkId }) => {
      const artwork = await ctx.db.get("artworks", artworkId);
      return artwork && isVisible(viewerContext, artwork)
        ? await toCard(ctx, artwork, viewer)
        : null;
    });
  },
});

/** Works by trending score. */
export const trending = query({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { paginationOpts }) => {
    const works = ctx.db
      .query("artworks")
      .withIndex("by_state_and_trending", (q) => q.eq("state", "published"))
      .order("desc");
    return await toCards(ctx, await works.paginate(bounded(paginationOpts)));
  },
});

/** Works by medium, by how they were made, by tag, or a combination; the newest first by default. */
export const explore = query({
  args: {
    tag: v.optional(v.string()),
    medium: v.optional(vMedium),
    madeHow: v.optional(vMadeHow),
    sort: v.optional(v.union(v.literal("newest"), v.literal("oldest"))),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { tag: text, medium, madeHow, sort, paginationOpts }) => {
    const options = bounded(paginationOpts);
    const order = sort === "oldest" ? "asc" : "desc";
    if (text === undefined) {
      const works = worksOf(ctx, medium, madeHow).order(order);
      return await toCards(ctx, await works.paginate(options));
    }
    const tag = tagOf(text);
    if (tag === null) return EMPTY_PAGE;
    const viewerContext = await viewerContextOf(ctx);
    const tagged = await taggedWith(ctx, tag, medium, madeHow).order(order).paginate(options);
    return await mapPage(tagged, async ({ artworkId }) => {
      const artwork = await ctx.db.get("artworks", artworkId);
      if (!artwork || !isVisible(viewerContext, artwork)) return null;
      return await toCard(ctx, artwork, viewerContext.viewer);
    });
  },
});

function worksOf(ctx: QueryCtx, medium: Medium | undefined, madeHow: MadeHow | undefined) {
  const works = ctx.db.query("artworks");
  if (medium === undefined && madeHow === undefined) {
    return works.withIndex("by_state_and_publishedAt", (q) => q.eq("state", "published"));
  }
  if (medium === undefined) {
    return works.withIndex("by_state_and_madeHow_and_publishedAt", (q) =>
      q.eq("state", "published").eq("madeHow", madeHow ?? null),
    );
  }
  if (madeHow === undefined) {
    return works.withIndex("by_state_and_medium_and_publishedAt", (q) =>
      q.eq("state", "published").eq("medium", medium),
    );
  }
  return works.withIndex("by_state_and_medium_and_madeHow_and_publishedAt", (q) =>
    q.eq("state", "published").eq("medium", medium).eq("madeHow", madeHow),
  );
}

function taggedWith(
  ctx: QueryCtx,
  tag: string,
  medium: Medium | undefined,
  madeHow: MadeHow | undefined,
) {
  const tagged = ctx.db.query("artworkTags");
  if (medium === undefined && madeHow === undefined) {
    return tagged.withIndex("by_tag_and_publishedAt", (q) => q.eq("tag", tag));
  }
  if (medium === undefined) {
    return tagged.withIndex("by_tag_and_madeHow_and_publishedAt", (q) =>
      q.eq("tag", tag).eq("madeHow", madeHow ?? null),
    );
  }
  if (madeHow === undefined) {
    return tagged.withIndex("by_tag_and_medium_and_publishedAt", (q) =>
      q.eq("tag", tag).eq("medium", medium),
    );
  }
  return tagged.withIndex("by_tag_and_medium_and_madeHow_and_publishedAt", (q) =>
    q.eq("tag", tag).eq("medium", medium).eq("madeHow", madeHow),
  );
}
