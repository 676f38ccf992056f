import type { ObjectType } from "convex/values";
import { ok } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import type { Inspected } from "../../contract/files/inspect";
import { isHd } from "../../contract/files/media";
import { isShownEverywhere, isVideo } from "../../contract/files/shown";
import { isThumbhash } from "../../contract/files/thumbhash";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { storedFile, uploadedFile } from "../artworks/metadata";
import { refusals } from "../errors";
import { findPending } from "../files/owners";
import { isTakenDown } from "../moderation/model";
import { dropWaiting } from "./pending";

type Args = ObjectType<typeof uploadedFile>;
/** A file as the browser describes it. */
type Sent = { [Name in keyof Args]: Args[Name] | undefined } & Pick<Args, "storageId">;
type Stored = ObjectType<typeof storedFile>;
type Arrived = Inspected & Pick<Stored, "bytes">;

/**
 * Describes the member's unused files with the measurements from their arrival. If one of them
 * can't be used, deletes all of them.
 */
export async function readSentFiles(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  files: readonly Sent[],
): Promise<Result<Stored[]>> {
  const storageIds = files.flatMap(sentIdsOf);
  if (new Set(storageIds).size < storageIds.length) return refusals.noUpload();
  const arrived = new Map<Id<"_storage">, Arrived>();
  for (const storageId of storageIds) {
    const found = await findArrived(ctx, profileId, storageId);
    if (found.error) return found;
    arrived.set(storageId, found.data);
  }
  const described: Stored[] = [];
  for (const file of files) {
    const stored = describeFile(file, arrived);
    if (stored.error) {
      await dropWaiting(ctx, profileId, storageIds);
      return stored;
    }
    described.push(stored.data);
  }
  return ok(described);
}

/** The original and its renditions. */
export function sentIdsOf({ storageId, preview, poster }: Sent): Id<"_storage">[] {
  return [storageId, preview, poster].filter((id) => id !== undefined);
}

/** A file belongs to the member who asked for its upload URL. */
async function findArrived(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
  storageId: Id<"_storage">,
): Promise<Result<Arrived>> {
  const file = await ctx.db.system.get("_storage", storageId);
  const pending = await findPending(ctx, storageId);
  if (!file || !pending?.measured || pending.profileId !== profileId) return refusals.noUpload();
  if (await isTakenDown(ctx, file.sha256)) return refusals.takenDown();
  return ok({ ...pending.measured, bytes: file.size });
}

function describeFile(
  { storageId, thumbhash, preview, poster }: Sent,
  arrived: ReadonlyMap<Id<"_storage">, Arrived>,
): Result<Stored> {
  const original = arrived.get(storageId);
  if (!original) return refusals.noUpload();
  if (thumbhash !== undefined && !isThumbhash(thumbhash)) return refusals.badThumbhash();
  const { type: mediaType, ...measured } = original;
  const stored: Stored = { storageId, mediaType, ...measured, ...(thumbhash && { thumbhash }) };
  for (const [name, id] of Object.entries({ preview, poster })) {
    const rendition = id && arrived.get(id);
    if (!rendition) continue;
    const { type, bytes } = rendition;
    // A poster is a still picture; a preview is a video where its original is one.
    const moves = name === "preview" && isVideo(mediaType);
    if (!isShownEverywhere(type) || isVideo(type) !== moves) return refusals.badRendition();
    // The plan's limits apply to the original.
    if (isHd(rendition) && !isHd(measured)) return refusals.hugeRendition();
    Object.assign(stored, { [name]: { storageId: id, mediaType: type, bytes } });
  }
  return ok(stored);
}
