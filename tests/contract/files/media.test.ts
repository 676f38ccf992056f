import { describe, expect, it } from "vitest";
import {
  IMAGE_MAX_BYTES,
  IMAGE_MAX_PIXELS,
  VIDEO_MAX_BYTES,
  inspectMedia,
  refuseDeclared,
} from "../../../convex/contract/files/media";
import { sniffMedia } from "../../../convex/contract/files/sniff";

/** Text is ASCII, an array is bytes; all of it in a row. */
function bytesOf(...parts: (string | number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) =>
      typeof part === "string" ? Array.from(part, (letter) => letter.charCodeAt(0)) : part,
    ),
  );
}
const u32 = (n: number) => [(n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];
const u16 = (n: number) => [n >>> 8, n & 255];
const le16 = (n: number) => [n & 255, n >>> 8];
const le24 = (n: number) => [n & 255, (n >>> 8) & 255, n >>> 16];

const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const png = (width: number, height: number, ...chunks: (string | number[])[]) =>
  bytesOf(PNG_START, u32(13), "IHDR", u32(width), u32(height), [8, 6, 0, 0, 0], u32(0), ...chunks);
const animation: (string | number[])[] = [u32(8), "acTL", u32(2), u32(0), u32(0)];
const pixelsChunk: (string | number[])[] = [u32(0), "IDAT", u32(0)];

const frame = (width: number, height: number) => [
  0xff,
  0xc2,
  ...u16(11),
  8,
  ...u16(height),
  ...u16(width),
  1,
  1,
  17,
  0,
];
const jpeg = (...segments: number[][]) => bytesOf([0xff, 0xd8], ...segments);
/** EXIF with one entry: how the camera was held. */
const exif = (orientation: number, order: "II" | "MM") => {
  const n = order === "II" ? le16 : u16;
  const tiff = [
    ...bytesOf(order),
    ...n(42),
    ...(order === "II" ? [8, 0, 0, 0] : u32(8)),
    ...n(1),
    ...n(0x0112),
    ...n(3),
    ...(order === "II" ? [1, 0, 0, 0] : u32(1)),
    ...n(orientation),
    0,
    0,
  ];
  const body = [...bytesOf("Exif\0\0"), ...tiff];
  return [0xff, 0xe1, ...u16(body.length + 2), ...body];
};

const ftyp = (major: string, ...compatible: string[]) =>
  bytesOf(u32(16 + 4 * compatible.length), "ftyp", major, u32(0), ...compatible);
const ispe = (width: number, height: number): (string | number[])[] => [
  u32(20),
  "ispe",
  u32(0),
  u32(width),
  u32(height),
];
const join = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const webp = (chunk: string, ...body: number[][]) =>
  bytesOf("RIFF", u32(0), "WEBP", chunk, u32(0), ...body);
const ebml = (docType: string) =>
  bytesOf(
    [0x1a, 0x45, 0xdf, 0xa3, 0x9f, 0x42, 0x86, 0x81, 1, 0x42, 0x82, 0x80 | docType.length],
    docType,
  );

describe("sniffMedia", () => {
  it.each([
    ["image/jpeg", jpeg(frame(4, 3))],
    ["image/png", png(4, 3, ...pixelsChunk)],
    ["image/apng", png(4, 3, ...animation, ...pixelsChunk)],
    ["image/webp", webp("VP8L", [0x2f, 0, 0, 0, 0])],
    ["image/gif", bytesOf("GIF87a", le16(4), le16(3))],
    ["image/gif", bytesOf("GIF89a", le16(4), le16(3))],
    ["image/avif", ftyp("avif", "mif1")],
    ["image/avif", ftyp("mif1", "avif")],
    ["image/heic", ftyp("heic", "mif1")],
    ["image/heic", ftyp("mif1", "heic")],
    ["image/heif", ftyp("mif1", "miaf")],
    ["video/mp4", ftyp("isom", "avc1")],
    ["video/mp4", ftyp("mp42")],
    ["video/quicktime", ftyp("qt  ")],
    ["video/webm", ebml("webm")],
    ["video/x-matroska", ebml("matroska")],
  ])("knows %s by its first bytes", (type, bytes) => {
    expect(sniffMedia(bytes)).toBe(type);
  });

  it.each([
    ["nothing", bytesOf()],
    ["three bytes of a JPEG", bytesOf([0xff, 0xd8, 0xff])],
    ["a page", bytesOf("<!doctype html>")],
    ["an SVG, which may hold scripts", bytesOf('<svg xmlns="http://www.w3.org/2000/svg">')],
    ["a sound in RIFF", bytesOf("RIFF", u32(0), "WAVE")],
    ["a sound in MP4", ftyp("M4A ", "isom")],
    ["a raw photograph", ftyp("crx ", "isom")],
    ["EBML of another kind", ebml("other")],
    ["a type in the wrong place", bytesOf("    GIF89a")],
  ])("refuses %s", (_, bytes) => {
    expect(sniffMedia(bytes)).toBeNull();
  });

  it("calls a PNG still when the animation comes after its pixels, as browsers do", () => {
    expect(sniffMedia(png(4, 3, ...pixelsChunk, ...animation))).toBe("image/png");
  });
});

describe("inspectMedia", () => {
  it.each([
    ["JPEG", jpeg(frame(640, 480))],
    ["JPEG behind metadata", jpeg([0xff, 0xe0, ...u16(4), 0, 0], frame(640, 480))],
    [
      "JPEG behind a table that looks like a frame",
      jpeg([0xff, 0xc4, ...u16(9), 8, 0, 1, 0, 1, 0, 0], frame(640, 480)),
    ],
    ["JPEG held upright", jpeg(exif(1, "II"), frame(640, 480))],
    ["JPEG lying on its side", jpeg(exif(6, "II"), frame(480, 640))],
    ["JPEG lying on its side, big endian", jpeg(exif(8, "MM"), frame(480, 640))],
    ["PNG", png(640, 480)],
    ["GIF", bytesOf("GIF89a", le16(640), le16(480))],
    ["WebP, lossy", webp("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a], le16(640), le16(480))],
    ["WebP, lossless", webp("VP8L", [0x2f, 0x7f, 0xc2, 0x77, 0x00])],
    ["WebP, extended", webp("VP8X", [0, 0, 0, 0], le24(639), le24(479))],
    ["AVIF", join(ftyp("avif"), bytesOf(...ispe(640, 480)))],
    [
      "HEIC in tiles",
      join(ftyp("heic"), bytesOf(...ispe(512, 512), ...ispe(640, 480), ...ispe(160, 120))),
    ],
  ])("reads the measures of a %s", (_, bytes) => {
    expect(inspectMedia(bytes, bytes.length).data?.pixels).toEqual({ width: 640, height: 480 });
  });

  it("leaves the measures of a video to a player", () => {
    const found = inspectMedia(ftyp("qt  "), 100);
    expect(found.data).toEqual({ type: "video/quicktime", pixels: null });
  });

  it.each([
    ["a picture at its limit", png(4, 3), IMAGE_MAX_BYTES, undefined],
    ["a picture above", png(4, 3), IMAGE_MAX_BYTES + 1, "file_too_large"],
    ["a video at its limit", ftyp("mp42"), VIDEO_MAX_BYTES, undefined],
    ["a video above", ftyp("mp42"), VIDEO_MAX_BYTES + 1, "file_too_large"],
    ["50 megapixels", png(10_000, 5_000), 100, undefined],
    ["a row more", png(10_000, 5_001), 100, "too_many_pixels"],
    ["nothing at all", bytesOf(), 0, "empty_file"],
    ["a page that is called a picture", bytesOf("<html>"), 6, "unsupported_media"],
    ["a JPEG that ends early", jpeg([0xff, 0xe0, ...u16(900)]), 100, "unreadable_picture"],
    ["a PNG without width", png(0, 3), 100, "unreadable_picture"],
  ])("judges %s", (_, bytes, size, code) => {
    expect(inspectMedia(bytes, size).error?.code).toBe(code);
  });

  it("keeps the sizes of the specification", () => {
    expect([IMAGE_MAX_BYTES, VIDEO_MAX_BYTES, IMAGE_MAX_PIXELS]).toEqual([
      10_485_760, 15_728_640, 50_000_000,
    ]);
  });

  it("says what to do about a file that is too large", () => {
    const { error } = inspectMedia(png(4, 3), IMAGE_MAX_BYTES + 1);
    expect(error?.message).toBe("Larger than 10 MB. Export a smaller PNG or a WebP.");
  });
});

describe("refuseDeclared", () => {
  it.each([
    ["image/gif", IMAGE_MAX_BYTES, undefined],
    ["image/gif", IMAGE_MAX_BYTES + 1, "file_too_large"],
    ["video/mp4", VIDEO_MAX_BYTES, undefined],
    ["video/mp4", VIDEO_MAX_BYTES + 1, "file_too_large"],
    ["video/mp4", NaN, "empty_file"],
  ] as const)("judges %s of %d bytes before any is sent", (type, bytes, code) => {
    expect(refuseDeclared(type, bytes)?.error?.code).toBe(code);
  });
});
