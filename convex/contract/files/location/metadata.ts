import { asciiAt, indexOfAscii } from "../binary";
import type { PartCount } from "../parts";
import { jpegSegments, pngChunks, webpChunks } from "../segments";
import type { MediaType } from "../sniff";
import type { Block } from "./block";
import { heifMetadata } from "./heifMetadata";

const EXIF_START = "Exif\0\0";
const XMP_START = "http://ns.adobe.com/xap/1.0/\0";
const PNG_XMP_START = "XML:com.adobe.xmp\0";
const GIF_XMP_START = "!\xff\x0bXMP DataXMP";

const READERS: Partial<Record<MediaType, (bytes: Uint8Array, parts: PartCount) => Block[]>> = {
  "image/jpeg": jpegMetadata,
  "image/png": pngMetadata,
  "image/apng": pngMetadata,
  "image/webp": webpMetadata,
  "image/gif": gifMetadata,
  "image/avif": heifMetadata,
  "image/heic": heifMetadata,
  "image/heif": heifMetadata,
};

/** Where a picture keeps its metadata; nowhere in types that are not read. @throws TooManyParts */
export function metadataOf(bytes: Uint8Array, type: MediaType, parts: PartCount): Block[] {
  return READERS[type]?.(bytes, parts) ?? [];
}

function jpegMetadata(bytes: Uint8Array, parts: PartCount): Block[] {
  return [...jpegSegments(bytes, parts)].flatMap(({ marker, start, end }) =>
    marker === 0xe1 ? segmentOf(bytes, start, end) : [],
  );
}

function segmentOf(bytes: Uint8Array, start: number, end: number): Block[] {
  if (asciiAt(bytes, start, EXIF_START.length) === EXIF_START) {
    return [{ kind: "exif", start: start + EXIF_START.length, end }];
  }
  const isXmp = asciiAt(bytes, start, XMP_START.length) === XMP_START;
  return isXmp ? [{ kind: "xmp", start: start + XMP_START.length, end }] : [];
}

function pngMetadata(bytes: Uint8Array, parts: PartCount): Block[] {
  return [...pngChunks(bytes, parts)].flatMap(({ name, start, end }): Block[] => {
    if (name === "eXIf") return [{ kind: "exif", start, end }];
    const isXmp = name === "iTXt" && asciiAt(bytes, start, PNG_XMP_START.length) === PNG_XMP_START;
    return isXmp ? [{ kind: "xmp", start, end }] : [];
  });
}

function webpMetadata(bytes: Uint8Array, parts: PartCount): Block[] {
  return [...webpChunks(bytes, parts)].flatMap(({ name, start, end }): Block[] => {
    if (name === "XMP ") return [{ kind: "xmp", start, end }];
    if (name !== "EXIF") return [];
    const isPrefixed = asciiAt(bytes, start, EXIF_START.length) === EXIF_START;
    return [{ kind: "exif", start: start + (isPrefixed ? EXIF_START.length : 0), end }];
  });
}

/** A packet is stored in a GIF as it is, followed by bytes that end its blocks. */
function gifMetadata(bytes: Uint8Array): Block[] {
  const at = indexOfAscii(bytes, GIF_XMP_START);
  if (at < 0) return [];
  const start = at + GIF_XMP_START.length;
  let end = start;
  for (let size = bytes[end] ?? 0; size > 0; size = bytes[end] ?? 0) end += size + 1;
  return [{ kind: "xmp", start, end: Math.min(bytes.length, end) }];
}
