import type { Failure } from "../../../packages/billing/src/contract";
import { WORK_LIMITS, isFocus, tagOf, vLicence, vMadeHow } from "../../contract/works";
import type { Focus } from "../../contract/works";
import { refusals } from "../errors";
import { refuseText, refuseTexts } from "../texts";
import type { ObjectType } from "convex/values";
import { v } from "convex/values";
import { vDynamicRange } from "../../contract/files/dynamicRange";
import { vMedium } from "../../contract/medium";
import { vMediaType } from "../../contract/files/sniff";
import type { Id } from "../../_generated/dataModel";

const UPLOAD_ID_MAX_LENGTH = 100;

/** Why a title and alternative text are refused; null: they are valid. */
export function refuseRequiredMetadata({
  title,
  alt,
}: {
  title: string;
  alt: string;
}): Failure | null {
  return refuseTexts({ workTitle: title, altText: alt });
}

/** Why the optional metadata is refused; null: it is valid. */
export function refuseOptionalMetadata({
  description = "",
  tags = [],
  focus = null,
}: {
  description?: string | undefined;
  tags?: string[] | undefined;
  focus?: Focus | null | undefined;
}): Failure | null {
  const refusal = refuseText("workDescription", description);
  if (refusal) return refusal;
  if (focus && !isFocus(focus)) return refusals.badFocus();
  const bad = tags.find((tag) => tagOf(tag) === null);
  if (bad !== undefined) return refusals.badTag(bad);
  return cleanTags(tags).length > WORK_LIMITS.tags
    ? refusals.tooMany(`A work has at most ${WORK_LIMITS.tags} tags`)
    : null;
}

/** Tags in stored form: normalised, without duplicates, in the artist's order. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.flatMap((tag) => tagOf(tag) ?? []))];
}

/** Why a browser's upload id is refused; null if it is valid. A UUID has 36 characters. */
export function refuseUploadId(id: string): Failure | null {
  return id === "" || id.length > UPLOAD_ID_MAX_LENGTH
    ? refusals.badId(UPLOAD_ID_MAX_LENGTH)
    : null;
}

/** Whether these are valid dimensions of a picture. */
export function areDimensions({ width, height }: { width: number; height: number }): boolean {
  return [width, height].every((pixels) => Number.isInteger(pixels) && pixels > 0);
}

/** The metadata that a work must have. */
export const requiredMetadata = {
  title: v.string(),
  /** Alternative text for people who can't see the work; empty if the artist wrote none. */
  alt: v.string(),
  medium: vMedium,
};

/** The metadata that a work may have. */
export const optionalMetadata = {
  description: v.string(),
  /** Normalised, without duplicates. */
  tags: v.array(v.string()),
  licence: vLicence,
  /** Null if the artist did not specify it. */
  madeHow: v.union(vMadeHow, v.null()),
  sensitive: v.boolean(),
  /** Whether the page asks crawlers not to train AI on it. */
  noAi: v.boolean(),
};

/** A stored file, and its dimensions in pixels. */
export const fileWithDimensions = {
  storageId: v.id("_storage"),
  width: v.number(),
  height: v.number(),
};

/** A file as a browser sends it, with the renditions that it made. */
export const uploadedFile = {
  storageId: v.id("_storage"),
  /** A blur of a few bytes, shown while the work loads: see `isThumbhash`. */
  thumbhash: v.optional(v.string()),
  /** A version that every browser can show, if the original's format is not universal. */
  preview: v.optional(v.id("_storage")),
  /** A small still picture of it, for feeds. */
  poster: v.optional(v.id("_storage")),
};

/** A file that is shown in place of the original. The original does not change. */
export const vRendition = v.object({
  storageId: v.id("_storage"),
  mediaType: vMediaType,
  bytes: v.number(),
});

/** The metadata in a file's content. */
export const vMeasured = v.object({
  type: vMediaType,
  width: v.number(),
  height: v.number(),
  dynamicRange: vDynamicRange,
});

/** A file with the properties detected from its content. */
export const storedFile = {
  ...fileWithDimensions,
  mediaType: vMediaType,
  bytes: v.number(),
  /** Default standard. */
  dynamicRange: v.optional(vDynamicRange),
  thumbhash: v.optional(v.string()),
  preview: v.optional(vRendition),
  poster: v.optional(vRendition),
};

/** A file of a work, and the customer whose storage it uses; absent: it counts for no customer. */
export const artworkFile = { ...storedFile, payerId: v.optional(v.string()) };

/** All stored files that a file consists of: the original and its renditions. */
export function storageIdsOf({
  storageId,
  preview,
  poster,
}: Pick<ObjectType<typeof storedFile>, "storageId" | "preview" | "poster">): Id<"_storage">[] {
  const renditions = [preview, poster].flatMap((file) => (file ? [file.storageId] : []));
  return [storageId, ...renditions];
}

/** The metadata of a work without any optional choices. */
export const DEFAULT_METADATA = {
  description: "",
  tags: [] as string[],
  licence: "all_rights_reserved" as const,
  madeHow: null,
  sensitive: false,
  noAi: true,
};
