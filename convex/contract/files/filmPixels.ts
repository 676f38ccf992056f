import { readAvcSize } from "./avcSize";
import { asciiAt, uint16At, uint32At, uintAt } from "./binary";
import { boxesIn, findBox } from "./boxes";
import type { Box } from "./boxes";
import { elementsIn } from "./ebml";
import { PartCount } from "./parts";
import { around, pixels } from "./size";
import type { Pixels } from "./size";
import type { MediaType } from "./sniff";

const HOLDERS = { moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0 };
/** Segment, Tracks, TrackEntry, Video. */
const ELEMENT_HOLDERS = [0x18538067, 0x1654ae6b, 0xae, 0xe0];
const [VIDEO, TRACK_ENTRY, CODEC_ID, CODEC_PRIVATE] = [0xe0, 0xae, 0x86, 0x63a2] as const;
const AVC = "V_MPEG4/ISO/AVC";
const MAX_NUMBER_BYTES = 8;
/** The fields of a sample's description, before its boxes. */
const SAMPLE_BYTES = 78;

/** The ids of the elements with a track's picture size, in a Video element. */
const SAYS = {
  0xb0: "pixelWidth",
  0xba: "pixelHeight",
  0x54b0: "displayWidth",
  0x54ba: "displayHeight",
  0x54b2: "displayUnit",
} as const;
type Said = Partial<Record<(typeof SAYS)[keyof typeof SAYS], number>>;

/**
 * Reads a video's dimensions from its header, without decoding it: the coded or the displayed size,
 * whichever is larger. A video has the size of its largest track.
 *
 * @param file - The whole file, because videos may have their header at the end.
 * @returns The size as shown, so rotated if the video says so; null if the header does not
 *   contain it, and for pictures.
 * @throws TooManyParts
 */
export function readFilmPixels(
  file: Uint8Array,
  type: MediaType,
  parts = new PartCount(),
): Pixels | null {
  if (type === "video/mp4" || type === "video/quicktime") {
    return readIsoTracks(file, ["vide"], parts);
  }
  const isMatroska = type === "video/webm" || type === "video/x-matroska";
  return isMatroska ? readMatroska(file, parts) : null;
}

/** The boxes of one track that give its size. */
interface Track {
  header: Box | null;
  handlers: string[];
  samples: Box[];
}

/**
 * A size that all tracks of an MP4, QuickTime video or sequence of pictures fit into; null if there
 * are no such tracks.
 *
 * @throws TooManyParts
 */
export function readIsoTracks(
  file: Uint8Array,
  kinds: readonly string[],
  parts: PartCount,
): Pixels | null {
  const tracks: Track[] = [];
  for (const box of boxesIn(file, 0, file.length, HOLDERS, parts)) {
    if (box.name === "trak") tracks.push({ header: null, handlers: [], samples: [] });
    const track = tracks.at(-1);
    if (!track) continue;
    if (box.name === "tkhd") track.header ??= box;
    if (box.name === "hdlr") track.handlers.push(asciiAt(file, box.start + 8, 4));
    if (box.name === "stsd") track.samples.push(box);
  }
  // Other tracks have other values in the field of a video's size.
  return tracks
    .filter(({ handlers }) => handlers.some((handler) => kinds.includes(handler)))
    .map((track) => readTrack(file, track, parts))
    .reduce(around, null);
}

function readTrack(file: Uint8Array, { header, samples }: Track, parts: PartCount): Pixels | null {
  const shown = header && readHeader(file, header);
  let coded: Pixels | null = null;
  for (const { start, end } of samples) {
    for (const entry of boxesIn(file, start + 8, end, {}, parts)) {
      const [width, height] = [uint16At(file, entry.start + 24), uint16At(file, entry.start + 26)];
      const said = around(pixels(width, height), streamSize(file, entry, parts));
      coded = around(coded, said);
    }
  }
  const size = around(shown?.size ?? null, coded);
  return size && shown?.isTurned ? { width: size.height, height: size.width } : size;
}

/** The size in the codec's settings, which a contradicting container does not change. */
function streamSize(file: Uint8Array, { start, end }: Box, parts: PartCount): Pixels | null {
  const settings = findBox(file, { start: start + SAMPLE_BYTES, end }, "avcC", parts);
  return settings && readAvcSize(file.subarray(settings.start, settings.end));
}

/** A track's header: the displayed size, and whether it is rotated by 90 degrees. */
function readHeader(file: Uint8Array, { start }: Box): { size: Pixels | null; isTurned: boolean } {
  // The second version has longer times before the other fields.
  const matrix = start + (file[start] === 1 ? 52 : 40);
  const isTurned = uint32At(file, matrix) === 0 && uint32At(file, matrix + 16) === 0;
  // Numbers with 16 bits after the point.
  const size = pixels(uint16At(file, matrix + 36), uint16At(file, matrix + 40));
  return { size, isTurned };
}

function readMatroska(file: Uint8Array, parts: PartCount): Pixels | null {
  const videos: Said[] = [];
  const tracks: { codec: string; settings: Uint8Array | null }[] = [];
  for (const { id, start, end } of elementsIn(file, 0, file.length, ELEMENT_HOLDERS, parts)) {
    if (id === VIDEO) videos.push({});
    if (id === TRACK_ENTRY) tracks.push({ codec: "", settings: null });
    const track = tracks.at(-1);
    if (track && id === CODEC_ID) track.codec = asciiAt(file, start, AVC.length);
    if (track && id === CODEC_PRIVATE) track.settings = file.subarray(start, end);
    const video = videos.at(-1);
    const name = id in SAYS ? SAYS[id as keyof typeof SAYS] : undefined;
    if (!video || !name || end - start > MAX_NUMBER_BYTES) continue;
    video[name] = uintAt(file, start, end - start) ?? 0;
  }
  const streams = tracks.map(({ codec, settings }) =>
    codec === AVC && settings ? readAvcSize(settings) : null,
  );
  return [...videos.map(sizeOf), ...streams].reduce(around, null);
}

function sizeOf(said: Said): Pixels | null {
  const { pixelWidth = 0, pixelHeight = 0, displayWidth = 0, displayHeight = 0 } = said;
  // In units other than pixels it is a ratio, not a size.
  const shown = (said.displayUnit ?? 0) === 0 ? pixels(displayWidth, displayHeight) : null;
  return around(shown, pixels(pixelWidth, pixelHeight));
}
