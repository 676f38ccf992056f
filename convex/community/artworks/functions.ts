import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { viewerContextOf, isVisible } from "../relationships/viewer";
import type { ViewerContext } from "../relationships/viewer";
import { toCard, toCards, vCard } from "./cards";
import { billing } from "../../billing";
import { deleteArtwork } from "./deletion";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { cancelUnshipped } from "../prints/model";
import { usernamesIn } from "../comments/mentions";
import { countsOf } from "./counts";
import { editedNow, findOpenArtwork, findOwnArtwork, searchTextOf } from "./model";
import { vMedium } from "../../contract/medium";
import { vFocus, vLicence, vMadeHow, vVisibility } from "../../contract/works";
import { reindexTags } from "./searchIndex";
import { changeVisibility } from "./visibility";
import {
  cleanTags,
  refuseRequiredMetadata,
  refuseOptionalMetadata,
  optionalMetadata,
} from "./metadata";
import { followCountsOf } from "../relationships/followCounts";
import { hasRelationship } from "../relationships/model";
import { filesOf, keepReplaced, refuseMore, takePaid, vWorkFile } from "../files/model";
import { findFeatured } from "../featured";
import { findOwnProfile, findProfile } from "../profiles/model";

/** How many hidden works to skip while looking for a neighbour. */
const MOST_PASSED = 100;

/** All published works, newest first, after today's featured work. */
export const feed = query({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { paginationOpts }) => {
    const viewerContext = await viewerContextOf(ctx);
    const { viewer } = viewerContext;
    const featured = await findFeatured(ctx, viewerContext);
    const works = await ctx.db
      .query("artworks")
      .withIndex("by_state_and_publishedAt", (q) => q.eq("state", "published"))
      .order("desc")
      .paginate(bounded(paginationOpts));
    const published = await mapPage(works, async (artwork) => {
      if (artwork._id === featured?._id || !isVisible(viewerContext, artwork)) return null;
      return await toCard(ctx, artwork, viewer);
    });
    if (!featured || paginationOpts.cursor !== null) return published;
    return {
      ...published,
      page: [{ ...(await toCard(ctx, featured, viewer)), isFeatured: true }, ...published.page],
    };
  },
});

/** One artist's published works, newest first. An unknown artist has an empty page. */
export const byProfile = query({
  args: { username: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { username, paginationOpts }) => {
    const artist = await findProfile(ctx, username);
    if (!artist) return EMPTY_PAGE;
    const works = ctx.db
      .query("artworks")
      .withIndex("by_profileId_and_state_and_publishedAt", (q) =>
        q.eq("profileId", artist._id).eq("state", "published"),
      )
      .order("desc");
    return await toCards(ctx, await works.paginate(bounded(paginationOpts)));
  },
});

/**
 * One work with its current counts and its neighbours in the feed; null if it does not exist or the
 * caller can't see it. Only its artist sees a draft.
 */
export const get = query({
  args: { id: v.string() },
  returns: v.union(
    v.object({
      artwork: vCard,
      /** Whether the caller made it. */
      mine: v.boolean(),
      newer: v.union(v.id("artworks"), v.null()),
      older: v.union(v.id("artworks"), v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, { id }) => {
    const viewerContext = await viewerContextOf(ctx);
    const { viewer } = viewerContext;
    const artwork = await findOpenArtwork(ctx, id, viewer);
    if (!artwork) return null;
    const { likes, comments } = await countsOf(ctx, artwork);
    return {
      artwork: { ...(await toCard(ctx, artwork, viewer)), likes, comments },
      mine: viewer?._id === artwork.profileId,
      ...(await findNeighbours(ctx, viewerContext, artwork)),
    };
  },
});

/** Deletes a work permanently, with its files, comments and likes. Only its artist can. */
export const remove = mutation({
  args: { id: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { id }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, id);
    if (own.error) return own;
    const who = await billing.me(ctx);
    if (who) await cancelUnshipped(ctx, who, own.artwork._id);
    await deleteArtwork(ctx, own.artwork);
    return ok(null);
  },
});

/**
 * The nearest visible works before and after. Of two published at the same time, the one created
 * later is newer.
 */
async function findNeighbours(
  ctx: QueryCtx,
  viewerContext: ViewerContext,
  { publishedAt, _creationTime: made }: Doc<"artworks">,
) {
  const works = () => ctx.db.query("artworks");
  const newer = [
    works().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").eq("publishedAt", publishedAt).gt("_creationTime", made),
    ),
    works().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").gt("publishedAt", publishedAt),
    ),
  ];
  const older = [
    works().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").eq("publishedAt", publishedAt).lt("_creationTime", made),
    ),
    works().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").lt("publishedAt", publishedAt),
    ),
  ].map((query) => query.order("desc"));
  return {
    newer: await firstVisible(viewerContext, newer),
    older: await firstVisible(viewerContext, older),
  };
}

async function firstVisible(
  viewerContext: ViewerContext,
  queries: readonly AsyncIterable<Doc<"artworks">>[],
): Promise<Id<"artworks"> | null> {
  let passed = 0;
  for (const query of queries) {
    for await (const artwork of query) {
      if (isVisible(viewerContext, artwork)) return artwork._id;
      if (++passed === MOST_PASSED) return null;
    }
  }
  return null;
}

const vState = v.union(...vVisibility.members, v.literal("hidden"));

const vDetail = v.object({
  ...optionalMetadata,
  state: vState,
  views: v.number(),
  comments: v.number(),
  /** Usernames of existing members that the description mentions. */
  mentions: v.array(v.string()),
  editedAt: v.union(v.number(), v.null()),
  boostedUntil: v.union(v.number(), v.null()),
  bytes: v.number(),
  /** The artist's followers. */
  followers: v.number(),
  isFollowed: v.boolean(),
  /** The pictures after the first, which is the work's own. */
  pages: v.array(vWorkFile),
  steps: v.array(vWorkFile),
  /** Earlier versions of the work's own picture; empty for everyone except its artist. */
  replaced: v.array(vWorkFile),
});

/**
 * Details for a work's own page, in addition to its card; null if it does not exist or the caller
 * can't see it.
 */
export const detail = query({
  args: { id: v.string() },
  returns: v.union(vDetail, v.null()),
  handler: async (ctx, { id }) => {
    const viewer = await findOwnProfile(ctx);
    const artwork = await findOpenArtwork(ctx, id, viewer);
    if (!artwork) return null;
    const { description, tags, licence, madeHow, sensitive, noAi } = artwork;
    const { state, editedAt, boostedUntil, bytes } = artwork;
    const { views, comments } = await countsOf(ctx, artwork);
    const artist = await ctx.db.get("profiles", artwork.profileId);
    if (!artist) return null;
    const isMine = viewer?._id === artist._id;
    return {
      ...{ description, tags, licence, madeHow, sensitive, noAi },
      ...{ state, views, comments, editedAt, boostedUntil, bytes },
      mentions: await usernamesIn(ctx, description),
      followers: (await followCountsOf(ctx, artist)).followers,
      isFollowed: await hasRelationship(ctx, viewer, "follow", artist._id),
      pages: await filesOf(ctx, artwork._id, "page"),
      steps: await filesOf(ctx, artwork._id, "step"),
      replaced: isMine ? await filesOf(ctx, artwork._id, "replaced") : [],
    };
  },
});

/** The caller's works that are not listed: drafts, unlisted, or hidden by an operator. Newest first. */
export const unpublished = query({
  args: {
    state: v.union(v.literal("draft"), v.literal("unlisted"), v.literal("hidden")),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { state, paginationOpts }) => {
    const artist = await findOwnProfile(ctx);
    if (!artist) return EMPTY_PAGE;
    const works = await ctx.db
      .query("artworks")
      .withIndex("by_profileId_and_state_and_publishedAt", (q) =>
        q.eq("profileId", artist._id).eq("state", state),
      )
      .order("desc")
      .paginate(bounded(paginationOpts));
    return await mapPage(works, async (artwork) => await toCard(ctx, artwork, artist));
  },
});

/** Changes a work's metadata. Omitted fields stay unchanged. */
export const edit = mutation({
  args: {
    id: v.string(),
    title: v.optional(v.string()),
    alt: v.optional(v.string()),
    medium: v.optional(vMedium),
    description: v.optional(v.string()),
    tags: v.optional(v.array(v.string())),
    licence: v.optional(vLicence),
    madeHow: v.optional(v.union(vMadeHow, v.null())),
    sensitive: v.optional(v.boolean()),
    noAi: v.optional(v.boolean()),
    /** The artist's crop for grids; null: the whole picture. */
    focus: v.optional(v.union(vFocus, v.null())),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { id, ...changes }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, id);
    if (own.error) return own;
    const said = { ...own.artwork, ...changes };
    const refusal = refuseRequiredMetadata(said) ?? refuseOptionalMetadata(changes);
    if (refusal) return refusal;
    const edited: Doc<"artworks"> = { ...said, ...editedNow(own.artwork) };
    if (changes.tags) edited.tags = cleanTags(changes.tags);
    edited.searchText = searchTextOf(edited, own.artist);
    await ctx.db.replace("artworks", edited._id, edited);
    await reindexTags(ctx, edited);
    return ok(null);
  },
});

/**
 * Changes the visibility of a work. It counts as an upload when others may first see it. When
 * published again, it keeps its place in the feed.
 */
export const setState = mutation({
  args: { id: v.string(), state: vVisibility },
  returns: vResult(v.null()),
  handler: async (ctx, { id, state }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, id);
    if (own.error) return own;
    return (await changeVisibility(ctx, own.artwork, state)) ?? ok(null);
  },
});

/**
 * Replaces a work's picture with a prepared file. The old picture is kept among
 * `replaced` and counts against the storage quota until it is removed.
 *
 * @returns Error codes: `storage_full`, `hd_only`.
 */
export const replaceFile = mutation({
  args: { id: v.string(), storageId: v.id("_storage") },
  returns: vResult(v.null()),
  handler: async (ctx, { id, storageId }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, id);
    if (own.error) return own;
    const { artwork, artist } = own;
    const full = await refuseMore(ctx, artwork._id, "replaced");
    if (full) return full;
    const file = await takePaid(ctx, artwork, artist, storageId);
    if (file.error) return file;
    await keepReplaced(ctx, artwork);
    // Fields that the new file lacks must not keep the old file's values.
    const bare = {
      dynamicRange: undefined,
      thumbhash: undefined,
      preview: undefined,
      poster: undefined,
      focus: undefined,
    };
    await ctx.db.patch("artworks", artwork._id, { ...bare, ...file.data, ...editedNow(artwork) });
    return ok(null);
  },
});
