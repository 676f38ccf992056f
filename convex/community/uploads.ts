import { v } from "convex/values";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { LEADING_BYTES, inspectMedia, refuseDeclared } from "../contract/media";
import type { Media } from "../contract/media";
import { vMediaType } from "../contract/sniff";
import { internal } from "../_generated/api";
import { action, mutation } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import type { Id } from "../_generated/dataModel";
import { isMeasure, refuseLabel } from "./labels";
import { refusals } from "./refuse";
import { workFile, workLabel } from "./tables";

type Published = Result<{ artworkId: Id<"artworks"> }>;

const vPublished = vResult(v.object({ artworkId: v.id("artworks") }));

/** Asks for an address to send one file to. A new try asks for a new address. */
export const begin = mutation({
  args: { mediaType: vMediaType, bytes: v.number() },
  returns: vResult(v.object({ uploadUrl: v.string() })),
  handler: async (ctx, { mediaType, bytes }): Promise<Result<{ uploadUrl: string }>> => {
    if (!(await ctx.auth.getUserIdentity())) return refusals.signedOut();
    return (
      refuseDeclared(mediaType, bytes) ?? ok({ uploadUrl: await ctx.storage.generateUploadUrl() })
    );
  },
});

/**
 * Hangs a file that was sent. What it is, the server reads out of its bytes.
 *
 * The same `clientUploadId` twice answers with the first work. A plan that has
 * no upload left answers `insufficient_balance` and keeps the file for a day,
 * so that the same call passes after an upgrade; every other refusal deletes it.
 *
 * @param args - `width` and `height` are believed of videos only.
 */
export const publish = action({
  args: {
    clientUploadId: v.string(),
    ...workLabel,
    ...workFile,
  },
  returns: vPublished,
  handler: async (ctx, { width, height, ...label }): Promise<Published> => {
    const refusal = refuseLabel(label);
    if (refusal) return refusal;
    const { clientUploadId, storageId } = label;
    const claim = await ctx.runMutation(internal.community.publishing.claim, {
      clientUploadId,
      storageId,
    });
    if (claim.error) return claim;
    if (claim.data.status === "published") return ok({ artworkId: claim.data.artworkId });
    const found = await inspectStored(ctx, storageId, claim.data.contentType);
    if (found.error) return await discard(ctx, storageId, found);
    const { type, pixels, bytes } = found.data;
    const size = pixels ?? { width, height };
    if (!isMeasure(size)) return await discard(ctx, storageId, refusals.badSize());
    const work = { ...label, ...size, mediaType: type, bytes };
    return await ctx.runMutation(internal.community.publishing.hang, work);
  },
});

async function inspectStored(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
  contentType: string | null,
): Promise<Result<Media & { bytes: number }>> {
  const file = await ctx.storage.get(storageId);
  if (!file) return refusals.noUpload();
  const leading = new Uint8Array(await file.slice(0, LEADING_BYTES).arrayBuffer());
  const found = inspectMedia(leading, file.size);
  if (found.error) return found;
  // It is served under the type it was sent with: a picture sent as a page would run as one.
  if (contentType !== found.data.type) return refusals.mislabelled();
  return ok({ ...found.data, bytes: file.size });
}

async function discard<Failed extends Result<never>>(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
  failed: Failed,
): Promise<Failed> {
  await ctx.runMutation(internal.community.publishing.discard, { storageId });
  return failed;
}
