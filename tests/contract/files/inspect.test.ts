import { readFileSync } from "node:fs";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { describe, expect, it } from "vitest";
import { readAvcSize } from "../../../convex/contract/files/avcSize";
import { readFilmPixels } from "../../../convex/contract/files/filmPixels";
import { MAX_FRAMES, countFrames } from "../../../convex/contract/files/frames";
import { inspectFile } from "../../../convex/contract/files/inspect";
import { VIDEO_MAX_BYTES } from "../../../convex/contract/files/media";
import { MAX_PARTS, PartCount } from "../../../convex/contract/files/parts";
import { cleanFile } from "../../../convex/contract/files/clean/cleanFile";
import type { MediaType } from "../../../convex/contract/files/sniff";
import { sniffMedia } from "../../../convex/contract/files/sniff";
import { box, movie, track } from "./film-boxes";
import { filmOf } from "./film-files";
import {
  animation,
  bytesOf,
  ftyp,
  heif,
  jpeg,
  join,
  le16,
  pixelsChunk,
  png,
  u32,
} from "./picture-files";

const FILES = "tests/e2e/files";
const EIGHT_K = [7680, 4320] as const;
const SMALL = [640, 360] as const;
const sizeOf = (file: Uint8Array) => {
  const { data } = inspectFile(file);
  return data && [data.width, data.height];
};
const codeOf = (file: Uint8Array) => inspectFile(file).error?.code;

describe("the size of a video", () => {
  it.each<[string, number[][], readonly number[] | null]>([
    ["its header's", [track({ shown: EIGHT_K })], EIGHT_K],
    ["its header's with long times", [track({ shown: EIGHT_K, version: 1 })], EIGHT_K],
    ["its samples' size where that is larger", [track({ shown: SMALL, coded: EIGHT_K })], EIGHT_K],
    ["its display size where that is larger", [track({ shown: EIGHT_K, coded: SMALL })], EIGHT_K],
    [
      "the size of its largest track",
      [track({ shown: SMALL }), track({ shown: EIGHT_K })],
      EIGHT_K,
    ],
    ["rotated as its header says", [track({ shown: SMALL, isTurned: true })], [360, 640]],
    ["not the size of a sound track", [track({ handler: "soun", coded: [48_000, 0] })], null],
    ["none without a track", [], null],
    ["none for an empty file", [track({ shown: [0, 360] })], null],
  ])("is %s", (_, tracks, size) => {
    const file = movie(...tracks);
    expect(sizeOf(file)).toEqual(size);
    if (size === null) expect(codeOf(file)).toBe("unreadable_video");
  });

  it("is not less than its stream's, whatever the container says", () => {
    const film = readFileSync(`${FILES}/pattern.mp4`);
    const sample = film.indexOf("avc1", film.indexOf("stsd")) + 4;
    const header = film.indexOf("tkhd") + 4;
    for (const at of [sample + 24, sample + 26, header + 76, header + 80])
      film.writeUInt16BE(16, at);
    expect(sizeOf(film)).toEqual([160, 120]);
  });

  it.each([
    ["parameters Z2QAKKzZQHgCJ+XARAAAAwAEAAADAPA8YMZY of a cropped film", [1920, 1080]],
    ["parameters Zw== that is cut off", null],
  ])("is in %s", (text, size) => {
    const set = Buffer.from(text.split(" ")[1] ?? "", "base64");
    const settings = [1, 100, 0, 30, 255, 225, 0, set.length, ...set];
    const found = readAvcSize(Uint8Array.from(settings));
    expect(found && [found.width, found.height]).toEqual(size);
    const element = (id: number[], content: number[]) => [
      ...[...id, 0x40 | (content.length >> 8), content.length & 255],
      ...content,
    ];
    const video = element([0xe0], [...element([0xb0], [16]), ...element([0xba], [16])]);
    const codec = element([0x86], [...Buffer.from("V_MPEG4/ISO/AVC")]);
    const entry = element([0xae], [...element([0x63, 0xa2], settings), ...codec, ...video]);
    const film = [
      ...element([0x1a, 0x45, 0xdf, 0xa3], [0x42, 0x82, 0x88, ...Buffer.from("matroska")]),
      ...element([0x18, 0x53, 0x80, 0x67], element([0x16, 0x54, 0xae, 0x6b], entry)),
    ];
    const inFilm = readFilmPixels(Uint8Array.from(film), "video/x-matroska");
    expect(inFilm).toEqual(found ?? { width: 16, height: 16 });
  });

  it.each(["pattern.mp4", "carpet.mov", "pattern.webm", "moss.mkv"])(
    "of %s is what another reader finds",
    async (name) => {
      const file = readFileSync(`${FILES}/${name}`);
      const input = new Input({ source: new BufferSource(file), formats: ALL_FORMATS });
      const film = await input.getPrimaryVideoTrack();
      expect(sizeOf(file)).toEqual([await film?.getDisplayWidth(), await film?.getDisplayHeight()]);
    },
  );

  it.each(["video/mp4", "video/quicktime", "video/webm", "video/x-matroska"] as const)(
    "is read from %s as a library writes it",
    async (type) => {
      expect(readFilmPixels(await filmOf({ type }), type)).toEqual({ width: 64, height: 48 });
    },
  );

  const element = (id: number[], content: number[]) => [...id, 0x80 | content.length, ...content];
  const matroska = (...video: number[][]) =>
    new Uint8Array([
      ...element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], [...bytesOf("webm")])),
      ...element(
        [0x18, 0x53, 0x80, 0x67],
        element([0x16, 0x54, 0xae, 0x6b], element([0xae], element([0xe0], video.flat()))),
      ),
    ]);
  const coded = (n: number) => [...element([0xb0], [2, n]), ...element([0xba], [1, n])];
  const shown = [element([0x54, 0xb0], [0x1e, 0]), element([0x54, 0xba], [0x10, 0xe0])].flat();
  const unit = (n: number) => element([0x54, 0xb2], [n]);

  it.each<[string, number[][], number[] | null]>([
    ["the coded size", [coded(0x80)], [0x280, 0x180]],
    ["the display size, where that is larger", [coded(0x80), shown], [7680, 4320]],
    [
      "the display size in pixels, with an explicit unit",
      [coded(0x80), shown, unit(0)],
      [7680, 4320],
    ],
    [
      "the coded size, where the unit is an aspect ratio",
      [coded(0x80), shown, unit(3)],
      [0x280, 0x180],
    ],
    ["none without numbers", [], null],
    ["none with half a size", [element([0xb0], [2, 0])], null],
    ["none with a number that is too long", [element([0xb0], Array<number>(9).fill(1))], null],
  ])("in Matroska is %s", (_, video, size) => {
    expect(sizeOf(matroska(...video))).toEqual(size);
  });

  it("is undefined for a picture", () => {
    expect(readFilmPixels(movie(track({ shown: SMALL })), "image/avif")).toBeNull();
  });
});

const frame = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1, 0x44, 0];
const coloured = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 9, 9, 9, 9, 9, 9, 2, 1, 0x44, 0];
const delay = [0x21, 0xf9, 4, 0, 0, 0, 0, 0];
const gif = (count: number, ...extra: number[][]) => {
  const start = bytesOf("GIF89a", le16(1), le16(1), [0x80, 0, 0, 1, 2, 3, 4, 5, 6], ...extra);
  const file = new Uint8Array(start.length + (count * (delay.length + frame.length) + 1));
  file.set(start);
  const one = [...delay, ...frame];
  for (let n = 0; n < count; n++) file.set(one, start.length + n * one.length);
  file[file.length - 1] = 0x3b;
  return file;
};
const apng = (count: number) =>
  png(1, 1, ...animation, ...Array.from({ length: count }, () => [u32(0), "fcTL", u32(0)]).flat());
const PLACE = Array<number>(16).fill(0);
const webp = (count: number) =>
  join(
    bytesOf("RIFF", u32(22 + 24 * count).reverse(), "WEBPVP8X", [10, 0, 0, 0]),
    bytesOf([2, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    bytesOf(...Array.from({ length: count }, () => ["ANMF", [16, 0, 0, 0], PLACE]).flat()),
  );
const avif = (count: number) => {
  const samples = box("stsz", [...u32(0), ...u32(9), ...u32(count)]);
  const index = box("moov", box("trak", box("mdia", box("minf", box("stbl", samples)))));
  return join(ftyp("avis"), heif({ size: [1, 1] }), bytesOf(index));
};

describe("an animation", () => {
  it.each([
    ["a GIF", gif],
    ["an APNG", apng],
    ["a WebP", webp],
    ["an AVIF", avif],
  ])("has 2,000 frames at most: %s", (_, animate) => {
    expect(codeOf(animate(MAX_FRAMES))).toBeUndefined();
    expect(codeOf(animate(MAX_FRAMES + 1))).toBe("too_many_frames");
  });

  it("of 100,000 frames is refused", () => {
    expect(codeOf(gif(100_000))).toBe("too_many_frames");
  });

  it.each<[string, Uint8Array, number]>([
    ["with colour tables", gif(2, coloured), 3],
    ["with comments in between", gif(2, [0x21, 0xfe, 2, 0x2c, 0x2c, 1, 0x2c, 0]), 2],
    ["that ends early", gif(3).subarray(0, -25), 2],
    ["that stands still", readFileSync(`${FILES}/kiln.gif`), 1],
  ])("is counted by its frames: a GIF %s", (_, file, count) => {
    expect(countFrames(file, "image/gif")).toBe(count);
  });

  it("is neither a video nor a JPEG", () => {
    expect([countFrames(movie(), "video/mp4"), countFrames(jpeg(), "image/jpeg")]).toEqual([1, 1]);
  });
});

/** Files that consist only of the smallest possible parts. */
const bulk = (head: Uint8Array, part: number[], bytes = VIDEO_MAX_BYTES) => {
  const file = new Uint8Array(bytes);
  file.set(head);
  // Doubles the content each time, because adding each part alone would take seconds.
  file.set(part, head.length);
  for (let filled = part.length; filled < bytes - head.length; filled *= 2) {
    file.copyWithin(head.length + filled, head.length, head.length + filled);
  }
  return file;
};
const WEBM = bytesOf([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84], "webm");
const TEN_MB = 10_485_760;

const clean = (file: Uint8Array, type: MediaType) =>
  cleanFile(new Uint8Array(file), type, { keepsPosition: false, parts: new PartCount() });

describe("a file of too many parts", () => {
  it.each<[string, Uint8Array]>([
    ["15 MB of two-byte elements", bulk(WEBM, [0xec, 0x80])],
    ["15 MB of empty boxes", bulk(ftyp("isom"), [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65])],
    [
      "a PNG of empty chunks",
      bulk(png(1, 1), [0, 0, 0, 0, 0x74, 0x45, 0x58, 0x74, 0, 0, 0, 0], TEN_MB),
    ],
  ])("is refused: %s", (_, file) => {
    const parts = new PartCount();
    expect(inspectFile(file, file.length, parts).error?.code).toBe("too_many_parts");
    expect(parts.seen).toBeLessThanOrEqual(MAX_PARTS + 1);
  });

  it("is refused, and cannot be cleaned: metadata that names the same bytes again", () => {
    const type = "image/heic";
    const info = box("infe", [2, 0, 0, 0, 0, 7, 0, 0, ...bytesOf("mime\0")]);
    const extents = Array.from({ length: 60_000 }, () => [0, 0, 0, 0, 0, 0x9f, 0, 0]).flat();
    const places = [0, 0, 0, 0, 0x44, 0, 0, 1, 0, 7, 0, 0, 0xea, 0x60, ...extents];
    const file = join(
      ftyp("heic"),
      bytesOf(
        box("meta", [
          0,
          0,
          0,
          0,
          ...box("iinf", [0, 0, 0, 0, 0, 1, ...info]),
          ...box("iloc", places),
        ]),
      ),
      new Uint8Array(1_000_000),
    );
    expect(sniffMedia(file)).toBe(type);
    expect(() => clean(file, type)).toThrow("parts");
  });

  it("is counted over all reads together", () => {
    const film = movie(track({ shown: SMALL }));
    const parts = new PartCount();
    for (let n = 0; n < 3; n++) inspectFile(film, film.length, parts);
    const once = new PartCount();
    inspectFile(film, film.length, once);
    expect([once.seen > 9, parts.seen]).toEqual([true, 3 * once.seen]);
  });
});

describe("a file with few parts that looks large", () => {
  it.each<[string, Uint8Array]>([
    ["first letters of a word", bulk(ftyp("isom"), [0x63])],
    [
      "a property name again and again",
      join(ftyp("heic"), bulk(bytesOf(), [...bytesOf("ispe")], 99_996)),
    ],
    ["a PNG of pixels", png(3, 2, ...pixelsChunk)],
    [
      "a directory that continues behind its end",
      bulk(
        bytesOf([0xff, 0xd8]),
        [0xff, 0xe1, 0, 20, ...bytesOf("Exif\0\0MM"), 0, 42, 0, 0, 0, 8, 0xff, 0xff, 0, 0],
        1_048_576,
      ),
    ],
  ])("is inspected all the same: %s", (_, file) => {
    expect(() => inspectFile(file)).not.toThrow();
  });

  it("is read in a few passes at most, and cleaned: a metadata packet", () => {
    const names = bulk(bytesOf(), [...bytesOf("<a:GPSx>")], 400_000);
    const words = bulk(bytesOf(), [0x61], 400_000);
    const head = bytesOf("http://ns.adobe.com/xap/1.0/\0");
    for (const packet of [names, words]) {
      const file = join(
        ftyp("qt  "),
        bytesOf(u32(packet.length + 8 + head.length), "uuid"),
        head,
        packet,
      );
      expect(() => clean(file, "video/quicktime")).not.toThrow();
    }
  });
});
