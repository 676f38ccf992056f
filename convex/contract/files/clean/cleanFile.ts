import type { MediaType } from "../sniff";
import type { Clean, CleanOptions, Cleaned } from "./cleaned";
import { cleanFilm } from "./film";
import { cleanGif } from "./gif";
import { cleanHeif } from "./heif";
import { cleanJpeg } from "./jpeg";
import { cleanMatroska } from "./matroska";
import { cleanPng } from "./png";
import { cleanWebp } from "./webp";

const CLEANERS: Readonly<Record<MediaType, Clean>> = {
  "image/jpeg": cleanJpeg,
  "image/png": cleanPng,
  "image/apng": cleanPng,
  "image/webp": cleanWebp,
  "image/gif": cleanGif,
  "image/avif": cleanHeif,
  "image/heic": cleanHeif,
  "image/heif": cleanHeif,
  "video/mp4": cleanFilm,
  "video/quicktime": cleanFilm,
  "video/webm": cleanMatroska,
  "video/x-matroska": cleanMatroska,
};

/**
 * Keeps only what a file's pictures and sound need: pixels, samples, times, colours and
 * orientation. Removes everything else: metadata in any form, text, thumbnails, other
 * tracks, data after the end.
 *
 * @param file - The whole file. It may be changed, and the result shares its memory.
 * @throws NotUnderstood, TooManyParts
 */
export function cleanFile(
  file: Uint8Array<ArrayBuffer>,
  type: MediaType,
  options: CleanOptions,
): Cleaned {
  return CLEANERS[type](file, options);
}
