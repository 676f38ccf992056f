import { describe, expect, it } from "vitest";
import {
  IMAGE_MAX_BYTES,
  IMAGE_MAX_PIXELS,
  VIDEO_MAX_BYTES,
  inspectMedia,
  refuseDeclared,
} from "../../../convex/contract/files/media";
import { sniffMedia } from "../../../convex/contract/files/sniff";
import {
  bytesOf,
  u32,
  u16,
  le16,
  le24,
  png,
  animation,
  pixelsChunk,
  frame,
  jpeg,
  exif,
  ftyp,
  heif,
  join,
  webp,
  ebml,
} from "./picture-files";

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
  ])("recognises %s by its first bytes", (type, bytes) => {
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
    ["a WebP that is not RIFF", bytesOf("RIFX", u32(0), "WEBP")],
    ["a brand without its box", bytesOf(u32(16), "free", "isom")],
  ])("refuses %s", (_, bytes) => {
    expect(sniffMedia(bytes)).toBeNull();
  });

  it("calls a PNG a still picture when the animation follows its pixels, as browsers do", () => {
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
    ["AVIF", join(ftyp("avif"), heif({ size: [640, 480] }))],
    [
      "HEIC in tiles",
      join(
        ftyp("heic"),
        heif({ size: [640, 480] }, { size: [512, 512], isHidden: true }, { size: [160, 120] }),
      ),
    ],
  ])("reads the dimensions of a %s", (_, bytes) => {
    expect(inspectMedia(bytes, bytes.length).data?.pixels).toEqual({
      width: 640,
      height: 480,
    });
  });

  it("leaves the dimensions of a video to a player", () => {
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
    ["a page with a picture's name", bytesOf("<html>"), 6, "unsupported_media"],
    ["a JPEG that ends early", jpeg([0xff, 0xe0, ...u16(900)]), 100, "unreadable_picture"],
    ["a PNG without width", png(0, 3), 100, "unreadable_picture"],
  ])("judges %s", (_, bytes, size, code) => {
    expect(inspectMedia(bytes, size).error?.code).toBe(code);
  });

  it("has the limits of the specification", () => {
    expect([IMAGE_MAX_BYTES, VIDEO_MAX_BYTES, IMAGE_MAX_PIXELS]).toEqual([
      10_485_760, 15_728_640, 50_000_000,
    ]);
  });

  it.each([
    ["is empty", bytesOf(), 0, "This file is empty."],
    ["is not media", bytesOf("<html>"), 6, "This is not a picture or video we can show."],
    ["is damaged", png(0, 3), 100, "This picture is damaged. Export it again."],
    ["has too many pixels", png(8000, 8000), 9, "More than 50 megapixels. Export a smaller copy."],
    [
      "is too large",
      png(4, 3),
      IMAGE_MAX_BYTES + 1,
      "Larger than 10 MB. Export a smaller PNG or a WebP.",
    ],
    [
      "is too long",
      ftyp("mp42"),
      VIDEO_MAX_BYTES + 1,
      "Larger than 15 MB. Export a shorter or smaller video.",
    ],
  ])("says what to do about a file that %s", (_, bytes, size, message) => {
    expect(inspectMedia(bytes, size).error?.message).toBe(message);
  });
});

describe("refuseDeclared", () => {
  it.each([
    ["image/gif", IMAGE_MAX_BYTES, undefined],
    ["image/gif", IMAGE_MAX_BYTES + 1, "file_too_large"],
    ["video/mp4", VIDEO_MAX_BYTES, undefined],
    ["video/mp4", VIDEO_MAX_BYTES + 1, "file_too_large"],
    ["video/mp4", NaN, "empty_file"],
    ["video/mp4", 0, "empty_file"],
    ["video/mp4", 1, undefined],
  ] as const)("judges %s of %d bytes before it is sent", (type, bytes, code) => {
    const refusal = refuseDeclared(type, bytes);
    expect(refusal?.error?.code).toBe(code);
    if (code === "empty_file") expect(refusal?.error?.message).toBe("This file is empty.");
  });
});
