import { v } from "convex/values";
import { mutation } from "../accounts/guarded";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { vViewSource } from "../contract/viewSource";
import { dayOf } from "./insights/dailyCounts";
import { REMEMBERED_DAYS } from "./insights/functions";
import { refusals } from "./errors";
import { changeCounts } from "./artworks/counts";
import { findOpenArtwork } from "./artworks/model";
import { ensureProfile } from "./profiles/model";

const DELETE_BATCH = 500;

/** Counts a view of a work: once a day for each member, and never the artist's own. */
export const record = mutation({
  limit: "views",
  args: {
    artworkId: v.string(),
    /** The source of the view. Default: a link, for pages loaded before sources existed. */
    source: v.optional(vViewSource),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { artworkId, source = "link" }): Promise<Result<null>> => {
    const viewer = await ensureProfile(ctx);
    if (!viewer) return refusals.signedOut();
    const artwork = await findOpenArtwork(ctx, artworkId, viewer);
    if (!artwork) return refusals.noArtwork();
    if (artwork.profileId === viewer._id) return ok(null);
    const now = Date.now();
    const seen = { artworkId: artwork._id, viewerId: viewer._id, day: dayOf(now) };
    const known = await ctx.db
      .query("views")
      .withIndex("by_artworkId_and_viewerId_and_day", (q) =>
        q.eq("artworkId", seen.artworkId).eq("viewerId", seen.viewerId).eq("day", seen.day),
      )
      .unique();
    if (known) return ok(null);
    await ctx.db.insert("views", seen);
    await changeCounts(ctx, artwork, { what: "views", by: 1, source }, now);
    return ok(null);
  },
});

/**
 * Deletes views from before yesterday, and daily views that no insights window includes; the counts
 * stay. Continues until none is left.
 *
 * @returns How many rows this batch deleted.
 */
export const deleteOld = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const yesterday = dayOf(Date.now()) - 1;
    const old = await ctx.db
      .query("views")
      .withIndex("by_day", (q) => q.lt("day", yesterday))
      .take(DELETE_BATCH);
    for (const { _id } of old) await ctx.db.delete("views", _id);
    const forgotten = await ctx.db
      .query("workViews")
      .withIndex("by_day", (q) => q.lt("day", yesterday - REMEMBERED_DAYS))
      .take(DELETE_BATCH);
    for (const { _id } of forgotten) await ctx.db.delete("workViews", _id);
    if (Math.max(old.length, forgotten.length) === DELETE_BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.views.deleteOld, {});
    }
    return old.length + forgotten.length;
  },
});
