import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import type { Quality } from "../../contract/files/media";
import { vDynamicRange } from "../../contract/files/dynamicRange";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { areDimensions, refuseUploadId } from "../artworks/metadata";
import { findPayer } from "../payer";
import { refusals } from "../errors";
import { refuseNeeds } from "../storage/quota";
import type { Who } from "../entitlements";
import { dropAbandoned, dropUploads } from "./pending";
import { sumOf, unclaimedOf } from "./unclaimed";
import { ensureProfile, findOwnProfile } from "../profiles/model";

/** Longer than any upload takes: an older reservation belongs to a closed page. */
const LIFETIME_MS = 10 * 60 * 1000;
/** The maximum number of reservations of one member. */
const MAX_OPEN = 100;
/** Refusals that may succeed once other files release their reservations. */
const GIVE_WAY: ReadonlySet<string> = new Set([
  "insufficient_balance",
  "storage_full",
  "too_many",
  "seat_spent",
]);

/**
 * Reserves an upload and its storage for a file, before the browser sends it. Publishing counts it;
 * {@link release} returns it.
 *
 * @param args - `bytes`: of the file and its renditions. The server measures `width`, `height` and
 *   `dynamicRange` (default standard) again. `pageId`: the page that sends the file. `publishing`:
 *   the artist has asked to publish it, so reservations of the member's other pages give way if the
 *   plan has too little for both.
 * @returns Error codes: `insufficient_balance`, `storage_full`, `hd_only`, `invalid_id`,
 *   `too_many`; if a seat pays, `seat_spent` and `no_seat`.
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
    /** For a draft, which does not count as an upload. Default false. */
    draft: v.optional(v.boolean()),
    pageId: v.optional(v.string()),
    /** Default false. */
    publishing: v.optional(v.boolean()),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { publishing = false, studio = null, ...file }): Promise<Result<null>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const { clientUploadId, bytes, draft, pageId } = file;
    const badId =
      refuseUploadId(clientUploadId) ?? (pageId === undefined ? null : refuseUploadId(pageId));
    if (badId) return badId;
    if (!areDimensions(file) || !areDimensions({ width: bytes, height: bytes })) {
      return refusals.badSize();
    }
    const payer = await findPayer(ctx, studio, artist);
    if (payer.error) return payer;
    await deleteReservation(ctx, artist._id, clientUploadId);
    await dropAbandoned(ctx, artist._id, Date.now());
    const needs = { ...file, studio, artistId: artist._id };
    let refusal = await refuseReservation(ctx, payer.who, needs);
    if (refusal && publishing && GIVE_WAY.has(refusal.error.code)) {
      const others = await otherPages(ctx, needs);
      // If the plan has too little even without them, releasing them would not help.
      const still = await refuseReservation(ctx, payer.who, needs, new Set(others));
      if (still === null) {
        await giveUp(ctx, artist._id, others);
        refusal = null;
      }
    }
    if (refusal) return refusal;
    await ctx.db.insert("reservations", {
      ...{ profileId: artist._id, clientUploadId, studio, bytes },
      ...(draft === true && { draft }),
      ...(pageId !== undefined && { pageId }),
      ...(publishing && { publishing }),
    });
    return ok(null);
  },
});

/** The file of a reservation. */
interface ReservedFile extends Quality {
  artistId: Id<"profiles">;
  clientUploadId: string;
  bytes: number;
  studio: string | null;
  draft?: boolean;
  pageId?: string;
}

/**
 * Why the plan's remaining quota is too small for a file, after reservations; null if it is enough.
 *
 * @param without - Client ids of uploads that would be released for it. Default none.
 */
async function refuseReservation(
  ctx: MutationCtx,
  who: Who,
  { artistId, clientUploadId, bytes, studio, draft = false, ...quality }: ReservedFile,
  without: ReadonlySet<string> = new Set(),
): Promise<Failure | null> {
  const now = Date.now();
  const reservations = await openOf(ctx, artistId, now);
  const open = reservations.filter((row) => !without.has(row.clientUploadId));
  if (open.length >= MAX_OPEN) return refusals.tooManyReserved(MAX_OPEN);
  const others = open.filter((other) => other.studio === studio);
  const reserved = others.reduce((sum, other) => sum + other.bytes, bytes);
  // A reservation already includes its uploaded files.
  const counted = new Set([
    clientUploadId,
    ...without,
    ...open.map((other) => other.clientUploadId),
  ]);
  const waiting = (await unclaimedOf(ctx, artistId, now)).filter(
    ({ payerId, clientUploadId: id }) =>
      payerId === who?.customerId && !(id !== undefined && counted.has(id)),
  );
  const uploads = draft ? 0 : others.filter((other) => other.draft !== true).length + 1;
  const { width, height, dynamicRange } = quality;
  const needs = { uploads, bytes: reserved + sumOf(waiting), width, height, dynamicRange };
  return await refuseNeeds(ctx, who, needs);
}

/**
 * Abandons files that will not be published: releases their reservations and deletes
 * their received data. A closing page abandons all of its files in one call.
 *
 * @returns Error codes: `too_many`, for more files than a member can have reserved.
 */
export const release = mutation({
  limit: "uploads",
  args: { clientUploadIds: v.array(v.string()) },
  returns: vResult(v.null()),
  handler: async (ctx, { clientUploadIds }): Promise<Result<null>> => {
    const artist = await findOwnProfile(ctx);
    if (!artist) return refusals.signedOut();
    if (clientUploadIds.length > MAX_OPEN) return refusals.tooManyReserved(MAX_OPEN);
    await giveUp(ctx, artist._id, clientUploadIds);
    return ok(null);
  },
});

async function giveUp(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  clientUploadIds: readonly string[],
): Promise<void> {
  for (const id of clientUploadIds) await deleteReservation(ctx, profileId, id);
  await dropUploads(ctx, profileId, clientUploadIds);
}

/**
 * The uploads of the member's other pages, except those that are being published: two pages would
 * otherwise keep taking them from each other. A page that is still open sends them again.
 */
async function otherPages(
  ctx: MutationCtx,
  { artistId, studio, pageId }: ReservedFile,
): Promise<string[]> {
  const open = await openOf(ctx, artistId, Date.now());
  const waiting = open.filter((row) => row.studio === studio && row.publishing !== true);
  return waiting
    .filter((row) => row.pageId !== undefined && row.pageId !== pageId)
    .map(({ clientUploadId }) => clientUploadId);
}

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

/** The member's open reservations. Deletes expired ones on the way. */
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
