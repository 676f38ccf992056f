import { readDynamicRange } from "../../../convex/contract/files/dynamicRange";
import { LEADING_BYTES, VIDEO_MAX_BYTES, inspectMedia } from "../../../convex/contract/files/media";
import { isShownEverywhere, isVideo } from "../../../convex/contract/files/shown";
import type { Result } from "../../../convex/contract/errors";
import type { MediaType } from "../../../convex/contract/files/sniff";
import { decodeHeic } from "./media/decode-heic";
import { stillOf } from "./media/film";
import { paint, stillFor, thumbhashOf, toJpeg } from "./media/paint";
import type { Size } from "./media/paint";
import { withoutPlace } from "./place/erase-place";
import type { ReadMedia } from "./upload-item";

/** What a video measures that nobody here can open. */
const UNKNOWN_VIDEO = { width: 16, height: 9 };
/** Enough for any screen. The same as the HEIC decoder's. */
const PREVIEW_LIMIT = { width: 2560, height: 2560 };
/** Larger pictures have a still of their own on walls. */
const WALL_BYTES = 150_000;
const WALL_WIDTH_PX = 800;
/** Pictures that have nothing clear in them. */
const OPAQUE: readonly MediaType[] = ["image/jpeg"];

/** What a browser makes of a file: what it measures, and what is shown in its place. */
interface Look extends Pick<ReadMedia, "preview" | "poster" | "thumbhash" | "thumbnailUrl"> {
  size: Size | null;
}

const UNSEEN: Look = {
  size: null,
  preview: null,
  poster: null,
  thumbhash: null,
  thumbnailUrl: null,
};

/**
 * Judges a file by its bytes, before any is sent, and makes what stands for it
 * where it can't be shown itself.
 *
 * @param onConvert - Called when that takes longer, because a decoder is fetched for it.
 */
export async function readFile(
  file: File,
  onConvert: () => void = () => undefined,
): Promise<Result<ReadMedia>> {
  const leading = new Uint8Array(await file.slice(0, LEADING_BYTES).arrayBuffer());
  const { data, error } = inspectMedia(leading, file.size);
  if (error) return { data: null, error };
  const { type, pixels } = data;
  const look = isVideo(type) ? lookAtFilm : lookAtPicture;
  // A file hangs without anything that stands in for it, too.
  const { size, ...shown } = await look(file, type, onConvert).catch(() => UNSEEN);
  const whole = new Uint8Array(await file.arrayBuffer());
  const said = {
    hasPlace: withoutPlace(whole, type) !== null,
    dynamicRange: readDynamicRange(whole, type),
  };
  return { data: { type, ...(pixels ?? size ?? UNKNOWN_VIDEO), ...shown, ...said }, error: null };
}

/** A file without where it was taken; itself when it does not say that. */
export async function readWithoutPlace(file: Blob, type: MediaType): Promise<Blob> {
  const bytes = withoutPlace(new Uint8Array(await file.arrayBuffer()), type);
  return bytes ? new Blob([bytes], { type }) : file;
}

async function lookAtPicture(file: File, type: MediaType, onConvert: () => void): Promise<Look> {
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

async function lookAtFilm(file: File, type: MediaType, onConvert: () => void): Promise<Look> {
  if (isShownEverywhere(type)) return await lookAtStill(file);
  onConvert();
  const { rewrap } = await import("./media/rewrap");
  const { preview, size } = await rewrap(file).catch(() => ({ preview: null, size: null }));
  const look = await lookAtStill(preview ?? file);
  // One that the wrapping made too heavy would be refused, and the original with it.
  const isLight = preview !== null && preview.size <= VIDEO_MAX_BYTES;
  return { ...look, preview: isLight ? preview : null, size: look.size ?? size };
}

async function lookAtStill(film: Blob): Promise<Look> {
  const found = await stillOf(film);
  if (!found) return UNSEEN;
  return { ...UNSEEN, ...found, thumbnailUrl: found.poster && URL.createObjectURL(found.poster) };
}

/** A decoded image on an address of its own; null when this browser can't decode it. */
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
  const isLarge = file.size > WALL_BYTES && size.width > WALL_WIDTH_PX;
  const poster = isLarge ? await stillFor(image, size, isOpaque) : null;
  const thumbhash = thumbhashOf(image, size);
  return { ...UNSEEN, size, poster, thumbhash, thumbnailUrl: image.src };
}

function sizeOf({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Size {
  return { width, height };
}
