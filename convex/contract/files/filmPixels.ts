import { asciiAt, uint16At, uint32At, uintAt } from "./binary";
import { boxesIn } from "./boxes";
import type { Box } from "./boxes";
import { elementsIn } from "./ebml";
import { PartCount } from "./parts";
import { largerOf, pixels } from "./pixels";
import type { Pixels } from "./pixels";
import type { MediaType } from "./sniff";

const HOLDERS = { moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0 };
/** Segment, Tracks, TrackEntry, Video. */
const ELEMENT_HOLDERS = [0x18538067, 0x1654ae6b, 0xae, 0xe0];
const VIDEO = 0xe0;
const MAX_NUMBER_BYTES = 8;

/** What a Video element says about a track's pictures, by the ids of the elements. */
const SAYS = {
  0xb0: "pixelWidth",
  0xba: "pixelHeight",
  0x54b0: "displayWidth",
  0x54ba: "displayHeight",
  0x54b2: "displayUnit",
} as const;
type Said = Partial<Record<(typeof SAYS)[keyof typeof SAYS], number>>;

/**
 * Reads a film's dimensions from its header, without decoding it: the coded or the
 * displayed size, whichever is more. A film has the size of its largest track.
 *
 * @param file - The whole file: films may say it at their end.
 * @returns The size as shown, so turned where the film says so; null when the
 *   header does not say, and for pictures.
 * @throws TooManyParts
 */
export function readFilmPixels(
  file: Uint8Array,
  type: MediaType,
  parts = new PartCount(),
): Pixels | null {
  if (type === "video/mp4" || type === "video/quicktime") return readIsoFilm(file, parts);
  const isMatroska = type === "video/webm" || type === "video/x-matroska";
  return isMatroska ? readMatroska(file, parts) : null;
}

/** The boxes of one track that give its size. */
interface Track {
  header: Box | null;
  handlers: string[];
  samples: Box[];
}

function readIsoFilm(file: Uint8Array, parts: PartCount): Pixels | null {
  const tracks: Track[] = [];
  for (const box of boxesIn(file, 0, file.length, HOLDERS, parts)) {
    if (box.name === "trak") tracks.push({ header: null, handlers: [], samples: [] });
    const track = tracks.at(-1);
    if (!track) continue;
    if (box.name === "tkhd") track.header ??= box;
    if (box.name === "hdlr") track.handlers.push(asciiAt(file, box.start + 8, 4));
    if (box.name === "stsd") track.samples.push(box);
  }
  // Other tracks keep other things where a film's size would be.
  return tracks
    .filter(({ handlers }) => handlers.includes("vide"))
    .map((track) => readTrack(file, track, parts))
    .reduce(largerOf, null);
}

function readTrack(file: Uint8Array, { header, samples }: Track, parts: PartCount): Pixels | null {
  const shown = header && readHeader(file, header);
  let coded: Pixels | null = null;
  for (const { start, end } of samples) {
    for (const entry of boxesIn(file, start + 8, end, {}, parts)) {
      const [width, height] = [uint16At(file, entry.start + 24), uint16At(file, entry.start + 26)];
      coded = largerOf(coded, pixels(width, height));
    }
  }
  const size = largerOf(shown?.size ?? null, coded);
  return size && shown?.isTurned ? { width: size.height, height: size.width } : size;
}

/** A track's header: the displayed size, and whether it is turned on its side. */
function readHeader(file: Uint8Array, { start }: Box): { size: Pixels | null; isTurned: boolean } {
  // The second version has longer times before the rest.
  const matrix = start + (file[start] === 1 ? 52 : 40);
  const isTurned = uint32At(file, matrix) === 0 && uint32At(file, matrix + 16) === 0;
  // Numbers with 16 bits after the point.
  const size = pixels(uint16At(file, matrix + 36), uint16At(file, matrix + 40));
  return { size, isTurned };
}

function readMatroska(file: Uint8Array, parts: PartCount): Pixels | null {
  const videos: Said[] = [];
  for (const { id, start, end } of elementsIn(file, 0, file.length, ELEMENT_HOLDERS, parts)) {
    if (id === VIDEO) videos.push({});
    const video = videos.at(-1);
    const name = id in SAYS ? SAYS[id as keyof typeof SAYS] : undefined;
    if (!video || !name || end - start > MAX_NUMBER_BYTES) continue;
    video[name] = uintAt(file, start, end - start) ?? 0;
  }
  return videos.map(sizeOf).reduce(largerOf, null);
}

function sizeOf(said: Said): Pixels | null {
  const { pixelWidth = 0, pixelHeight = 0, displayWidth = 0, displayHeight = 0 } = said;
  // In other units than pixels it gives a ratio, and no size.
  const shown = (said.displayUnit ?? 0) === 0 ? pixels(displayWidth, displayHeight) : null;
  return largerOf(shown, pixels(pixelWidth, pixelHeight));
}
