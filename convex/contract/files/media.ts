import type { DynamicRange } from "./dynamicRange";
import type { Result } from "../../../packages/billing/src/contract";
import { PartCount } from "./parts";
import { readPixels } from "./pixels";
import type { Pixels } from "./size";
import { isVideo } from "./shown";
import { sniffMedia } from "./sniff";
import type { MediaType } from "./sniff";

/**
 * The size limits of a file.
 *
 * @see Spec §9, "Size limits in bytes"; docs: artwork images and videos
 */
export const IMAGE_MAX_BYTES = 10_485_760;
export const VIDEO_MAX_BYTES = 15_728_640;

/** The largest dimensions of a still picture: phone browsers fail to decode much larger ones. */
export const IMAGE_MAX_PIXELS = 50_000_000;

/** A picture with a longer edge is more than 4K, which needs a plan with that feature. */
const HD_EDGE_PX = 4096;

/**
 * How much of a file's beginning {@link inspectMedia} needs, including metadata and colour profile.
 */
export const LEADING_BYTES = 1_048_576;

/** Why a file is refused. Branch on the code, never on the message. */
export type MediaErrorCode =
  | "empty_file"
  | "unsupported_media"
  | "file_too_large"
  | "unreadable_picture"
  | "too_many_pixels"
  | "unreadable_video"
  | "too_many_frames"
  | "too_many_parts";

/**
 * The properties in a file's beginning. `pixels` is null for a video, which may have its size at
 * its end.
 */
export interface Media {
  type: MediaType;
  pixels: Pixels | null;
}

/**
 * Detects a file's type, size and dimensions from its beginning, ignoring its name and declared
 * type. `inspectFile` reads the whole file.
 *
 * @param leading - The first {@link LEADING_BYTES} of the file, or all of a shorter one.
 * @param bytes - The size of the whole file.
 * @returns The properties, or a refusal whose message the page shows beside the file. Error
 *   codes: those of {@link MediaErrorCode} up to `too_many_pixels`.
 * @throws TooManyParts
 * @see Spec §9
 */
export function inspectMedia(
  leading: Uint8Array,
  bytes: number,
  parts = new PartCount(),
): Result<Media> {
  if (bytes === 0) return refuseFile("empty_file", "This file is empty.");
  const type = sniffMedia(leading, parts);
  if (type === null) {
    return refuseFile("unsupported_media", "This is not a picture or video we can show.");
  }
  if (bytes > maxBytesOf(type)) return tooLarge(type);
  if (isVideo(type)) return accept({ type, pixels: null });
  const pixels = readPixels(leading, type, parts);
  if (pixels === null) {
    return refuseFile("unreadable_picture", "This picture is damaged. Export it again.");
  }
  return pixels.width * pixels.height > IMAGE_MAX_PIXELS
    ? refuseFile("too_many_pixels", "More than 50 megapixels. Export a smaller copy.")
    : accept({ type, pixels });
}

/**
 * Checks a browser's declaration about a file before it is sent.
 *
 * @param type - The type that the browser detected with {@link inspectMedia}.
 * @param bytes - The size of the whole file.
 * @returns The refusal, or null. Error codes: `empty_file`, `file_too_large`.
 * @see Spec §9
 */
export function refuseDeclared(type: MediaType, bytes: number): Result<never> | null {
  if (!(Number.isInteger(bytes) && bytes > 0))
    return refuseFile("empty_file", "This file is empty.");
  return bytes > maxBytesOf(type) ? tooLarge(type) : null;
}

/** The properties that decide whether a picture or video needs a higher plan. */
export type Quality = Pixels & { dynamicRange?: DynamicRange | undefined };

/** Whether a picture or video is larger than 4K, or HDR. */
export function isHd({ width, height, dynamicRange }: Quality): boolean {
  return Math.max(width, height) > HD_EDGE_PX || dynamicRange === "high";
}

function maxBytesOf(type: MediaType): number {
  return isVideo(type) ? VIDEO_MAX_BYTES : IMAGE_MAX_BYTES;
}

function tooLarge(type: MediaType): Result<never> {
  return isVideo(type)
    ? refuseFile("file_too_large", "Larger than 15 MB. Export a shorter or smaller video.")
    : refuseFile("file_too_large", "Larger than 10 MB. Export a smaller PNG or a WebP.");
}

function accept(media: Media): Result<Media> {
  return { data: media, error: null, statusCode: 200 };
}

/** A refusal that the page shows beside a file. */
export function refuseFile(code: MediaErrorCode, message: string): Result<never> {
  return { data: null, error: { code, message }, statusCode: 400 };
}
