import { thumbHashToDataURL } from "thumbhash";
import { isShownEverywhere, isVideo } from "../../../convex/contract/files/shown";
import type { Card } from "./card-data";

type File = Pick<Card, "url" | "previewUrl" | "posterUrl" | "thumbhash" | "mediaType">;

/** `hanging` in a grid, or `open` in the viewer. */
export type Look = "hanging" | "open";

/** The displayed file of a work: the original in the viewer, a preview in a grid. */
export function sourceOf(file: File, look: Look): string | null {
  const { url, previewUrl, mediaType } = file;
  if (look === "hanging" && !isMoving(mediaType)) return stillOf(file);
  return isShownEverywhere(mediaType) ? url : (previewUrl ?? url);
}

/** The smallest preview of a file, if any. */
export function stillOf({ url, previewUrl, posterUrl, mediaType }: File): string | null {
  return posterUrl ?? (isVideo(mediaType) ? null : (previewUrl ?? url));
}

/** Types that every browser animates without a way to pause them. */
const ANIMATED: readonly Card["mediaType"][] = ["image/gif", "image/apng"];

export function isAnimation(mediaType: Card["mediaType"]): boolean {
  return ANIMATED.includes(mediaType);
}

export function isMoving(mediaType: Card["mediaType"]): boolean {
  return isVideo(mediaType) || isAnimation(mediaType);
}

/** A CSS image for the time until a picture has loaded: its preview, or a blur. */
export function placeholderOf({ posterUrl, thumbhash }: File, look: Look): string | undefined {
  if (look === "open" && posterUrl !== null) return `url("${posterUrl}")`;
  // In a server-rendered page, the blurs would take longer to transfer than they save.
  if (thumbhash === null || typeof document === "undefined") return undefined;
  return `url(${thumbHashToDataURL(bytesOf(thumbhash))})`;
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}
