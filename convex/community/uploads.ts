import type { ObjectType } from "convex/values";
import { v } from "convex/values";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { LEADING_BYTES, inspectMedia, refuseDeclared } from "../contract/media";
import type { Media } from "../contract/media";
import { vMediaType } from "../contract/sniff";
import { vLicence, vMadeHow } from "../contract/works";
import { internal } from "../_generated/api";
import { action, mutation } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import type { Id } from "../_generated/dataModel";
import { cleanTags, isMeasure, refuseLabel, refuseTerms } from "./labels";
import { refusals } from "./refuse";
import { DEFAULT_TERMS, workFile, workLabel } from "./workFields";
import type { storedFile } from "./workFields";

type Published = Result<{ artworkId: Id<"artworks"> }>;
type Stored = ObjectType<typeof storedFile>;

/** What an artist need not say: see DEFAULT_TERMS. */
const optionalTerms = {
  description: v.optional(v.string()),
  tags: v.optional(v.array(v.string())),
  licence: v.optional(vLicence),
  madeHow: v.optional(vMadeHow),
  sensitive: v.optional(v.boolean()),
  noAi: v.optional(v.boolean()),
};

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
 * Hangs a file that was sent, or keeps it as a draft. What it is, the server
 * reads out of its bytes.
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
    ...optionalTerms,
    ...workFile,
    /** Default published. */
    state: v.optional(v.union(v.literal("draft"), v.literal("published"))),
    /** The studio that it is hung for, and whose seat pays. Default none. */
    studio: v.optional(v.string()),
  },
  returns: vResult(v.object({ artworkId: v.id("artworks") })),
  handler: async (ctx, { width, height, ...rest }): Promise<Published> => {
    const { state = "published", studio = null, ...label } = rest;
    const refusal = refuseLabel(label) ?? refuseTerms(label);
    if (refusal) return refusal;
    const { clientUploadId, storageId } = label;
    const claim = await ctx.runMutation(internal.community.publishing.claim, {
      clientUploadId,
      storageId,
    });
    if (claim.error) return claim;
    if (claim.data.status === "published") return ok({ artworkId: claim.data.artworkId });
    const found = await measure(ctx, { storageId, width, height }, claim.data.contentType);
    if (found.error) return found;
    const tags = cleanTags(label.tags ?? []);
    const work = { ...DEFAULT_TERMS, ...label, tags, ...found.data, state, studio };
    return await ctx.runMutation(internal.community.publishing.hang, work);
  },
});

/**
 * Looks at a file that was sent for something else than a new work: another
 * picture, a step, a replacement, an avatar, a cover. It waits a day to be used.
 *
 * @param args - `width` and `height` are believed of videos only.
 */
export const prepare = action({
  args: workFile,
  returns: vResult(v.object({ storageId: v.id("_storage"), mediaType: vMediaType })),
  handler: async (ctx, file): Promise<Result<Pick<Stored, "storageId" | "mediaType">>> => {
    const { storageId } = file;
    const { claimFile, note } = internal.community.publishing;
    const claim = await ctx.runMutation(claimFile, { storageId });
    if (claim.error) return claim;
    const found = await measure(ctx, file, claim.data.contentType);
    if (found.error) return found;
    await ctx.runMutation(note, found.data);
    return ok({ storageId, mediaType: found.data.mediaType });
  },
});

/** Reads a claimed file; one that can't be used is deleted. */
async function measure(
  ctx: ActionCtx,
  { storageId, width, height }: ObjectType<typeof workFile>,
  contentType: string | null,
): Promise<Result<Stored>> {
  const found = await inspectStored(ctx, storageId, contentType);
  if (found.error) return await discard(ctx, storageId, found);
  const { type: mediaType, pixels, bytes } = found.data;
  const size = pixels ?? { width, height };
  if (!isMeasure(size)) return await discard(ctx, storageId, refusals.badSize());
  return ok({ storageId, ...size, mediaType, bytes });
}

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
