import { v } from "convex/values";
import type { Infer } from "convex/values";
import { asciiAt, uint32At } from "./binary";
import { PartCount } from "./parts";
import { pngChunks } from "./segments";

/** Every type of file that can be published. */
export const vMediaType = v.union(
  v.literal("image/jpeg"),
  v.literal("image/png"),
  v.literal("image/apng"),
  v.literal("image/webp"),
  v.literal("image/gif"),
  v.literal("image/avif"),
  v.literal("image/heic"),
  v.literal("image/heif"),
  v.literal("video/mp4"),
  v.literal("video/quicktime"),
  v.literal("video/webm"),
  v.literal("video/x-matroska"),
);

export type MediaType = Infer<typeof vMediaType>;

const JPEG_START = 0xffd8ff;
const PNG_START = 0x89504e47;
const EBML_START = 0x1a45dfa3;
/** The element that names the type of an EBML file; it is among the first few. */
const DOC_TYPE_ID = [0x42, 0x82] as const;
const EBML_HEADER_BYTES = 128;
/** More brands than any file has. */
const MAX_BRANDS = 1000;

/** ISO base media files name their type in brands. The first row that matches wins. */
const ISO_BRANDS: readonly [type: MediaType, brands: RegExp][] = [
  ["image/avif", /^avi[fs]$/],
  ["image/heic", /^(hei[cxms]|hev[cxms])$/],
  ["image/heif", /^(mif1|msf1)$/],
  ["video/quicktime", /^qt {2}$/],
  ["video/mp4", /^(iso[2-9m]|mp4[12]|mp71|avc1|M4V[ HP]|M4VP|dash|MSNV|f4v )$/],
];

/**
 * Detects a file's type from its first bytes.
 *
 * @param bytes - The beginning of the file. A chunk before the first pixels distinguishes an APNG
 *   from a PNG.
 * @returns The type, or null for a type that can't be published.
 * @throws TooManyParts
 * @see Spec §9, "Additional allowed media types"
 */
export function sniffMedia(bytes: Uint8Array, parts = new PartCount()): MediaType | null {
  const start = uint32At(bytes, 0);
  if (start === null) return null;
  if (start >>> 8 === JPEG_START) return "image/jpeg";
  if (start === PNG_START) return isAnimatedPng(bytes, parts) ? "image/apng" : "image/png";
  if (start === EBML_START) return sniffEbml(bytes);
  if (/^GIF8[79]a$/.test(asciiAt(bytes, 0, 6))) return "image/gif";
  if (asciiAt(bytes, 0, 4) === "RIFF" && asciiAt(bytes, 8, 4) === "WEBP") return "image/webp";
  return asciiAt(bytes, 4, 4) === "ftyp" ? sniffIso(bytes, start) : null;
}

function isAnimatedPng(bytes: Uint8Array, parts: PartCount): boolean {
  for (const { name } of pngChunks(bytes, parts)) {
    if (name === "acTL") return true;
    if (name === "IDAT") return false;
  }
  return false;
}

function sniffIso(bytes: Uint8Array, boxBytes: number): MediaType | null {
  const major = asciiAt(bytes, 8, 4);
  const compatible: string[] = [];
  const end = Math.min(boxBytes, bytes.length, 16 + 4 * MAX_BRANDS);
  for (let at = 16; at + 4 <= end; at += 4) {
    compatible.push(asciiAt(bytes, at, 4));
  }
  const exact = typeOfBrand(major);
  // With a general picture brand, the other brands say how the file is coded.
  if (exact === "image/heif") return compatible.map(typeOfBrand).find(isCodedPicture) ?? exact;
  return exact;
}

function typeOfBrand(brand: string): MediaType | null {
  return ISO_BRANDS.find(([, brands]) => brands.test(brand))?.[0] ?? null;
}

function isCodedPicture(type: MediaType | null): boolean {
  return type === "image/avif" || type === "image/heic";
}

function sniffEbml(bytes: Uint8Array): MediaType | null {
  const header = bytes.subarray(0, EBML_HEADER_BYTES);
  const at = header.findIndex(
    (byte, i) => byte === DOC_TYPE_ID[0] && header[i + 1] === DOC_TYPE_ID[1],
  );
  if (at < 0) return null;
  const length = (header[at + 2] ?? 0) & 0x7f;
  const docType = asciiAt(header, at + 3, length);
  if (docType === "webm") return "video/webm";
  return docType === "matroska" ? "video/x-matroska" : null;
}
