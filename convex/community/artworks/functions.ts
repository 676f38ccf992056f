import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { query } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { audienceOf, isWanted } from "../relationships/viewer";
import type { Audience } from "../relationships/viewer";
import { toCard, toCards, vCard } from "./cards";
import { billing } from "../../billing";
import { takeDown } from "./deletion";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { refusals } from "../errors";
import { cancelUnsent } from "../prints/model";
import { countsOf } from "./counts";
import { findOpenArtwork, findOwnArtwork, searchTextOf } from "./model";
import { vMedium } from "../../contract/medium";
import { vLicence, vMadeHow } from "../../contract/works";
import { announce, retag, retract } from "./searchIndex";
import { cleanTags, refuseLabel, refuseTerms, workTerms } from "./metadata";
import { followCountsOf } from "../relationships/followCounts";
import { trendingScore } from "./ranking";
import { isTied } from "../relationships/model";
import { payForDraft } from "../storage/quota";
import {
  filesOf,
  findPayerOf,
  keepReplaced,
  refuseMore,
  takePaid,
  vWorkFile,
} from "../files/model";
import { findLight } from "../featured";
import { findOwnProfile, findProfile } from "../profiles/model";
import { recheck } from "../notifications/model";

/** How many works that somebody does not want to see a neighbour is looked for behind. */
const MOST_PASSED = 100;

/** Everything that hangs, newest first, under the work in today's spotlight. */
export const feed = query({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { paginationOpts }) => {
    const audience = await audienceOf(ctx);
    const { viewer } = audience;
    const light = await findLight(ctx, audience);
    const works = await ctx.db
      .query("artworks")
      .withIndex("by_state_and_publishedAt", (q) => q.eq("state", "published"))
      .order("desc")
      .paginate(bounded(paginationOpts));
    const hung = await mapPage(works, async (artwork) => {
      if (artwork._id === light?._id || !isWanted(audience, artwork)) return null;
      return await toCard(ctx, artwork, viewer);
    });
    if (!light || paginationOpts.cursor !== null) return hung;
    return {
      ...hung,
      page: [{ ...(await toCard(ctx, light, viewer)), isLit: true }, ...hung.page],
    };
  },
});

/** One artist's works that hang, newest first. Nobody's wall is empty. */
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
 * One work, with its counts of now, and its neighbours on the wall; null when
 * nothing hangs at that address. What does not hang is there for its artist alone.
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
    const audience = await audienceOf(ctx);
    const { viewer } = audience;
    const artwork = await findOpenArtwork(ctx, id, viewer);
    if (!artwork) return null;
    const { likes, comments } = await countsOf(ctx, artwork);
    return {
      artwork: { ...(await toCard(ctx, artwork, viewer)), likes, comments },
      mine: viewer?._id === artwork.profileId,
      ...(await findNeighbours(ctx, audience, artwork)),
    };
  },
});

/** Takes a work down, for good: its files and all that was said of it go with it. Only its artist can. */
export const remove = mutation({
  args: { id: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { id }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, id);
    if (own.error) return own;
    const who = await billing.me(ctx);
    if (who) await cancelUnsent(ctx, who, own.artwork._id);
    await takeDown(ctx, own.artwork);
    return ok(null);
  },
});

/**
 * The works on both sides that the viewer wants to see. Of two that were hung in
 * the same instant, the one made later is newer.
 */
async function findNeighbours(
  ctx: QueryCtx,
  audience: Audience,
  { publishedAt, _creationTime: made }: Doc<"artworks">,
) {
  const wall = () => ctx.db.query("artworks");
  const newer = [
    wall().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").eq("publishedAt", publishedAt).gt("_creationTime", made),
    ),
    wall().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").gt("publishedAt", publishedAt),
    ),
  ];
  const older = [
    wall().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").eq("publishedAt", publishedAt).lt("_creationTime", made),
    ),
    wall().withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").lt("publishedAt", publishedAt),
    ),
  ].map((works) => works.order("desc"));
  return {
    newer: await firstWanted(audience, newer),
    older: await firstWanted(audience, older),
  };
}

async function firstWanted(
  audience: Audience,
  walls: readonly AsyncIterable<Doc<"artworks">>[],
): Promise<Id<"artworks"> | null> {
  let passed = 0;
  for (const wall of walls) {
    for await (const artwork of wall) {
      if (isWanted(audience, artwork)) return artwork._id;
      if (++passed === MOST_PASSED) return null;
    }
  }
  return null;
}

const vState = v.union(v.literal("draft"), v.literal("published"), v.literal("hidden"));

const vDetail = v.object({
  ...workTerms,
  state: vState,
  views: v.number(),
  comments: v.number(),
  editedAt: v.union(v.number(), v.null()),
  boostedUntil: v.union(v.number(), v.null()),
  bytes: v.number(),
  /** Of its artist. */
  followers: v.number(),
  isFollowed: v.boolean(),
  /** The pictures after the first, which is the work's own. */
  pages: v.array(vWorkFile),
  steps: v.array(vWorkFile),
  /** What the work's own picture was before; empty for everyone but its artist. */
  replaced: v.array(vWorkFile),
});

/** What a work's own page says beside its card; null when nothing hangs there. */
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
      followers: (await followCountsOf(ctx, artist)).followers,
      isFollowed: await isTied(ctx, viewer, "follow", artist._id),
      pages: await filesOf(ctx, artwork._id, "page"),
      steps: await filesOf(ctx, artwork._id, "step"),
      replaced: isMine ? await filesOf(ctx, artwork._id, "replaced") : [],
    };
  },
});

/** The caller's works that do not hang: drafts, or what an operator hid. Newest first. */
export const unhung = query({
  args: {
    state: v.union(v.literal("draft"), v.literal("hidden")),
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

/** Changes what the artist says of a work. What is left out stays. */
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
  },
  returns: vResult(v.null()),
  handler: async (ctx, { id, ...changes }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, id);
    if (own.error) return own;
    const said = { ...own.artwork, ...changes };
    const refusal = refuseLabel(said) ?? refuseTerms(changes);
    if (refusal) return refusal;
    const edited: Doc<"artworks"> = { ...said, ...editedNow(own.artwork) };
    if (changes.tags) edited.tags = cleanTags(changes.tags);
    edited.searchText = searchTextOf(edited);
    await ctx.db.replace("artworks", edited._id, edited);
    await retag(ctx, edited);
    return ok(null);
  },
});

/** Hangs a draft, or takes a work back into the drafts. Hung again, it keeps its place. */
export const setState = mutation({
  args: { id: v.string(), state: v.union(v.literal("draft"), v.literal("published")) },
  returns: vResult(v.null()),
  handler: async (ctx, { id, state }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, id);
    if (own.error) return own;
    const { artwork } = own;
    if (artwork.state === "hidden") return refusals.hidden();
    if (artwork.state === state) return ok(null);
    const isFirst = state === "published" && !artwork.hasHung;
    if (isFirst) {
      const payer = await findPayerOf(ctx, id);
      const refusal = payer.error
        ? payer
        : await payForDraft(ctx, payer.who, `publish ${artwork._id}`);
      if (refusal) return refusal;
    }
    const first = isFirst ? hungNow(artwork, Date.now()) : {};
    await ctx.db.patch("artworks", artwork._id, { state, ...first });
    await (state === "published" ? announce(ctx, artwork._id) : retract(ctx, artwork._id));
    await recheck(ctx, { artworkId: artwork._id });
    return ok(null);
  },
});

/**
 * Gives a work another picture, sent and prepared before. What it was is kept
 * among `replaced`, as it was sent, and takes up room until it is removed.
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
    // What the new file does not have, the old one must not leave behind.
    const bare = {
      dynamicRange: undefined,
      thumbhash: undefined,
      preview: undefined,
      poster: undefined,
    };
    await ctx.db.patch("artworks", artwork._id, { ...bare, ...file.data, ...editedNow(artwork) });
    return ok(null);
  },
});

/** Only what hangs counts as changed: a draft is not finished yet. */
function editedNow({ state, editedAt }: Doc<"artworks">) {
  return { editedAt: state === "draft" ? editedAt : Date.now() };
}

function hungNow(artwork: Doc<"artworks">, publishedAt: number) {
  const hung = { publishedAt, hasHung: true };
  return { ...hung, trending: trendingScore({ ...artwork, ...hung }) };
}
