import { v } from "convex/values";
import { mutation } from "../accounts/guarded";
import { vDynamicRange } from "../contract/files/dynamicRange";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { isMeasure } from "./labels";
import { findPayer } from "./payer";
import { ensureProfile, findOwnProfile } from "./profiles";
import { refusals } from "./refuse";
import { refuseNeeds } from "./room";

/** Longer than any file may take to arrive: what is older belongs to a page that was closed. */
const LIFETIME_MS = 10 * 60 * 1000;
const MOST = 100;

/**
 * Keeps an upload and its room free for a file that is about to be sent, so that
 * nothing is sent for nothing. Published it is counted; {@link release} gives it back.
 *
 * @param args - `bytes`: of the file and its stand-ins. `width`, `height` and
 *   `dynamicRange` (default standard) are read again out of the file when it hangs.
 * @returns Error codes: `insufficient_balance`, `storage_full`, `hd_only`; where
 *   a seat pays, `seat_spent` and `no_seat`.
 */
export const reserve = mutation({
  args: {
    clientUploadId: v.string(),
    bytes: v.number(),
    width: v.number(),
    height: v.number(),
    dynamicRange: v.optional(vDynamicRange),
    studio: v.optional(v.string()),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { clientUploadId, bytes, studio = null, ...quality }) => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    if (!isMeasure(quality) || !isMeasure({ width: bytes, height: bytes })) {
      return refusals.badSize();
    }
    const payer = await findPayer(ctx, studio, artist);
    if (payer.error) return payer;
    await settle(ctx, artist._id, clientUploadId);
    const others = await reservedFor(ctx, artist._id, studio);
    const reserved = others.reduce((sum, other) => sum + other.bytes, bytes);
    const needs = { uploads: others.length + 1, bytes: reserved, ...quality };
    const refusal = await refuseNeeds(ctx, payer.who, needs);
    if (refusal) return refusal;
    await ctx.db.insert("reservations", { profileId: artist._id, clientUploadId, studio, bytes });
    return ok(null);
  },
});

/** Gives back what was kept free for a file that does not come. */
export const release = mutation({
  args: { clientUploadId: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { clientUploadId }): Promise<Result<null>> => {
    const artist = await findOwnProfile(ctx);
    if (!artist) return refusals.signedOut();
    await settle(ctx, artist._id, clientUploadId);
    return ok(null);
  },
});

/** Ends a reservation: its file has arrived, or will not. */
export async function settle(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  clientUploadId: string,
): Promise<void> {
  const row = await ctx.db
    .query("reservations")
    .withIndex("by_profileId_and_clientUploadId", (q) =>
      q.eq("profileId", profileId).eq("clientUploadId", clientUploadId),
    )
    .unique();
  if (row) await ctx.db.delete("reservations", row._id);
}

/** Deletes reservations of pages that were closed. */
export async function sweepReservations(ctx: MutationCtx, most: number): Promise<void> {
  const stale = await ctx.db
    .query("reservations")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - LIFETIME_MS))
    .take(most);
  for (const { _id } of stale) await ctx.db.delete("reservations", _id);
}

async function reservedFor(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
  studio: string | null,
): Promise<Doc<"reservations">[]> {
  const rows = await ctx.db
    .query("reservations")
    .withIndex("by_profileId_and_clientUploadId", (q) => q.eq("profileId", profileId))
    .take(MOST);
  const since = Date.now() - LIFETIME_MS;
  return rows.filter((row) => row.studio === studio && row._creationTime >= since);
}
