import pako from "pako";
import { asciiAt } from "../binary";
import { pngChunks } from "../segments";
import type { Chunk } from "../segments";
import type { CleanOptions, Cleaned } from "./cleaned";
import { exifOf, readExif } from "./exif";
import { NotUnderstood } from "./notUnderstood";
import { positionInXmp } from "./position";
import type { Position } from "./position";
import { cleanProfile } from "./profile";

const SIGNATURE_BYTES = 8;
const XMP = "XML:com.adobe.xmp\0";
/** The compression and language fields, all empty. */
const XMP_HEAD_BYTES = XMP.length + 4;
/** The largest profile that is read: printer profiles have two megabytes. */
const MAX_PROFILE_BYTES = 8_388_608;
const INFLATE_BYTES = 65_536;

/** The chunks that may come more than once. */
const SEVERAL = ["IDAT", "fdAT", "fcTL"];
/** The frames of an animation, which a still picture does not have. */
const FRAMES = ["fdAT", "fcTL"];

/** The chunks of the picture, with their valid lengths. */
const CHUNKS: Readonly<Record<string, (length: number) => boolean>> = {
  IHDR: (length) => length === 13,
  PLTE: (length) => length <= 768,
  tRNS: (length) => length <= 256,
  IDAT: () => true,
  fdAT: () => true,
  IEND: (length) => length === 0,
  acTL: (length) => length === 8,
  fcTL: (length) => length === 26,
  gAMA: (length) => length === 4,
  cHRM: (length) => length === 32,
  sRGB: (length) => length === 1,
  cICP: (length) => length === 4,
  mDCV: (length) => length === 24,
  cLLI: (length) => length === 8,
  sBIT: (length) => length <= 4,
  bKGD: (length) => length <= 6,
  pHYs: (length) => length === 9,
};

/**
 * Keeps the pixels, colours, times and orientation of a PNG or APNG, up to its end. Removes texts
 * and every other chunk.
 *
 * @throws NotUnderstood, TooManyParts
 */
export function cleanPng(
  file: Uint8Array<ArrayBuffer>,
  { keepsPosition, parts }: CleanOptions,
): Cleaned {
  const chunks = upToEnd([...pngChunks(file, parts)]);
  const contentOf = ({ start, end }: Chunk) => file.subarray(start, end);
  const exif = chunks.filter(({ name }) => name === "eXIf").map((one) => readExif(contentOf(one)));
  const packets = chunks
    .filter(({ name }) => name === "iTXt")
    .map((one) => packetIn(contentOf(one)));
  const position = [...exif.map((one) => one.position), ...packets].find((one) => one) ?? null;
  const orientation = exif[0]?.orientation ?? null;
  const kept = exifOf({ orientation, position: keepsPosition ? position : null });
  const profile = chunks.find(({ name }) => name === "iCCP");
  const head = chunks.find(({ name }) => name === "IHDR");
  if (head !== chunks[0] || !head) throw new NotUnderstood();
  const readable = readableIn(chunks);
  const pieces = chunks.flatMap((chunk) => {
    if (chunk === profile) return profileChunk(contentOf(chunk));
    const piece = readable.has(chunk) ? [file.subarray(chunk.start - 8, chunk.end + 4)] : [];
    return chunk === head && kept ? [...piece, chunkOf("eXIf", kept)] : piece;
  });
  return { pieces: [file.subarray(0, SIGNATURE_BYTES), ...pieces], position };
}

/** Up to the end of the picture. */
function upToEnd(chunks: readonly Chunk[]): Chunk[] {
  const end = chunks.findIndex(({ name }) => name === "IEND");
  return end < 0 ? [...chunks] : chunks.slice(0, end + 1);
}

/** The chunks that decoders read: for most names the first one, and frames only in an animation. */
function readableIn(chunks: readonly Chunk[]): ReadonlySet<Chunk> {
  const names = new Set<string>();
  const start = chunks.find(({ name }) => name === "acTL" || name === "IDAT");
  const isAnimated = start?.name === "acTL";
  const kept = chunks.filter((chunk) => {
    const { name, start, end } = chunk;
    const isFirst = !names.has(name);
    names.add(name);
    if (!CHUNKS[name]?.(end - start)) return false;
    return SEVERAL.includes(name) ? isAnimated || !FRAMES.includes(name) : isFirst;
  });
  return new Set(kept);
}

function packetIn(text: Uint8Array): Position | null {
  const isXmp = asciiAt(text, 0, XMP.length) === XMP;
  return isXmp ? positionInXmp(text.subarray(XMP_HEAD_BYTES)) : null;
}

/** Removes its name and compresses the profile again. */
function profileChunk(content: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const profile = inflated(content.subarray(content.indexOf(0) + 2));
  if (!profile || !cleanProfile(profile)) return [];
  const packed = pako.deflate(profile);
  const named = new Uint8Array(packed.length + 3);
  named.set([0x2e, 0, 0]);
  named.set(packed, 3);
  return [chunkOf("iCCP", named)];
}

/** The decompressed data; null if it is invalid, or larger than any profile. */
function inflated(packed: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const inflate = new pako.Inflate({ chunkSize: INFLATE_BYTES });
  inflate.onData = (piece) => {
    length += piece.length;
    if (length <= MAX_PROFILE_BYTES) pieces.push(piece);
  };
  // Decompressed piece by piece, because the result may be a thousand times as long.
  for (let at = 0; at < packed.length && length <= MAX_PROFILE_BYTES; at += 1024) {
    inflate.push(packed.subarray(at, at + 1024), at + 1024 >= packed.length);
    if (inflate.err !== 0) return null;
  }
  if (length > MAX_PROFILE_BYTES) return null;
  const whole = new Uint8Array(length);
  pieces.reduce((at, piece) => {
    whole.set(piece, at);
    return at + piece.length;
  }, 0);
  return whole;
}

function chunkOf(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(content.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, content.length);
  for (let letter = 0; letter < 4; letter++) chunk[4 + letter] = name.charCodeAt(letter);
  chunk.set(content, 8);
  view.setUint32(8 + content.length, crc32(chunk.subarray(4, 8 + content.length)));
  return chunk;
}

/** The checksum of PNG and ZIP files. */
function crc32(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
