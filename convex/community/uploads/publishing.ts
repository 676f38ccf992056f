import type { ObjectType } from "convex/values";
import { v } from "convex/values";
import { ok, DAY_MS } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { addItem, findOwnWithRoom } from "../collections/model";
import { append } from "../files/model";
import { indexWork } from "../artworks/searchIndex";
import { isHd } from "../../contract/files/media";
import type { vFocus, vVisibility } from "../../contract/works";
import { findPayer } from "../payer";
import { deleteReservation, deleteExpiredReservations } from "./reservations";
import { drop, takeWaiting } from "./pending";
import { deleteExpiredTickets } from "./unclaimed";
import { countAgainstQuota, storedBytesOf } from "../storage/quota";
import { newWork } from "../artworks/model";
import { storageIdsOf } from "../artworks/metadata";
import type { storedFile, requiredMetadata, optionalMetadata } from "../artworks/metadata";

/** How long a file stays pending. */
const PENDING_MS = DAY_MS;
const DELETE_BATCH = 50;

type Metadata = ObjectType<typeof requiredMetadata> & ObjectType<typeof optionalMetadata>;
type Stored = ObjectType<typeof storedFile>;

/** A work that is published for the first time, or stored as a draft. */
interface WorkToPublish extends Metadata, Stored {
  clientUploadId: string;
  focus?: typeof vFocus.type;
  /** Its pictures after the first. */
  pages: (Stored & { caption: string })[];
  state: typeof vVisibility.type;
  /** The studio whose seat pays for the upload; null: the artist's own plan. */
  studio: string | null;
  /** The artist's collection that it is added to; null: none. */
  collectionId: string | null;
}

/**
 * Counts the upload and publishes the work with its pages, or stores a draft, which counts when it
 * is published. If the plan lacks anything for one of the files, nothing is counted.
 */
export async function publishWork(
  ctx: MutationCtx,
  artist: Doc<"profiles">,
  { state, studio, collectionId, pages, ...work }: WorkToPublish,
): Promise<Result<{ artworkId: Id<"artworks"> }>> {
  const files = [work, ...pages];
  const storageIds = files.flatMap(storageIdsOf);
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
}

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

/** The work of an earlier attempt with this id. */
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
