import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { refusals } from "../errors";
import { MAX_BLOCKS_OR_MUTES } from "./viewer";
import { countRelationships, setRelationship } from "./model";
import { ensureProfile, findOwnProfile, findPair, toPerson, vPerson } from "../profiles/model";
import { recheck } from "../notifications/model";

const vKind = v.union(v.literal("block"), v.literal("mute"));

/**
 * Blocks or mutes a member, or ends it. The caller no longer sees their works, comments and
 * notifications. A block prevents follows, likes, comments and mentions in both directions, and
 * ends existing follows.
 */
export const set = mutation({
  args: { username: v.string(), kind: vKind, enabled: v.boolean() },
  returns: vResult(v.null()),
  handler: async (ctx, { username, kind, enabled }): Promise<Result<null>> => {
    const pair = await findPair(ctx, username, () => ensureProfile(ctx));
    if (pair.error) return pair;
    const { caller, other } = pair;
    if (
      enabled &&
      (await countRelationships(ctx, caller._id, kind, MAX_BLOCKS_OR_MUTES)) >= MAX_BLOCKS_OR_MUTES
    ) {
      return refusals.tooMany(`You can ${kind} at most ${MAX_BLOCKS_OR_MUTES} people`);
    }
    const isNew = await setRelationship(
      ctx,
      { kind, fromId: caller._id, toId: other._id },
      enabled,
    );
    if (isNew && enabled && kind === "block") {
      await unfollow(ctx, caller._id, other._id);
      await unfollow(ctx, other._id, caller._id);
    }
    if (isNew) await recheck(ctx, { recipientId: caller._id, actorId: other._id });
    return ok(null);
  },
});

/** The members that the caller blocks or mutes. */
export const list = query({
  args: { kind: vKind, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vPerson),
  handler: async (ctx, { kind, paginationOpts }) => {
    const viewer = await findOwnProfile(ctx);
    if (!viewer) return EMPTY_PAGE;
    const relationships = await ctx.db
      .query("relationships")
      .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", viewer._id).eq("kind", kind))
      .paginate(bounded(paginationOpts));
    return await mapPage(relationships, async ({ toId }) => {
      const person = await ctx.db.get("profiles", toId);
      return person && (await toPerson(ctx, person));
    });
  },
});

async function unfollow(ctx: MutationCtx, viewerId: Id<"profiles">, artistId: Id<"profiles">) {
  if (!(await setRelationship(ctx, { kind: "follow", fromId: viewerId, toId: artistId }, false)))
    return;
  await ctx.scheduler.runAfter(0, internal.community.feed.fanOut.removeArtist, {
    viewerId,
    artistId,
  });
}
