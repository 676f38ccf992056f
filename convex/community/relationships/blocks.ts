import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import { query } from "../../_generated/server";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { refusals } from "../errors";
import { MAX_SILENCED } from "./viewer";
import { countTies, setTie } from "./model";
import { ensureProfile, findOwnProfile, findPair, toPerson, vPerson } from "../profiles/model";
import { recheck } from "../notifications/model";

const vKind = v.union(v.literal("block"), v.literal("mute"));

/**
 * Blocks or mutes someone, or stops. Works, comments and notifications of either
 * are left out for the caller. Who is blocked can't follow, like, comment, or
 * name the caller, nor the caller them; following ends both ways.
 */
export const set = mutation({
  args: { username: v.string(), kind: vKind, silenced: v.boolean() },
  returns: vResult(v.null()),
  handler: async (ctx, { username, kind, silenced }): Promise<Result<null>> => {
    const pair = await findPair(ctx, username, () => ensureProfile(ctx));
    if (pair.error) return pair;
    const { caller, other } = pair;
    if (silenced && (await countTies(ctx, caller._id, kind, MAX_SILENCED)) >= MAX_SILENCED) {
      return refusals.tooMany(`You ${kind} ${MAX_SILENCED} people, the most there can be`);
    }
    const isNew = await setTie(ctx, { kind, fromId: caller._id, toId: other._id }, silenced);
    if (isNew && silenced && kind === "block") {
      await part(ctx, caller._id, other._id);
      await part(ctx, other._id, caller._id);
    }
    if (isNew) await recheck(ctx, { recipientId: caller._id, actorId: other._id });
    return ok(null);
  },
});

/** Whom the caller blocks or mutes. */
export const list = query({
  args: { kind: vKind, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vPerson),
  handler: async (ctx, { kind, paginationOpts }) => {
    const viewer = await findOwnProfile(ctx);
    if (!viewer) return EMPTY_PAGE;
    const ties = await ctx.db
      .query("ties")
      .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", viewer._id).eq("kind", kind))
      .paginate(bounded(paginationOpts));
    return await mapPage(ties, async ({ toId }) => {
      const person = await ctx.db.get("profiles", toId);
      return person && (await toPerson(ctx, person));
    });
  },
});

async function part(ctx: MutationCtx, viewerId: Id<"profiles">, artistId: Id<"profiles">) {
  if (!(await setTie(ctx, { kind: "follow", fromId: viewerId, toId: artistId }, false))) return;
  await ctx.scheduler.runAfter(0, internal.community.feed.fanOut.withdraw, { viewerId, artistId });
}
