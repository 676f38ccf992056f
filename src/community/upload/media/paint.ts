import { rgbaToThumbHash } from "thumbhash";

export interface Size {
  width: number;
  height: number;
}

const THUMBHASH_LIMIT: Size = { width: 100, height: 100 };
const THUMBNAIL_LIMIT: Size = { width: 800, height: 1600 };
const THUMBNAIL_QUALITY = 0.78;
const QUALITY = 0.9;

/** Draws a picture on a canvas, uncropped, scaled down to a limit. Null if this browser can't. */
export function paint(
  picture: CanvasImageSource,
  { width, height }: Size,
  limit: Size,
): HTMLCanvasElement | null {
  const scale = Math.min(1, limit.width / width, limit.height / height);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context && canvas;
}

/** The canvas as a file that every browser can show. */
export function toJpeg(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return toFile(canvas, "image/jpeg", QUALITY);
}

/**
 * A small preview for grids. Without WebP support it is a JPEG, or null when
 * transparent parts would become black.
 */
export async function stillFor(
  picture: CanvasImageSource,
  size: Size,
  isOpaque: boolean,
): Promise<Blob | null> {
  const canvas = paint(picture, size, THUMBNAIL_LIMIT);
  const webp = canvas && (await toFile(canvas, "image/webp", THUMBNAIL_QUALITY));
  if (webp?.type === "image/webp") return webp;
  return canvas && isOpaque ? await toFile(canvas, "image/jpeg", THUMBNAIL_QUALITY) : null;
}

/** A crop of a picture, in its pixels. */
export interface Part extends Size {
  x: number;
  y: number;
}

/** A crop of a picture as a separate file, at most `widest` wide. Null if this browser can't. */
export async function cutOut(picture: Blob, part: Part, widest: number): Promise<Blob | null> {
  const bitmap = await createImageBitmap(picture);
  const scale = Math.min(1, widest / part.width);
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(part.width * scale));
  canvas.height = Math.max(1, Math.round(part.height * scale));
  const context = canvas.getContext("2d");
  const { x, y, width, height } = part;
  context?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context && (await toFile(canvas, "image/webp", QUALITY));
}

/** A picture's blur in a few bytes, base64. */
export function thumbhashOf(picture: CanvasImageSource, size: Size): string | null {
  const canvas = paint(picture, size, THUMBHASH_LIMIT);
  const context = canvas?.getContext("2d");
  if (!canvas || !context) return null;
  const { width, height } = canvas;
  const { data } = context.getImageData(0, 0, width, height);
  return btoa(String.fromCharCode(...rgbaToThumbHash(width, height, data)));
}

function toFile(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
