import type { Result } from "../../../packages/billing/src/contract";
import { readDynamicRange } from "./dynamicRange";
import type { DynamicRange } from "./dynamicRange";
import { readFilmPixels } from "./filmPixels";
import { countFrames } from "./frames";
import { LEADING_BYTES, inspectMedia, refuseFile } from "./media";
import { PartCount, TooManyParts } from "./parts";
import type { Pixels } from "./pixels";
import { withoutLocation } from "./location/eraseLocation";
import type { MediaType } from "./sniff";

/** More than a minute of an animation at its usual speed. */
export const MAX_FRAMES = 2_000;

/** What a file is, detected from its content. */
export interface Inspected extends Pixels {
  type: MediaType;
  dynamicRange: DynamicRange;
}

/**
 * Detects a file's type, size, dimensions and colours from its whole content. All
 * that a plan gates on comes from here. The work is bounded: parts of a file are
 * counted over all readers, and a file with too many is refused.
 *
 * @param file - The whole file; of one that is too large, the beginning is enough.
 * @param size - Of the whole file, in bytes.
 * @param parts - Counts the parts that are read.
 * @returns What it is, or a refusal whose message people read beside the file.
 *   Error codes: every `MediaErrorCode`.
 * @see Spec §9
 */
export function inspectFile(
  file: Uint8Array,
  size = file.length,
  parts = new PartCount(),
): Result<Inspected> {
  return bounded(() => inspect(file, size, parts));
}

/** A file that can be stored, and what it is. */
interface Storable {
  measured: Inspected;
  stored: Uint8Array<ArrayBuffer>;
}

/**
 * Inspects a file as {@link inspectFile} does, and removes its location.
 *
 * @param keepsPlace - Whether its artist wants to keep the location.
 */
export function inspectForStorage(
  file: Uint8Array<ArrayBuffer>,
  keepsPlace: boolean,
): Result<Storable> {
  const parts = new PartCount();
  return bounded(() => {
    const found = inspect(file, file.length, parts);
    if (found.error) return found;
    const measured = found.data;
    const bare = keepsPlace ? null : withoutLocation(file, measured.type, parts);
    return { data: { measured, stored: bare ?? file }, error: null, statusCode: 200 };
  });
}

function bounded<T>(read: () => Result<T>): Result<T> {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TooManyParts)) throw error;
    return refuseFile("too_many_parts", "This file has too many parts. Export it again.");
  }
}

function inspect(file: Uint8Array, bytes: number, parts: PartCount): Result<Inspected> {
  const found = inspectMedia(file.subarray(0, LEADING_BYTES), bytes, parts);
  if (found.error) return found;
  const { type } = found.data;
  const size = found.data.pixels ?? readFilmPixels(file, type, parts);
  if (!size) {
    const message = "This video does not say how large it is. Export it again.";
    return refuseFile("unreadable_video", message);
  }
  if (countFrames(file, type, parts) > MAX_FRAMES) {
    const message = "More than 2,000 frames. Export a shorter animation, or a video.";
    return refuseFile("too_many_frames", message);
  }
  const dynamicRange = readDynamicRange(file, type, parts);
  return { data: { type, ...size, dynamicRange }, error: null, statusCode: 200 };
}
