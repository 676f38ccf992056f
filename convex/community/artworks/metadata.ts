import type { Failure } from "../../../packages/billing/src/contract";
import { WORK_LIMITS, tagOf, vLicence, vMadeHow } from "../../contract/works";
import { refusals } from "../errors";
import type { ObjectType } from "convex/values";
import { v } from "convex/values";
import { vDynamicRange } from "../../contract/files/dynamicRange";
import { vMedium } from "../../contract/medium";
import { vMediaType } from "../../contract/files/sniff";
import type { Id } from "../../_generated/dataModel";

const TITLE_MAX_LENGTH = 120;
const ALT_MAX_LENGTH = 1000;
const DESCRIPTION_MAX_LENGTH = 4000;
const UPLOAD_ID_MAX_LENGTH = 100;

/** What an artist wrote under a work, if it can't hang like that; else null. */
export function refuseLabel({ title, alt }: { title: string; alt: string }): Failure | null {
  if (title.trim() === "" || title.length > TITLE_MAX_LENGTH) return refusals.badTitle();
  return refuseAlt(alt);
}

export function refuseAlt(alt: string): Failure | null {
  return alt.length > ALT_MAX_LENGTH ? refusals.badAlt() : null;
}

/** What else an artist said of a work, if it can't stand like that; else null. */
export function refuseTerms({
  description = "",
  tags = [],
}: {
  description?: string | undefined;
  tags?: string[] | undefined;
}): Failure | null {
  if (description.length > DESCRIPTION_MAX_LENGTH) return refusals.tooLong(DESCRIPTION_MAX_LENGTH);
  const bad = tags.find((tag) => tagOf(tag) === null);
  if (bad !== undefined) return refusals.badTag(bad);
  return cleanTags(tags).length > WORK_LIMITS.tags
    ? refusals.tooMany(`A work has at most ${WORK_LIMITS.tags} tags`)
    : null;
}

/** Tags as they are stored: folded, each once, in the artist's order. */
export function cleanTags(tags: readonly string[]): string[] {
  return [...new Set(tags.flatMap((tag) => tagOf(tag) ?? []))];
}

/** The id that a browser gives an upload, if it can't be kept; a UUID has 36 characters. */
export function refuseUploadId(id: string): Failure | null {
  return id === "" || id.length > UPLOAD_ID_MAX_LENGTH
    ? refusals.badId(UPLOAD_ID_MAX_LENGTH)
    : null;
}

/** Whether these can be a picture's width and height. */
export function isMeasure({ width, height }: { width: number; height: number }): boolean {
  return [width, height].every((pixels) => Number.isInteger(pixels) && pixels > 0);
}

/** What an artist says of a work. */
export const workLabel = {
  title: v.string(),
  /** What someone who cannot see it is told; empty when the artist said nothing. */
  alt: v.string(),
  medium: vMedium,
};

/** What else an artist may say of it. */
export const workTerms = {
  description: v.string(),
  /** Folded, each once. */
  tags: v.array(v.string()),
  licence: vLicence,
  /** Null: not said. */
  madeHow: v.union(vMadeHow, v.null()),
  sensitive: v.boolean(),
  /** Whether machines are told not to learn from it. */
  noAi: v.boolean(),
};

/** A file that is stored, and its size in pixels. */
export const workFile = {
  storageId: v.id("_storage"),
  width: v.number(),
  height: v.number(),
};

/** The same as a browser sends it, with what it made of it for those that can't show it. */
export const sentFile = {
  storageId: v.id("_storage"),
  /** A blur of a few bytes to stand there while it loads: see `isThumbhash`. */
  thumbhash: v.optional(v.string()),
  /** What every browser shows, where the file itself is something else. */
  preview: v.optional(v.id("_storage")),
  /** A small still of it, for walls. */
  poster: v.optional(v.id("_storage")),
};

/** A file beside the original that is shown in its place; the original is left as it is. */
export const vStandIn = v.object({
  storageId: v.id("_storage"),
  mediaType: vMediaType,
  bytes: v.number(),
});

/** What the bytes of one file tell. */
export const vMeasured = v.object({
  type: vMediaType,
  width: v.number(),
  height: v.number(),
  dynamicRange: vDynamicRange,
});

/** A file that its artist named, before it is used. */
export const vClaimed = v.object({
  /** The type that it was sent with, and is served with. */
  contentType: v.union(v.string(), v.null()),
  bytes: v.number(),
  /** Null: nobody has looked yet. */
  measured: v.union(vMeasured, v.null()),
});

/** A file with what its bytes tell. */
export const storedFile = {
  ...workFile,
  mediaType: vMediaType,
  bytes: v.number(),
  /** Default standard. */
  dynamicRange: v.optional(vDynamicRange),
  thumbhash: v.optional(v.string()),
  preview: v.optional(vStandIn),
  poster: v.optional(vStandIn),
};

/** A file of a work, and whose storage it takes up; absent: nobody's. */
export const keptFile = { ...storedFile, payerId: v.optional(v.string()) };

/** All files that a file consists of: itself and what stands in for it. */
export function storageIdsOf({
  storageId,
  preview,
  poster,
}: Pick<ObjectType<typeof storedFile>, "storageId" | "preview" | "poster">): Id<"_storage">[] {
  const standIns = [preview, poster].flatMap((file) => (file ? [file.storageId] : []));
  return [storageId, ...standIns];
}

/** What holds for a work whose artist said nothing else. */
export const DEFAULT_TERMS = {
  description: "",
  tags: [] as string[],
  licence: "all_rights_reserved" as const,
  madeHow: null,
  sensitive: false,
  noAi: true,
};
