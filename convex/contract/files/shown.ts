import type { MediaType } from "./sniff";

// Separate from file detection, because that code is too large for every page.

/** Types that some browsers can't decode or open. */
const PREVIEWED: readonly MediaType[] = [
  "image/heic",
  "image/heif",
  "video/quicktime",
  "video/x-matroska",
];

/** Whether a type is played with controls. Animated pictures are pictures. */
export function isVideo(type: string): boolean {
  return type.startsWith("video/");
}

/** Whether every browser can show a type. Others need a preview beside the original. */
export function isShownEverywhere(type: MediaType): boolean {
  return !PREVIEWED.includes(type);
}
