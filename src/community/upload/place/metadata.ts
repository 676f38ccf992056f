import { asciiAt, uint16At, uint32At } from "../../../../convex/contract/binary";
import type { MediaType } from "../../../../convex/contract/sniff";
import type { Block } from "./block";
import { heifMetadata } from "./heif-metadata";

const EXIF_START = "Exif\0\0";
const XMP_START = "http://ns.adobe.com/xap/1.0/\0";
const PNG_XMP_START = "XML:com.adobe.xmp\0";

const READERS: Partial<Record<MediaType, (bytes: Uint8Array) => Block[]>> = {
  "image/jpeg": jpegMetadata,
  "image/png": pngMetadata,
  "image/apng": pngMetadata,
  "image/webp": webpMetadata,
  "image/avif": heifMetadata,
  "image/heic": heifMetadata,
  "image/heif": heifMetadata,
};

/** Where a picture tells of itself; nowhere in types that are not read. */
export function metadataOf(bytes: Uint8Array, type: MediaType): Block[] {
  return READERS[type]?.(bytes) ?? [];
}

/** Segments up to the one where the picture begins. */
function jpegMetadata(bytes: Uint8Array): Block[] {
  const blocks: Block[] = [];
  let at = 2;
  for (;;) {
    const marker = bytes[at + 1];
    const length = uint16At(bytes, at + 2);
    if (bytes[at] !== 0xff || marker === undefined || length === null) return blocks;
    if (marker === 0xda) return blocks;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const [start, end] = [at + 4, Math.min(bytes.length, at + 2 + length)];
    if (marker === 0xe1) blocks.push(...segmentOf(bytes, start, end));
    at += 2 + length;
  }
}

function segmentOf(bytes: Uint8Array, start: number, end: number): Block[] {
  if (asciiAt(bytes, start, EXIF_START.length) === EXIF_START) {
    return [{ kind: "exif", start: start + EXIF_START.length, end }];
  }
  const isXmp = asciiAt(bytes, start, XMP_START.length) === XMP_START;
  return isXmp ? [{ kind: "xmp", start: start + XMP_START.length, end }] : [];
}

function pngMetadata(bytes: Uint8Array): Block[] {
  return pngChunks(bytes).flatMap(({ name, start, end }): Block[] => {
    if (name === "eXIf") return [{ kind: "exif", start, end }];
    const isXmp = name === "iTXt" && asciiAt(bytes, start, PNG_XMP_START.length) === PNG_XMP_START;
    return isXmp ? [{ kind: "xmp", start, end }] : [];
  });
}

/** The chunks of a PNG: from where to where the content of each goes. */
export function pngChunks(bytes: Uint8Array): { name: string; start: number; end: number }[] {
  const chunks: { name: string; start: number; end: number }[] = [];
  for (let at = 8; ;) {
    const length = uint32At(bytes, at);
    if (length === null || at + 12 + length > bytes.length) return chunks;
    const name = asciiAt(bytes, at + 4, 4);
    chunks.push({ name, start: at + 8, end: at + 8 + length });
    at += 12 + length;
  }
}

function webpMetadata(bytes: Uint8Array): Block[] {
  const blocks: Block[] = [];
  for (let at = 12; ;) {
    const length = uint32At(bytes, at + 4, "little");
    if (length === null) return blocks;
    const name = asciiAt(bytes, at, 4);
    const [start, end] = [at + 8, Math.min(bytes.length, at + 8 + length)];
    if (name === "XMP ") blocks.push({ kind: "xmp", start, end });
    if (name === "EXIF") {
      const isPrefixed = asciiAt(bytes, start, EXIF_START.length) === EXIF_START;
      blocks.push({ kind: "exif", start: start + (isPrefixed ? EXIF_START.length : 0), end });
    }
    at = start + length + (length % 2);
  }
}
