import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import type { PaginationOptions } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { viewerContextOf, isVisible } from "./viewer";
import { countDay, dayOf } from "../insights/dailyCounts";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { followCountsOf } from "./followCounts";
import { refusals } from "../errors";
import { isBlockedEitherWay, hasRelationship, setRelationship } from "./model";
import {
  ensureProfile,
  findOwnProfile,
  findProfile,
  findPair,
  toPerson,
  vPerson,
} from "../profiles/model";
import { notify, retract } from "../notifications/model";

const MAX_FOLLOWED = 5000;
const MOST_SUGGESTED = 3;
const MOST_TO_START = 9;
/** How many trending works to look through for suggestions. */
const MOST_SEARCHED = 60;

const vFollower = v.object({
  ...vPerson.fields,
  /** Whether the caller follows them. */
  isFollowed: v.boolean(),
});

const listArgs = { username: v.string(), paginationOpts: paginationOptsValidator };

/** Follows an artist, or unfollows. Doing the same twice changes nothing. */
export const set = mutation({
  limit: "follows",
  args: { username: v.string(), followed: v.boolean() },
  returns: vResult(v.object({ followers: v.number() })),
  handler: async (ctx, { username, followed }): Promise<Result<{ followers: number }>> => {
    const pair = await findPair(ctx, username, () => ensureProfile(ctx));
    if (pair.error) return pair;
    const { caller, other } = pair;
    if (followed && (await isBlockedEitherWay(ctx, caller._id, other._id)))
      return refusals.blocked();
    if (followed && (await followCountsOf(ctx, caller)).followed >= MAX_FOLLOWED) {
      return refusals.tooMany(`You can follow at most ${MAX_FOLLOWED} people`);
    }
    const relationship = { kind: "follow" as const, fromId: caller._id, toId: other._id };
    const isNew = await setRelationship(ctx, relationship, followed);
    const { followers: count } = await followCountsOf(ctx, other);
    if (!isNew) return ok({ followers: count });
    const event = { kind: "follow", actorId: caller._id, recipientId: other._id } as const;
    await (followed ? notify(ctx, event) : retract(ctx, event));
    await countDay(ctx, other._id, dayOf(Date.now()), { follows: followed ? 1 : -1 });
    await ctx.scheduler.runAfter(0, deliveryOf(followed), {
      viewerId: caller._id,
      artistId: other._id,
    });
    return ok({ followers: count });
  },
});

/** An artist's followers, newest first. */
export const followers = query({
  args: listArgs,
  returns: paginationResultValidator(vFollower),
  handler: async (ctx, { username, paginationOpts }) => {
    const artist = await findProfile(ctx, username);
    if (!artist) return EMPTY_PAGE;
    const relationships = ctx.db
      .query("relationships")
      .withIndex("by_toId_and_kind", (q) => q.eq("toId", artist._id).eq("kind", "follow"))
      .order("desc");
    return await followersOf(ctx, await relationships.paginate(bounded(paginationOpts)), "fromId");
  },
});

/** The artists that an artist follows. */
export const followed = query({
  args: listArgs,
  returns: paginationResultValidator(vFollower),
  handler: async (ctx, { username, paginationOpts }) => {
    const artist = await findProfile(ctx, username);
    if (!artist) return EMPTY_PAGE;
    return await followersOf(ctx, await relationshipsFrom(ctx, artist._id, paginationOpts), "toId");
  },
});

async function relationshipsFrom(
  ctx: QueryCtx,
  fromId: Id<"profiles">,
  options: PaginationOptions,
) {
  return await ctx.db
    .query("relationships")
    .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", fromId).eq("kind", "follow"))
    .paginate(bounded(options));
}

/**
 * Suggests artists with trending works: a few that the caller does not follow yet, or a longer list
 * that includes followed ones, for the page where a new member chooses.
 */
export const suggested = query({
  args: { toStart: v.optional(v.boolean()) },
  returns: v.array(vFollower),
  handler: async (ctx, { toStart = false }) => {
    const viewerContext = await viewerContextOf(ctx);
    const { viewer } = viewerContext;
    if (!viewer) return [];
    const works = await ctx.db
      .query("artworks")
      .withIndex("by_state_and_trending", (q) => q.eq("state", "published"))
      .order("desc")
      .take(MOST_SEARCHED);
    const wanted = works.filter((artwork) => isVisible(viewerContext, artwork));
    const found: (typeof vFollower.type)[] = [];
    for (const id of new Set(wanted.map(({ profileId }) => profileId))) {
      if (found.length === (toStart ? MOST_TO_START : MOST_SUGGESTED)) break;
      if (id === viewer._id || (await isBlockedEitherWay(ctx, viewer._id, id))) continue;
      const artist = await ctx.db.get("profiles", id);
      const isFollowed = await hasRelationship(ctx, viewer, "follow", id);
      if (!artist || (isFollowed && !toStart)) continue;
      found.push({ ...(await toPerson(ctx, artist)), isFollowed });
    }
    return found;
  },
});

async function followersOf(
  ctx: QueryCtx,
  result: Awaited<ReturnType<typeof relationshipsFrom>>,
  side: "fromId" | "toId",
) {
  const viewer = await findOwnProfile(ctx);
  return await mapPage(result, async (relationship) => {
    const person = await ctx.db.get("profiles", relationship[side]);
    if (!person) return null;
    const isFollowed = await hasRelationship(ctx, viewer, "follow", person._id);
    return { ...(await toPerson(ctx, person)), isFollowed };
  });
}

function deliveryOf(followed: boolean) {
  const { backfill, removeArtist } = internal.community.feed.fanOut;
  return followed ? backfill : removeArtist;
}
