import type { Result } from "../../../packages/billing/src/contract";
import { readDynamicRange } from "./dynamicRange";
import type { DynamicRange } from "./dynamicRange";
import { readFilmPixels } from "./filmPixels";
import { MAX_FRAMES, countFrames } from "./frames";
import { inspectMedia, refuseFile } from "./media";
import { PartCount, TooManyParts } from "./parts";
import { cleanFile } from "./clean/cleanFile";
import { NotUnderstood } from "./clean/notUnderstood";
import type { Position } from "./clean/position";
import { isVideo } from "./shown";
import type { Pixels } from "./size";
import type { MediaType } from "./sniff";

/** The properties of a file, detected from its content. */
export interface Inspected extends Pixels {
  type: MediaType;
  dynamicRange: DynamicRange;
}

/**
 * Detects a file's type, size, dimensions and colours from its whole content, for everything that a
 * plan gates on. The work is bounded: all readers together count the parts of a file, and a file
 * with too many is refused.
 *
 * @param file - The whole file, or only the beginning if it is too large.
 * @param size - The size of the whole file, in bytes.
 * @param parts - Counts the parts that are read.
 * @returns The properties, or a refusal whose message the page shows beside the file. Error
 *   codes: every `MediaErrorCode`.
 * @see Spec §9
 */
export function inspectFile(
  file: Uint8Array,
  size = file.length,
  parts = new PartCount(),
): Result<Inspected> {
  return bounded(() => inspect(file, size, parts));
}

/** A file that can be stored, and its properties. */
interface Storable {
  measured: Inspected;
  /** Pieces of the stored file, in order. They may share the file's memory. */
  pieces: Uint8Array<ArrayBuffer>[];
  /** The location in the file; null if there is none in a format that we read. */
  position: Position | null;
}

/**
 * Inspects a file like {@link inspectFile}, and keeps only what its pictures and sound need.
 *
 * @param file - The whole file, as for {@link inspectFile}. It may be changed, because no second
 *   copy is made.
 * @param keepsPosition - Whether its artist wants to keep the coordinates in it.
 * @param size - The size of the whole file, in bytes.
 */
export function inspectForStorage(
  file: Uint8Array<ArrayBuffer>,
  keepsPosition: boolean,
  size = file.length,
): Result<Storable> {
  const found = inspectFile(file, size);
  if (found.error) return found;
  const measured = found.data;
  return bounded(() => {
    // Counted separately, because a long recording alone can reach the limit of parts.
    const cleaned = cleanFile(file, measured.type, { keepsPosition, parts: new PartCount() });
    return { data: { measured, ...cleaned }, error: null, statusCode: 200 };
  }, measured.type);
}

function bounded<T>(read: () => Result<T>, type?: MediaType): Result<T> {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotUnderstood) {
      return type !== undefined && isVideo(type)
        ? refuseFile(
            "unreadable_video",
            "This video is damaged or in a format that we can’t read. Export it as MP4.",
          )
        : refuseFile(
            "unreadable_picture",
            "This picture is damaged or in a format that we can’t read. Export it again.",
          );
    }
    if (!(error instanceof TooManyParts)) throw error;
    return refuseFile("too_many_parts", "This file has too many parts. Export it again.");
  }
}

function inspect(file: Uint8Array, bytes: number, parts: PartCount): Result<Inspected> {
  const found = inspectMedia(file, bytes, parts);
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
