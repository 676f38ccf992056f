import type { Failure } from "../../../packages/billing/src/contract";
import { WORK_LIMITS, tagOf } from "../../contract/works";
import { refusals } from "../errors";

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
