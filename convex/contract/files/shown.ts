import type { MediaType } from "./sniff";

// Separate from the detection of files, which is larger than every page should load.

/** Types that some browsers can't decode or open. */
const PREVIEWED: readonly MediaType[] = [
  "image/heic",
  "image/heif",
  "video/quicktime",
  "video/x-matroska",
];

/** Whether a type moves by a player's control; animated pictures are pictures. */
export function isVideo(type: string): boolean {
  return type.startsWith("video/");
}

/** Whether every browser can show a type; others need a preview beside the original. */
export function isShownEverywhere(type: MediaType): boolean {
  return !PREVIEWED.includes(type);
}
