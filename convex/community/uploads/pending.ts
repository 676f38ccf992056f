import type { ObjectType } from "convex/values";
import { ok } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deleteFile } from "../artworks/deletion";
import { storageIdsOf } from "../artworks/metadata";
import type { storedFile } from "../artworks/metadata";
import { refusals } from "../errors";
import { findPending } from "../files/owners";
import { isTakenDown } from "../moderation/model";

/** The maximum number of uploads and pending files of one member. */
export const MAX_UNCLAIMED = 100;

type Stored = ObjectType<typeof storedFile>;

/** The caller's pending file, once it is prepared. */
export async function findPrepared(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
  storageId: Id<"_storage">,
): Promise<Result<Stored>> {
  const pending = await findPending(ctx, storageId);
  const media = pending?.profileId === profileId ? pending.media : undefined;
  if (!media) return refusals.noUpload();
  // Operators may have taken the same content down since it was prepared.
  for (const id of storageIdsOf(media)) {
    const file = await ctx.db.system.get("_storage", id);
    if (file && (await isTakenDown(ctx, file.sha256))) return refusals.takenDown();
  }
  return ok(media);
}

/** Claims a prepared file, so that it is no longer pending. */
export async function takePrepared(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  storageId: Id<"_storage">,
): Promise<Result<Stored>> {
  const found = await findPrepared(ctx, profileId, storageId);
  if (found.error) return found;
  const taken = await takeWaiting(ctx, profileId, storageIdsOf(found.data));
  return taken ? found : refusals.noUpload();
}

/**
 * Claims the caller's pending files; null if one of them is not pending, or belongs to another
 * member.
 */
export async function takeWaiting(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  storageIds: readonly Id<"_storage">[],
): Promise<Doc<"pendingUploads">[] | null> {
  const rows = await Promise.all(storageIds.map((storageId) => findPending(ctx, storageId)));
  const waiting = rows.filter((row) => row?.profileId === profileId).flatMap((row) => row ?? []);
  if (waiting.length < storageIds.length) return null;
  for (const { _id } of waiting) await ctx.db.delete("pendingUploads", _id);
  return waiting;
}

/** Deletes the given files, except any that are not pending or belong to another member. */
export async function dropWaiting(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  storageIds: readonly Id<"_storage">[],
) {
  for (const storageId of storageIds) {
    const pending = await findPending(ctx, storageId);
    if (pending?.profileId === profileId) await drop(ctx, pending);
  }
}

/** How long a file waits to be published while its artist sends others. */
const ABANDONED_MS = 2 * 60 * 60 * 1000;

/**
 * Deletes the member's files that have waited for hours to be published, so that a closed page does
 * not use up the member's limit of pending files. A page that is still open sends them again.
 */
export async function dropAbandoned(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  now: number,
): Promise<void> {
  const files = await waitingOf(ctx, profileId);
  for (const file of files) {
    const isOld = file._creationTime < now - ABANDONED_MS;
    if (isOld && file.clientUploadId !== undefined) await drop(ctx, file);
  }
}

/** Deletes received data of the member's abandoned uploads. */
export async function dropUploads(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  clientUploadIds: readonly string[],
): Promise<void> {
  for (const file of await waitingOf(ctx, profileId)) {
    const { clientUploadId: id } = file;
    if (id !== undefined && clientUploadIds.includes(id)) await drop(ctx, file);
  }
}

/** The member's pending files, the oldest first. */
export async function waitingOf(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
): Promise<Doc<"pendingUploads">[]> {
  return await ctx.db
    .query("pendingUploads")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(MAX_UNCLAIMED);
}

export async function drop(ctx: MutationCtx, { _id, storageId }: Doc<"pendingUploads">) {
  await ctx.db.delete("pendingUploads", _id);
  await deleteFile(ctx, storageId);
}
