import { asciiAt, uint16At, uint32At } from "./binary";
import { PartCount } from "./parts";

/** A segment of a JPEG: where its content begins and ends. */
export interface Segment {
  marker: number;
  start: number;
  end: number;
}

const [MARK, TEM, FIRST_RESTART, LAST_RESTART, START] = [0xff, 0x01, 0xd0, 0xd7, 0xd8] as const;
export const END_OF_IMAGE = 0xd9;
export const START_OF_SCAN = 0xda;

/**
 * The segments of a JPEG up to the end of its picture, found as decoders find them: they skip bytes
 * between segments, and some markers have no length. The content of a scan ends at the next marker
 * that is not part of it. Ends without {@link END_OF_IMAGE} if the file is truncated or invalid.
 *
 * @throws TooManyParts
 */
export function* jpegSegments(bytes: Uint8Array, parts = new PartCount()): Generator<Segment> {
  for (let at = markerAfter(bytes, 2); at >= 0;) {
    parts.add();
    const marker = bytes[at + 1] ?? 0;
    if (marker === END_OF_IMAGE) yield { marker, start: at + 2, end: at + 2 };
    // Decoders refuse a second start marker.
    if (marker === END_OF_IMAGE || marker === START) return;
    const isBare = marker === TEM || (marker >= FIRST_RESTART && marker <= LAST_RESTART);
    const length = isBare ? 0 : uint16At(bytes, at + 2);
    if (length === null || (!isBare && length < 2)) return;
    const start = at + (isBare ? 2 : 4);
    const next = markerAfter(bytes, at + 2 + length, marker === START_OF_SCAN);
    const end = marker === START_OF_SCAN && next >= 0 ? next : at + 2 + length;
    if (!isBare) yield { marker, start, end: Math.min(bytes.length, end) };
    at = next;
  }
}

/** SOF0 to SOF15, without the three of that range that are tables or reserved. */
export function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** The offset of the next marker; -1 if there is none. Skips the markers inside a scan. */
function markerAfter(bytes: Uint8Array, from: number, isScan = false): number {
  for (let at = bytes.indexOf(MARK, from); at >= 0; at = bytes.indexOf(MARK, at + 1)) {
    const marker = bytes[at + 1];
    if (marker === undefined) return -1;
    const isData = isScan && marker >= FIRST_RESTART && marker <= LAST_RESTART;
    if (marker !== 0 && marker !== MARK && !isData) return at;
  }
  return -1;
}

/** A chunk of a PNG or a WebP: its name, and the range of its content. */
export interface Chunk {
  name: string;
  start: number;
  end: number;
}

/** The complete chunks of a PNG. @throws TooManyParts */
export function* pngChunks(bytes: Uint8Array, parts = new PartCount()): Generator<Chunk> {
  for (let at = 8; ;) {
    parts.add();
    const length = uint32At(bytes, at);
    if (length === null || at + 12 + length > bytes.length) return;
    yield { name: asciiAt(bytes, at + 4, 4), start: at + 8, end: at + 8 + length };
    at += 12 + length;
  }
}

/**
 * The chunks of a WebP, or of a part of it; the last may be truncated.
 *
 * @param end - Where they end. Default: the file's declared end.
 * @throws TooManyParts
 */
export function* webpChunks(
  bytes: Uint8Array,
  parts = new PartCount(),
  from = 12,
  end = Math.min(bytes.length, 8 + (uint32At(bytes, 4, "little") ?? 0)),
): Generator<Chunk> {
  for (let at = from; at + 8 <= end;) {
    parts.add();
    const length = uint32At(bytes, at + 4, "little") ?? 0;
    const start = at + 8;
    yield { name: asciiAt(bytes, at, 4), start, end: Math.min(end, start + length) };
    at = start + length + (length % 2);
  }
}

/**
 * A block of a GIF: an extension with its label, or a frame. Its data continues up to `end`, in
 * sub-blocks.
 */
export interface GifBlock {
  kind: "extension" | "frame";
  /** The offset of the block itself. */
  at: number;
  /** The offset of its data, which is its first sub-block. */
  start: number;
  /** Its end: after the empty sub-block that terminates the data. */
  end: number;
  /** The label of an extension. */
  label: number;
}

const [EXTENSION, IMAGE] = [0x21, 0x2c] as const;

/** The offset of the first block of a GIF, after its header and colour table. */
export function gifStart(bytes: Uint8Array): number {
  return 13 + tableBytes(bytes[10]);
}

/** The extensions and frames of a GIF. The last may be truncated. @throws TooManyParts */
export function* gifBlocks(bytes: Uint8Array, parts = new PartCount()): Generator<GifBlock> {
  for (let at = gifStart(bytes); ;) {
    parts.add();
    const kind = bytes[at];
    if (kind !== EXTENSION && kind !== IMAGE) return;
    const isFrame = kind === IMAGE;
    const start = isFrame ? at + 11 + tableBytes(bytes[at + 9]) : at + 2;
    const end = behindBlocks(bytes, start);
    const label = isFrame ? 0 : (bytes[at + 1] ?? 0);
    yield { kind: isFrame ? "frame" : "extension", at, start, end, label };
    at = end;
  }
}

/** The size of a colour table, by the byte that describes it. */
function tableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/**
 * The end of data in sub-blocks. They need no part limit: each takes at least two bytes and little
 * time.
 */
function behindBlocks(file: Uint8Array, start: number): number {
  let at = start;
  for (let size = file[at] ?? 0; size > 0; size = file[at] ?? 0) at += size + 1;
  return at + 1;
}
