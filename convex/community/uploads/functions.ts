import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import { refuseDeclared } from "../../contract/files/media";
import { vMediaType } from "../../contract/files/sniff";
import { vFocus, vLicence, vMadeHow, vVisibility, WORK_LIMITS } from "../../contract/works";
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
import { findPending } from "../files/owners";
import { ensureProfile } from "../profiles/model";
import { dropWaiting } from "./pending";
import { findPublished, publishWork } from "./publishing";
import { readSentFiles, sentIdsOf } from "./sentFiles";

type Published = Result<{ artworkId: Id<"artworks"> }>;

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
export const publish = mutation({
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
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const published = await findPublished(ctx, artist._id, metadata.clientUploadId);
    if (published) {
      // A repeated attempt sent its files again. The first copies are already published.
      await dropWaiting(ctx, artist._id, files.flatMap(sentIdsOf));
      return ok({ artworkId: published._id });
    }
    const sent = await readSentFiles(ctx, artist._id, files);
    if (sent.error) return sent;
    const [first, ...others] = sent.data;
    if (!first) throw new Error("No file was sent");
    const tags = cleanTags(metadata.tags ?? []);
    return await publishWork(ctx, artist, {
      ...{ ...DEFAULT_METADATA, ...metadata, tags, ...first, state, studio, collectionId },
      pages: others.map((page, at) => ({ ...page, caption: pages[at]?.caption ?? "" })),
    });
  },
});

/**
 * Describes an uploaded file that is not a new work: another picture, a step, a replacement, an
 * avatar, a cover. It stays pending for a day.
 */
export const prepare = mutation({
  limit: "uploads",
  args: uploadedFile,
  returns: vResult(v.object({ storageId: v.id("_storage"), mediaType: vMediaType })),
  handler: async (
    ctx,
    file,
  ): Promise<Result<{ storageId: Id<"_storage">; mediaType: typeof vMediaType.type }>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const sent = await readSentFiles(ctx, artist._id, [file]);
    if (sent.error) return sent;
    const [media] = sent.data;
    const pending = media && (await findPending(ctx, media.storageId));
    if (!pending) throw new Error("No file was sent");
    await ctx.db.patch("pendingUploads", pending._id, { media });
    const { storageId, mediaType } = media;
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
