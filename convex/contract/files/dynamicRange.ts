import { v } from "convex/values";
import type { Infer } from "convex/values";
import { indexOfAscii, uint16At, uintAt } from "./binary";
import { boxesIn } from "./boxes";
import { elementsIn } from "./ebml";
import { PartCount } from "./parts";
import { pngChunks } from "./segments";
import type { MediaType } from "./sniff";

/** The dynamic range of a picture or video: `high` is HDR, brighter than paper white. */
export const vDynamicRange = v.union(v.literal("standard"), v.literal("high"));

export type DynamicRange = Infer<typeof vDynamicRange>;

/**
 * The transfer functions of HDR, PQ and HLG, by their numbers in ITU-T H.273, which all formats
 * share.
 */
const HIGH_TRANSFERS: readonly (number | null | undefined)[] = [16, 18];

/** Boxes on the path to the colours of a video track and of a picture's items. */
const BOX_HOLDERS = { moov: 0, trak: 0, mdia: 0, minf: 0, stbl: 0, meta: 4, iprp: 0 };
/** Segment, Tracks, TrackEntry, Video, Colour. */
const ELEMENT_HOLDERS = [0x18538067, 0x1654ae6b, 0xae, 0xe0, 0x55b0];
const TRANSFER_CHARACTERISTICS = 0x55ba;
const MAX_NUMBER_BYTES = 8;

type IsHigh = (file: Uint8Array, parts: PartCount) => boolean;

const READERS: Partial<Record<MediaType, IsHigh>> = {
  "image/png": isHighPng,
  "image/apng": isHighPng,
  "image/avif": isHighIso,
  "image/heic": isHighIso,
  "image/heif": isHighIso,
  "video/mp4": isHighIso,
  "video/quicktime": isHighIso,
  "video/webm": isHighMatroska,
  "video/x-matroska": isHighMatroska,
};

/**
 * Detects HDR from a file's own metadata: the transfer function PQ or HLG, or the brand of a HEIC
 * or AVIF with a gain map, which brightens a standard picture. Decodes nothing, so it does not see
 * a transfer function that is only in an ICC profile or in the coded pictures. The gain map of a
 * JPEG is a second picture behind it, which is not stored.
 *
 * @param file - The whole file, because videos may have it at their end. It may be broken.
 * @param type - Its media type.
 * @throws TooManyParts
 */
export function readDynamicRange(
  file: Uint8Array,
  type: MediaType,
  parts = new PartCount(),
): DynamicRange {
  return READERS[type]?.(file, parts) ? "high" : "standard";
}

function isHighPng(file: Uint8Array, parts: PartCount): boolean {
  for (const { name, start } of pngChunks(file, parts)) {
    if (name === "cICP") return HIGH_TRANSFERS.includes(file[start + 1]);
    if (name === "IDAT") return false;
  }
  return false;
}

function isHighIso(file: Uint8Array, parts: PartCount): boolean {
  for (const { name, start, end } of boxesIn(file, 0, file.length, BOX_HOLDERS, parts)) {
    const content = file.subarray(start, end);
    // The brand of pictures with a gain map.
    if (name === "ftyp" && indexOfAscii(content, "tmap") >= 0) return true;
    if ((name === "stsd" || name === "ipco") && hasHighColour(content, parts)) return true;
  }
  return false;
}

/** Boxes give colours as numbers after `nclx`, and in QuickTime after `nclc`. */
function hasHighColour(boxes: Uint8Array, parts: PartCount): boolean {
  let at = indexOfAscii(boxes, "colrncl");
  while (at >= 0) {
    parts.add();
    if (HIGH_TRANSFERS.includes(uint16At(boxes, at + 10))) return true;
    at = indexOfAscii(boxes, "colrncl", at + 1);
  }
  return false;
}

function isHighMatroska(file: Uint8Array, parts: PartCount): boolean {
  for (const { id, start, end } of elementsIn(file, 0, file.length, ELEMENT_HOLDERS, parts)) {
    if (id !== TRANSFER_CHARACTERISTICS || end - start > MAX_NUMBER_BYTES) continue;
    if (HIGH_TRANSFERS.includes(uintAt(file, start, end - start))) return true;
  }
  return false;
}
