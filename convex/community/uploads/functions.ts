import type { ObjectType } from "convex/values";
import { v } from "convex/values";
import { action, mutation } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import { inspectFile } from "../../contract/files/inspect";
import type { Inspected } from "../../contract/files/inspect";
import { isHd, refuseDeclared } from "../../contract/files/media";
import { isShownEverywhere, isVideo } from "../../contract/files/shown";
import { vMediaType } from "../../contract/files/sniff";
import { isThumbhash } from "../../contract/files/thumbhash";
import { vFocus, vLicence, vMadeHow, vVisibility, WORK_LIMITS } from "../../contract/works";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { Id } from "../../_generated/dataModel";
import {
  cleanTags,
  refuseRequiredMetadata,
  refuseOptionalMetadata,
  refuseUploadId,
  DEFAULT_METADATA,
  uploadedFile,
  requiredMetadata,
} from "../artworks/metadata";
import { findPayer } from "../payer";
import { refusals } from "../errors";
import { refuseText } from "../texts";
import { issueTicket } from "./tickets";
import { findPayerOf } from "../files/model";
import type { storedFile, vClaimed } from "../artworks/metadata";
import { ensureProfile } from "../profiles/model";

type Published = Result<{ artworkId: Id<"artworks"> }>;
type Args = ObjectType<typeof uploadedFile>;
type Sent = { [Name in keyof Args]: Args[Name] | undefined } & Pick<Args, "storageId">;
type Stored = ObjectType<typeof storedFile>;
/** Claimed files, in the order of {@link idsOf}. */
type Claimed = readonly (typeof vClaimed.type)[];

/** Fields that an artist may omit: see DEFAULT_METADATA. */
const optionalMetadataArgs = {
  description: v.optional(v.string()),
  tags: v.optional(v.array(v.string())),
  licence: v.optional(vLicence),
  madeHow: v.optional(vMadeHow),
  sensitive: v.optional(v.boolean()),
  noAi: v.optional(v.boolean()),
  /** The artist's crop for grids. Default: the whole picture. */
  focus: v.optional(vFocus),
};

/**
 * Creates a URL for one file of exactly this type and size. Another attempt needs a new URL. Until
 * it is used, the file counts against the payer's storage quota.
 *
 * @param args - `bytes`: of this file alone. `clientUploadId`: the upload that it belongs to.
 *   `studio` or `artworkId`: the studio whose plan pays, or the work that the file is for. Default:
 *   the caller's own plan. `keepsPlace`: whether the file keeps its location; otherwise the server
 *   removes it. Default false.
 * @returns Error codes: `empty_file`, `file_too_large`, `storage_full`, `too_many`, `invalid_id`.
 */
export const begin = mutation({
  limit: "uploads",
  args: {
    mediaType: vMediaType,
    bytes: v.number(),
    clientUploadId: v.optional(v.string()),
    studio: v.optional(v.string()),
    artworkId: v.optional(v.string()),
    keepsPlace: v.optional(v.boolean()),
  },
  returns: vResult(v.object({ uploadUrl: v.string() })),
  handler: async (
    ctx,
    { studio = null, artworkId, ...file },
  ): Promise<Result<{ uploadUrl: string }>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const { mediaType, bytes, clientUploadId } = file;
    const badId = clientUploadId === undefined ? null : refuseUploadId(clientUploadId);
    const refusal = badId ?? refuseDeclared(mediaType, bytes);
    if (refusal) return refusal;
    const payer =
      artworkId === undefined
        ? await findPayer(ctx, studio, artist)
        : await findPayerOf(ctx, artworkId);
    return payer.error ? payer : await issueTicket(ctx, artist, payer.who, file);
  },
});

/** The pictures of a work after its first, each with its alternative text. */
const vPages = v.array(v.object({ ...uploadedFile, caption: v.string() }));

/**
 * Publishes an uploaded file, or stores it as a draft. The server detects the type from the
 * content. With `pages` it is one work of several pictures, published as a whole or not at all: at
 * most `WORK_LIMITS.pages`, in their order.
 *
 * A second call with the same `clientUploadId` returns the first work. A plan without enough
 * returns `insufficient_balance`, `storage_full` or `hd_only` and keeps the files for a day, so
 * that the same call succeeds after an upgrade. An unusable file is deleted.
 */
export const publish = action({
  limit: "uploads",
  args: {
    clientUploadId: v.string(),
    ...requiredMetadata,
    ...optionalMetadataArgs,
    ...uploadedFile,
    /** Default none. */
    pages: v.optional(vPages),
    /** Default published. */
    state: v.optional(vVisibility),
    /** The studio that it is published with, whose seat pays. Default none. */
    studio: v.optional(v.string()),
    /** One of the artist's collections, to which it is added. Default none. */
    collectionId: v.optional(v.string()),
  },
  returns: vResult(v.object({ artworkId: v.id("artworks") })),
  handler: async (ctx, args): Promise<Published> => {
    const { storageId, thumbhash, preview, poster, ...rest } = args;
    const {
      state = "published",
      studio = null,
      collectionId = null,
      pages = [],
      ...metadata
    } = rest;
    const files = [{ storageId, thumbhash, preview, poster }, ...pages];
    const refusal =
      refuseUploadId(metadata.clientUploadId) ??
      refuseRequiredMetadata(metadata) ??
      refuseOptionalMetadata(metadata) ??
      refusePages(pages);
    if (refusal) return refusal;
    const { clientUploadId } = metadata;
    const claim = await ctx.runMutation(internal.community.uploads.publishing.claim, {
      clientUploadId,
      storageIds: files.flatMap(idsOf),
    });
    if (claim.error) return claim;
    if (claim.data.status === "published") return ok({ artworkId: claim.data.artworkId });
    const found = await measure(ctx, files, claim.data.files);
    if (found.error) return found;
    const { first, others } = found.data;
    const tags = cleanTags(metadata.tags ?? []);
    const work = {
      ...{ ...DEFAULT_METADATA, ...metadata, tags, ...first, state, studio, collectionId },
      pages: others.map((page, at) => ({ ...page, caption: pages[at]?.caption ?? "" })),
    };
    return await ctx.runMutation(internal.community.uploads.publishing.publish, work);
  },
});

/**
 * Measures an uploaded file that is not a new work: another picture, a step, a replacement, an
 * avatar, a cover. It stays pending for a day.
 */
export const prepare = action({
  limit: "uploads",
  args: uploadedFile,
  returns: vResult(v.object({ storageId: v.id("_storage"), mediaType: vMediaType })),
  handler: async (ctx, file): Promise<Result<Pick<Stored, "storageId" | "mediaType">>> => {
    const { claimFiles, saveMeasured } = internal.community.uploads.publishing;
    const claim = await ctx.runMutation(claimFiles, { storageIds: idsOf(file) });
    if (claim.error) return claim;
    const found = await measure(ctx, [file], claim.data.files);
    if (found.error) return found;
    await ctx.runMutation(saveMeasured, found.data.first);
    const { storageId, mediaType } = found.data.first;
    return ok({ storageId, mediaType });
  },
});

function refusePages(pages: typeof vPages.type): Failure | null {
  if (pages.length > WORK_LIMITS.pages) {
    return refusals.tooMany(`A work has at most ${WORK_LIMITS.pages + 1} pictures`);
  }
  const refused = pages.map(({ caption }) => refuseText("altText", caption));
  return refused.find((refusal) => refusal !== null) ?? null;
}

/** Measures claimed files; if one of them can't be used, all are deleted. */
async function measure(
  ctx: ActionCtx,
  files: readonly Sent[],
  claimed: Claimed,
): Promise<Result<{ first: Stored; others: Stored[] }>> {
  const measured: Stored[] = [];
  let from = 0;
  for (const file of files) {
    const ids = idsOf(file);
    const found = await read(ctx, file, claimed.slice(from, from + ids.length));
    if (found.error) {
      const { discard } = internal.community.uploads.publishing;
      await ctx.runMutation(discard, { storageIds: files.flatMap(idsOf) });
      return found;
    }
    measured.push(found.data);
    from += ids.length;
  }
  const [first, ...others] = measured;
  if (!first) throw new Error("No file was sent");
  return ok({ first, others });
}

async function read(ctx: ActionCtx, file: Sent, claimed: Claimed): Promise<Result<Stored>> {
  const { storageId, thumbhash, preview, poster } = file;
  const inspectOne = async (id: Id<"_storage">) =>
    await inspectStored(ctx, id, claimed[idsOf(file).indexOf(id)]);
  const original = await inspectOne(storageId);
  if (original.error) return original;
  const { type: mediaType, ...measured } = original.data;
  if (thumbhash !== undefined && !isThumbhash(thumbhash)) return refusals.badThumbhash();
  const stored: Stored = { storageId, mediaType, ...measured, ...(thumbhash && { thumbhash }) };
  for (const [name, id] of Object.entries({ preview, poster })) {
    if (id === undefined) continue;
    const rendition = await inspectOne(id);
    if (rendition.error) return rendition;
    const { type, bytes } = rendition.data;
    // A poster is a still picture; a preview is a video if its original is one.
    const moves = name === "preview" && isVideo(mediaType);
    if (!isShownEverywhere(type) || isVideo(type) !== moves) return refusals.badRendition();
    // The plan's limits apply to the original.
    if (isHd(rendition.data) && !isHd(measured)) return refusals.hugeRendition();
    Object.assign(stored, { [name]: { storageId: id, mediaType: type, bytes } });
  }
  return ok(stored);
}

/** The measurements from the file's arrival, or else measured from its content now. */
async function inspectStored(
  ctx: ActionCtx,
  storageId: Id<"_storage">,
  claimed: Claimed[number] | undefined,
): Promise<Result<Inspected & { bytes: number }>> {
  if (claimed?.measured) return ok({ ...claimed.measured, bytes: claimed.bytes });
  const file = await ctx.storage.get(storageId);
  if (!file) return refusals.noUpload();
  const found = inspectFile(new Uint8Array(await file.arrayBuffer()));
  if (found.error) return found;
  // A file is served under the type it was sent with: a picture sent as HTML would run as a page.
  if (claimed?.contentType !== found.data.type) return refusals.mislabelled();
  return ok({ ...found.data, bytes: file.size });
}

/** The uploaded files, in the order of their claims. */
function idsOf({ storageId, preview, poster }: Sent): Id<"_storage">[] {
  return [storageId, preview, poster].filter((id) => id !== undefined);
}
