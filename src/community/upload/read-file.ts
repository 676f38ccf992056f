import { inspectForStorage } from "../../../convex/contract/files/inspect";
import { LEADING_BYTES, VIDEO_MAX_BYTES } from "../../../convex/contract/files/media";
import { isShownEverywhere, isVideo } from "../../../convex/contract/files/shown";
import type { Result } from "../../../packages/billing/src/contract";
import type { MediaType } from "../../../convex/contract/files/sniff";
import { decodeHeic } from "./media/decode-heic";
import { stillOf } from "./media/film";
import { paint, stillFor, thumbhashOf, toJpeg } from "./media/paint";
import type { Size } from "./media/paint";
import type { ReadMedia } from "./upload-item";

/** Large enough for any screen. The same as in the HEIC decoder. */
const PREVIEW_LIMIT = { width: 2560, height: 2560 };
/** Larger pictures get a preview for grids. */
const THUMBNAIL_BYTES = 150_000;
const THUMBNAIL_WIDTH_PX = 800;
/** Types without transparency. */
const OPAQUE: readonly MediaType[] = ["image/jpeg"];

/** The versions of a file that the browser created for display. */
type Look = Pick<ReadMedia, "preview" | "poster" | "thumbhash" | "thumbnailUrl">;

const UNSEEN: Look = {
  preview: null,
  poster: null,
  thumbhash: null,
  thumbnailUrl: null,
};

/**
 * Detects a file's type from its content before it is sent, and creates previews if browsers can't
 * show it.
 *
 * @param onConvert - Called if it takes longer because a decoder has to load.
 */
export async function readFile(
  file: File,
  onConvert: () => void = () => undefined,
): Promise<Result<ReadMedia>> {
  // A file that is too large is refused after reading its beginning.
  const read = file.size > VIDEO_MAX_BYTES ? file.slice(0, LEADING_BYTES) : file;
  const whole = new Uint8Array(await read.arrayBuffer());
  const { data, error } = inspectForStorage(whole, false, file.size);
  if (error) return { data: null, error };
  const { measured, position } = data;
  const { type } = measured;
  const look = isVideo(type) ? readVideo : readPicture;
  // A file can also be published without a preview.
  const shown = await look(file, type, onConvert).catch(() => UNSEEN);
  return { data: { ...shown, ...measured, hasPlace: position !== null }, error: null };
}

/** The file as the server would store it, so that no coordinates leave the browser. */
export async function readWithoutPlace(file: Blob, type: MediaType): Promise<Blob> {
  const { data } = inspectForStorage(new Uint8Array(await file.arrayBuffer()), false);
  return data ? new Blob(data.pieces, { type }) : file;
}

async function readPicture(file: File, type: MediaType, onConvert: () => void): Promise<Look> {
  const own = await openImage(file);
  if (isShownEverywhere(type))
    return own ? await showing(own, file, OPAQUE.includes(type)) : UNSEEN;
  onConvert();
  const canvas = own && paint(own, sizeOf(own), PREVIEW_LIMIT);
  const preview = canvas ? await toJpeg(canvas) : await decodeHeic(file);
  const shown = preview && (await openImage(preview));
  if (own) URL.revokeObjectURL(own.src);
  return shown ? { ...(await showing(shown, preview, true)), preview } : UNSEEN;
}

async function readVideo(file: File, type: MediaType, onConvert: () => void): Promise<Look> {
  if (isShownEverywhere(type)) return await readImage(file);
  onConvert();
  const { rewrap } = await import("./media/rewrap");
  const preview = await rewrap(file).catch(() => null);
  const look = await readImage(preview ?? file);
  // Without the preview if it is too large, because the server would refuse the original with it.
  const isLight = preview !== null && preview.size <= VIDEO_MAX_BYTES;
  return { ...look, preview: isLight ? preview : null };
}

async function readImage(film: Blob): Promise<Look> {
  const found = await stillOf(film);
  if (!found) return UNSEEN;
  const { poster, thumbhash } = found;
  return { ...UNSEEN, poster, thumbhash, thumbnailUrl: poster && URL.createObjectURL(poster) };
}

/** A decoded image with its own object URL; null if this browser can't decode it. */
async function openImage(file: Blob): Promise<HTMLImageElement | null> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    return image;
  } catch {
    URL.revokeObjectURL(image.src);
    return null;
  }
}

async function showing(image: HTMLImageElement, file: Blob, isOpaque: boolean): Promise<Look> {
  const size = sizeOf(image);
  const isLarge = file.size > THUMBNAIL_BYTES && size.width > THUMBNAIL_WIDTH_PX;
  const poster = isLarge ? await stillFor(image, size, isOpaque) : null;
  const thumbhash = thumbhashOf(image, size);
  return { ...UNSEEN, poster, thumbhash, thumbnailUrl: image.src };
}

function sizeOf({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Size {
  return { width, height };
}
