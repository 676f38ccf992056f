import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { vDynamicRange } from "../../contract/files/dynamicRange";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { areDimensions, refuseUploadId } from "../artworks/metadata";
import { findPayer } from "../payer";
import { refusals } from "../errors";
import { refuseNeeds } from "../storage/quota";
import { dropAbandoned, dropUpload } from "./pending";
import { sumOf, unclaimedOf } from "./unclaimed";
import { ensureProfile, findOwnProfile } from "../profiles/model";

/** Longer than any file may take to arrive: an older reservation belongs to a closed page. */
const LIFETIME_MS = 10 * 60 * 1000;
/** Reservations that one member may have. */
const MAX_OPEN = 100;

/**
 * Reserves an upload and its storage for a file that is about to be sent, so that
 * no file is sent in vain. Publishing counts it; {@link release} returns it.
 *
 * @param args - `bytes`: of the file and its renditions. `width`, `height` and
 *   `dynamicRange` (default standard) are measured again on the server.
 * @returns Error codes: `insufficient_balance`, `storage_full`, `hd_only`,
 *   `invalid_id`, `too_many`; where a seat pays, `seat_spent` and `no_seat`.
 */
export const reserve = mutation({
  limit: "uploads",
  args: {
    clientUploadId: v.string(),
    bytes: v.number(),
    width: v.number(),
    height: v.number(),
    dynamicRange: v.optional(vDynamicRange),
    studio: v.optional(v.string()),
    /** For a draft, which is no upload. Default false. */
    draft: v.optional(v.boolean()),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { clientUploadId, bytes, studio = null, draft = false, ...quality }) => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const badId = refuseUploadId(clientUploadId);
    if (badId) return badId;
    if (!areDimensions(quality) || !areDimensions({ width: bytes, height: bytes })) {
      return refusals.badSize();
    }
    const payer = await findPayer(ctx, studio, artist);
    if (payer.error) return payer;
    await deleteReservation(ctx, artist._id, clientUploadId);
    const now = Date.now();
    await dropAbandoned(ctx, artist._id, now);
    const open = await openOf(ctx, artist._id, now);
    if (open.length >= MAX_OPEN) return refusals.tooManyReserved(MAX_OPEN);
    const others = open.filter((other) => other.studio === studio);
    const reserved = others.reduce((sum, other) => sum + other.bytes, bytes);
    // Files that have arrived for a reservation are included in it.
    const counted = new Set([clientUploadId, ...open.map((other) => other.clientUploadId)]);
    const waiting = (await unclaimedOf(ctx, artist._id, now)).filter(
      ({ payerId, clientUploadId: id }) =>
        payerId === payer.who?.customerId && !(id !== undefined && counted.has(id)),
    );
    const inAll = reserved + sumOf(waiting);
    const uploads = draft ? 0 : others.filter((other) => other.draft !== true).length + 1;
    const needs = { uploads, bytes: inAll, ...quality };
    const refusal = await refuseNeeds(ctx, payer.who, needs);
    if (refusal) return refusal;
    const row = { profileId: artist._id, clientUploadId, studio, bytes };
    await ctx.db.insert("reservations", draft ? { ...row, draft } : row);
    return ok(null);
  },
});

/**
 * Gives up a file that will not be published: releases its reservation, and deletes
 * what has arrived of it.
 */
export const release = mutation({
  limit: "uploads",
  args: { clientUploadId: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { clientUploadId }): Promise<Result<null>> => {
    const artist = await findOwnProfile(ctx);
    if (!artist) return refusals.signedOut();
    await deleteReservation(ctx, artist._id, clientUploadId);
    await dropUpload(ctx, artist._id, clientUploadId);
    return ok(null);
  },
});

/** Deletes a reservation: its file has arrived, or will not. */
export async function deleteReservation(
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

/** Deletes a batch of expired reservations; returns how many. */
export async function deleteExpiredReservations(ctx: MutationCtx, most: number): Promise<number> {
  const stale = await ctx.db
    .query("reservations")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - LIFETIME_MS))
    .take(most);
  for (const { _id } of stale) await ctx.db.delete("reservations", _id);
  return stale.length;
}

/** The member's open reservations. Expired ones are deleted on the way. */
async function openOf(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  now: number,
): Promise<Doc<"reservations">[]> {
  const rows = await ctx.db
    .query("reservations")
    .withIndex("by_profileId_and_clientUploadId", (q) => q.eq("profileId", profileId))
    .take(MAX_OPEN);
  const open = rows.filter((row) => row._creationTime >= now - LIFETIME_MS);
  for (const row of rows) if (!open.includes(row)) await ctx.db.delete("reservations", row._id);
  return open;
}
