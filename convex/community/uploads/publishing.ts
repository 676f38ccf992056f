import { v } from "convex/values";
import { callerMutation } from "../../accounts/guarded";
import { ok, vResult, DAY_MS } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { addItem, findOwnWithRoom } from "../collections/model";
import { append } from "../files/model";
import { findOwner, findPending } from "../files/owners";
import { indexWork } from "../artworks/searchIndex";
import { isHd } from "../../contract/files/media";
import { vFocus, vVisibility } from "../../contract/works";
import { findPayer } from "../payer";
import { refusals } from "../errors";
import { deleteReservation, deleteExpiredReservations } from "./reservations";
import { isTakenDown } from "../moderation/model";
import { drop, dropWaiting, takeWaiting } from "./pending";
import { deleteExpiredTickets } from "./unclaimed";
import { countAgainstQuota, storedBytesOf } from "../storage/quota";
import { newWork } from "../artworks/model";
import {
  storageIdsOf,
  storedFile,
  vClaimed,
  requiredMetadata,
  optionalMetadata,
} from "../artworks/metadata";
import { ensureProfile, findOwnProfile } from "../profiles/model";

/** How long a file stays pending. */
const PENDING_MS = DAY_MS;
const DELETE_BATCH = 50;

/** Files in the order of the request. */
const vClaimedFiles = v.object({ files: v.array(vClaimed) });

const vClaim = v.union(
  v.object({ status: v.literal("published"), artworkId: v.id("artworks") }),
  v.object({ status: v.literal("pending"), ...vClaimedFiles.fields }),
);

type ClaimedFiles = Result<typeof vClaimedFiles.type>;

/**
 * Checks that the files are the caller's. Returns the work if this attempt has already succeeded.
 */
export const claim = callerMutation({
  args: { clientUploadId: v.string(), storageIds: v.array(v.id("_storage")) },
  returns: vResult(vClaim),
  handler: async (ctx, { clientUploadId, storageIds }): Promise<Result<typeof vClaim.type>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const published = await findPublished(ctx, artist._id, clientUploadId);
    if (published) {
      // A repeated attempt uploaded its files again. The first ones are published.
      await dropWaiting(ctx, artist._id, storageIds);
      return ok({ status: "published", artworkId: published._id });
    }
    const bound = await toClaimedFiles(ctx, artist._id, storageIds);
    return bound.error ? bound : ok({ status: "pending", ...bound.data });
  },
});

/** Claims files that belong to no new work and are not used yet. */
export const claimFiles = callerMutation({
  args: { storageIds: v.array(v.id("_storage")) },
  returns: vResult(vClaimedFiles),
  handler: async (ctx, { storageIds }): Promise<ClaimedFiles> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const bound = await toClaimedFiles(ctx, artist._id, storageIds);
    if (bound.error) return bound;
    for (const storageId of storageIds) {
      if (!(await findPending(ctx, storageId))) return refusals.noUpload();
    }
    return bound;
  },
});

/** Stores the measurements of the caller's file until it is used. */
export const saveMeasured = internalMutation({
  args: storedFile,
  returns: v.null(),
  handler: async (ctx, media) => {
    const pending = await findPending(ctx, media.storageId);
    const artist = await findOwnProfile(ctx);
    if (!pending || pending.profileId !== artist?._id) return null;
    await ctx.db.patch("pendingUploads", pending._id, { media });
    return null;
  },
});

/**
 * Counts the upload and publishes the work with its pages, or stores a draft, which counts when it
 * is published. If the plan lacks anything for one of the files, nothing is counted.
 */
export const publish = callerMutation({
  args: {
    clientUploadId: v.string(),
    ...requiredMetadata,
    ...optionalMetadata,
    focus: v.optional(vFocus),
    ...storedFile,
    /** Its pictures after the first. */
    pages: v.array(v.object({ ...storedFile, caption: v.string() })),
    state: vVisibility,
    /** The studio whose seat pays for the upload; null: the artist's own plan. */
    studio: v.union(v.string(), v.null()),
    /** The artist's collection to which it is added; null for none. */
    collectionId: v.union(v.string(), v.null()),
  },
  returns: vResult(v.object({ artworkId: v.id("artworks") })),
  handler: async (
    ctx,
    { state, studio, collectionId, pages, ...work },
  ): Promise<Result<{ artworkId: Id<"artworks"> }>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const published = await findPublished(ctx, artist._id, work.clientUploadId);
    if (published) return ok({ artworkId: published._id });
    const files = [work, ...pages];
    const storageIds = files.flatMap(storageIdsOf);
    const rows = await Promise.all(storageIds.map((id) => findPending(ctx, id)));
    if (rows.some((row) => row?.profileId !== artist._id)) return refusals.noUpload();
    const payer = await findPayer(ctx, studio, artist);
    if (payer.error) return payer;
    const own = collectionId === null ? null : await findOwnWithRoom(ctx, collectionId);
    if (own?.error) return own;
    // A file is published only once, so its id identifies the use better than an id that a browser
    // may repeat.
    const key = work.storageId;
    const { width, height, dynamicRange } = files.find(isHd) ?? work;
    const uploads = state === "draft" ? 0 : 1;
    const bytes = files.reduce((sum, file) => sum + storedBytesOf(file), 0);
    const needs = { uploads, bytes, width, height, dynamicRange };
    const paid = await countAgainstQuota(ctx, payer.who, { ...needs, key });
    if (paid.error) return paid;
    const taken = await takeWaiting(ctx, artist._id, storageIds);
    if (!taken) throw new Error(`The files of ${key} are not all pending for their artist`);
    const arrivedFor = new Set(taken.flatMap(({ clientUploadId }) => clientUploadId ?? []));
    for (const id of arrivedFor.add(work.clientUploadId)) {
      await deleteReservation(ctx, artist._id, id);
    }
    const { payerId } = paid;
    const whose = { studioId: payer.studioId, payerId };
    const row = newWork(work, artist, { ...whose, state, now: Date.now() });
    const artworkId = await ctx.db.insert("artworks", row);
    for (const page of pages) await append(ctx, { ...page, artworkId, role: "page", payerId });
    if (own) await addItem(ctx, own.collection, artworkId);
    await indexWork(ctx, artworkId);
    return ok({ artworkId });
  },
});

/** Deletes the caller's files that can't be published. */
export const discard = internalMutation({
  args: { storageIds: v.array(v.id("_storage")) },
  returns: v.null(),
  handler: async (ctx, { storageIds }) => {
    const artist = await findOwnProfile(ctx);
    if (artist) await dropWaiting(ctx, artist._id, storageIds);
    return null;
  },
});

/**
 * Deletes files that were pending for more than a day, expired reservations and
 * expired upload URLs. Continues until nothing is left.
 *
 * @returns How many files this batch deleted.
 */
export const deleteExpired = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const before = Date.now() - PENDING_MS;
    const stale = await ctx.db
      .query("pendingUploads")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", before))
      .take(DELETE_BATCH);
    for (const pending of stale) await drop(ctx, pending);
    const reservations = await deleteExpiredReservations(ctx, DELETE_BATCH);
    const tickets = await deleteExpiredTickets(ctx, DELETE_BATCH, Date.now());
    if (Math.max(stale.length, reservations, tickets) === DELETE_BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.uploads.publishing.deleteExpired, {});
    }
    return stale.length;
  },
});

/** Describes the caller's files. A file belongs to the member who requested its upload URL. */
async function toClaimedFiles(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  storageIds: readonly Id<"_storage">[],
): Promise<ClaimedFiles> {
  if (new Set(storageIds).size < storageIds.length) return refusals.noUpload();
  const files: (typeof vClaimed.type)[] = [];
  for (const storageId of storageIds) {
    const file = await ctx.db.system.get("_storage", storageId);
    const owner = await findOwner(ctx, storageId);
    if (!file || owner !== profileId) return refusals.noUpload();
    if (await isTakenDown(ctx, file.sha256)) return refusals.takenDown();
    const { measured = null } = (await findPending(ctx, storageId)) ?? {};
    files.push({ contentType: file.contentType ?? null, bytes: file.size, measured });
  }
  return ok({ files });
}

export async function findPublished(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
  clientUploadId: string,
) {
  return await ctx.db
    .query("artworks")
    .withIndex("by_clientUploadId_and_profileId", (q) =>
      q.eq("clientUploadId", clientUploadId).eq("profileId", profileId),
    )
    .unique();
}
