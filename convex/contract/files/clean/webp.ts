import { webpChunks } from "../segments";
import type { Chunk } from "../segments";
import type { PartCount } from "../parts";
import type { CleanOptions, Cleaned } from "./cleaned";
import { exifOf, readExif } from "./exif";
import { NotUnderstood } from "./notUnderstood";
import { positionInXmp } from "./position";
import { cleanProfile } from "./profile";

const [EXTENDED_BYTES, ANIMATION_BYTES, FRAME_BYTES] = [10, 6, 16] as const;
/** Flags of an extended file's features. */
const [HAS_XMP, HAS_EXIF, HAS_PROFILE] = [0x04, 0x08, 0x20] as const;
const [LOSSY, LOSSLESS, ALPHA] = ["VP8 ", "VP8L", "ALPH"] as const;
const WEBP = Uint8Array.of(0x57, 0x45, 0x42, 0x50);
type Pieces = Uint8Array<ArrayBuffer>[];

/**
 * Keeps the pictures, colours, times and orientation of a WebP, up to its declared end.
 * Every other chunk is removed.
 *
 * @throws NotUnderstood, TooManyParts
 */
export function cleanWebp(
  file: Uint8Array<ArrayBuffer>,
  { keepsPosition, parts }: CleanOptions,
): Cleaned {
  const chunks = [...webpChunks(file, parts)];
  const contentsOf = (wanted: string) =>
    chunks.filter(({ name }) => name === wanted).map(({ start, end }) => file.subarray(start, end));
  const exif = contentsOf("EXIF").map(readExif);
  const packets = contentsOf("XMP ").map(positionInXmp);
  const position = [...exif.map((one) => one.position), ...packets].find((one) => one) ?? null;
  const orientation = exif[0]?.orientation ?? null;
  const [extended] = contentsOf("VP8X");
  const kept = extended && exifOf({ orientation, position: keepsPosition ? position : null });
  const profile = extended && contentsOf("ICCP")[0]?.slice();
  const hasProfile = profile !== undefined && cleanProfile(profile);
  const body = [
    ...(extended ? chunkOf("VP8X", flagged(extended, hasProfile, Boolean(kept))) : []),
    ...(hasProfile ? chunkOf("ICCP", profile) : []),
    ...pictureOf(file, chunks),
    ...chunks.flatMap((chunk) => animationOf(file, chunk, parts)),
    ...(kept ? chunkOf("EXIF", kept) : []),
  ];
  const size = body.reduce((sum, { length }) => sum + length, 0);
  return { pieces: [headOf("RIFF", size + 4), WEBP, ...body], position };
}

function flagged(extended: Uint8Array, hasProfile: boolean, hasExif: boolean) {
  if (extended.length !== EXTENDED_BYTES) throw new NotUnderstood();
  const header = Uint8Array.from(extended);
  const flags = (header[0] ?? 0) & ~(HAS_XMP | HAS_EXIF | HAS_PROFILE);
  header[0] = flags | (hasProfile ? HAS_PROFILE : 0) | (hasExif ? HAS_EXIF : 0);
  return header;
}

/** The first picture, and its transparency if that comes directly before it. */
function pictureOf(file: Uint8Array<ArrayBuffer>, chunks: readonly Chunk[]): Pieces {
  const at = chunks.findIndex(({ name }) => name === LOSSY || name === LOSSLESS);
  const hasAlpha = chunks[at]?.name === LOSSY && chunks[at - 1]?.name === ALPHA;
  const kept = at < 0 ? [] : chunks.slice(hasAlpha ? at - 1 : at, at + 1);
  return kept.flatMap(({ name, start, end }) => chunkOf(name, file.subarray(start, end)));
}

function animationOf(file: Uint8Array<ArrayBuffer>, chunk: Chunk, parts: PartCount): Pieces {
  const { name, start, end } = chunk;
  if (name === "ANIM")
    return chunkOf(name, file.slice(start, Math.min(end, start + ANIMATION_BYTES)));
  if (name !== "ANMF" || end - start < FRAME_BYTES) return [];
  const picture = pictureOf(file, [...webpChunks(file, parts, start + FRAME_BYTES, end)]);
  const frame = file.subarray(start, start + FRAME_BYTES);
  const length = picture.reduce((sum, piece) => sum + piece.length, frame.length);
  return [headOf(name, length), frame, ...picture];
}

function headOf(name: string, length: number): Uint8Array<ArrayBuffer> {
  const head = new Uint8Array(8);
  for (let letter = 0; letter < 4; letter++) head[letter] = name.charCodeAt(letter);
  new DataView(head.buffer).setUint32(4, length, true);
  return head;
}

function chunkOf(name: string, content: Uint8Array<ArrayBuffer>): Pieces {
  const padding = new Uint8Array(content.length % 2);
  return [headOf(name, content.length), content, padding];
}
