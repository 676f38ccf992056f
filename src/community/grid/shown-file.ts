import { thumbHashToDataURL } from "thumbhash";
import { isShownEverywhere, isVideo } from "../../../convex/contract/files/shown";
import type { Card } from "./card-data";

type File = Pick<Card, "url" | "previewUrl" | "posterUrl" | "thumbhash" | "mediaType">;

/** `hanging` on a grid among others, or `open` on one of its own. */
export type Look = "hanging" | "open";

/** The file that shows a work: its own to who opens it, a still in its place on a grid. */
export function sourceOf(file: File, look: Look): string | null {
  const { url, previewUrl, mediaType } = file;
  if (look === "hanging" && !isMoving(mediaType)) return stillOf(file);
  return isShownEverywhere(mediaType) ? url : (previewUrl ?? url);
}

/** The smallest still of a file, where there is one. */
export function stillOf({ url, previewUrl, posterUrl, mediaType }: File): string | null {
  return posterUrl ?? (isVideo(mediaType) ? null : (previewUrl ?? url));
}

/** Types whose pictures move by themselves, in every browser, with nothing to stop them. */
const ANIMATED: readonly Card["mediaType"][] = ["image/gif", "image/apng"];

export function isAnimation(mediaType: Card["mediaType"]): boolean {
  return ANIMATED.includes(mediaType);
}

export function isMoving(mediaType: Card["mediaType"]): boolean {
  return isVideo(mediaType) || isAnimation(mediaType);
}

/** What stands there until a picture has arrived, as a style's image: its still, or a blur. */
export function placeholderOf({ posterUrl, thumbhash }: File, look: Look): string | undefined {
  if (look === "open" && posterUrl !== null) return `url("${posterUrl}")`;
  // A server's page is on its way for longer than the blurs in it would save.
  if (thumbhash === null || typeof document === "undefined") return undefined;
  return `url(${thumbHashToDataURL(bytesOf(thumbhash))})`;
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
