import { describe, expect, it } from "vitest";
import { IMAGE_MAX_BYTES, LEADING_BYTES, inspectMedia } from "../../../convex/contract/files/media";
import { readPixels } from "../../../convex/contract/files/pixels";
import { isShownEverywhere, isVideo } from "../../../convex/contract/files/shown";
import { sniffMedia, vMediaType } from "../../../convex/contract/files/sniff";
import type { MediaType } from "../../../convex/contract/files/sniff";
import { isThumbhash } from "../../../convex/contract/files/thumbhash";
import {
  animation,
  box,
  bytesOf,
  ebml,
  exif,
  frame,
  ftyp,
  heif,
  ispe,
  jpeg,
  join,
  le16,
  le24,
  pixelsChunk,
  png,
  u16,
  u32,
  webp,
} from "./picture-files";
import type { HeifPicture } from "./picture-files";
import { movie, track } from "./film-boxes";

const SIZE = { width: 640, height: 480 };
const TYPES = vMediaType.members.map(({ value }) => value);

interface Cut {
  type: MediaType;
  file: Uint8Array;
  /** The smallest number of bytes that give its type and its size. Videos have no size there. */
  known: number;
  measured: number | null;
  /** Its apparent type with fewer bytes. */
  before?: MediaType;
}

const HEIF = heif({ size: [640, 480] });
const HEIC = (...pictures: HeifPicture[]) => heif(...pictures);
const gifOf = (screen: number[], place: number[]) =>
  bytesOf("GIF89a", screen.flatMap(le16), [0, 0, 0, 0x2c], place.flatMap(le16), [0, 2, 0, 0x3b]);
const webpOf = (canvas: number[], name: "VP8 " | "ANMF", [width = 0, height = 0]: number[]) => {
  const le32 = (n: number) => u32(n).reverse();
  const picture = [...[0, 0, 0, 0x9d, 1, 0x2a], ...le16(width), ...le16(height)];
  const place = [...le24(0), ...le24(0), ...le24(width - 1), ...le24(height - 1), ...le24(0), 0];
  const content = name === "VP8 " ? picture : place;
  const head = [...le32(10), 0, 0, 0, 0, ...canvas.flatMap((side) => le24(side - 1))];
  const size = le32(4 + 18 + 8 + content.length);
  return bytesOf("RIFF", size, "WEBPVP8X", head, name, le32(content.length), content);
};

/** A small complete file of each type. */
const CUTS: readonly Cut[] = [
  { type: "image/jpeg", file: jpeg(frame(640, 480)), known: 4, measured: 11 },
  {
    type: "image/jpeg",
    file: jpeg(exif(6, "II"), frame(480, 640)),
    known: 4,
    measured: 43,
  },
  {
    type: "image/png",
    file: png(640, 480, ...pixelsChunk),
    known: 4,
    measured: 24,
  },
  {
    ...{
      type: "image/apng" as const,
      file: png(640, 480, ...animation, ...pixelsChunk),
    },
    ...{ known: 53, measured: 24, before: "image/png" as const },
  },
  {
    type: "image/gif",
    file: bytesOf("GIF89a", le16(640), le16(480)),
    known: 6,
    measured: 10,
  },
  {
    ...{ type: "image/webp" as const, known: 12, measured: 30 },
    file: webp("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a], le16(640), le16(480)),
  },
  {
    ...{ type: "image/webp" as const, known: 12, measured: 25 },
    file: webp("VP8L", [0x2f, 0x7f, 0xc2, 0x77, 0x00]),
  },
  {
    ...{ type: "image/webp" as const, known: 12, measured: 30 },
    file: webp("VP8X", [0, 0, 0, 0], le24(639), le24(479)),
  },
  {
    ...{ type: "image/avif" as const, known: 12, measured: 16 + HEIF.length },
    file: join(ftyp("avif"), HEIF),
  },
  {
    ...{
      type: "image/heic" as const,
      known: 24,
      measured: 24 + HEIF.length,
      before: "image/heif" as const,
    },
    file: join(ftyp("mif1", "miaf", "heic"), HEIF),
  },
  {
    ...{ type: "image/heif" as const, known: 12, measured: 20 + HEIF.length },
    file: join(ftyp("mif1", "miaf"), HEIF),
  },
  { type: "video/mp4", file: ftyp("isom", "avc1"), known: 12, measured: null },
  { type: "video/quicktime", file: ftyp("qt  "), known: 12, measured: null },
  { type: "video/webm", file: ebml("webm"), known: 16, measured: null },
  {
    type: "video/x-matroska",
    file: ebml("matroska"),
    known: 20,
    measured: null,
  },
];

describe("a truncated file", () => {
  it("is of a type of each kind", () => {
    expect(new Set(CUTS.map(({ type }) => type))).toEqual(new Set(TYPES));
  });

  it.each(CUTS)("is recognised as $type from byte $known on", ({ type, file, known, before }) => {
    const told = Array.from({ length: file.length + 1 }, (_, n) => sniffMedia(file.subarray(0, n)));
    expect(told.indexOf(type)).toBe(known);
    expect(new Set(told.slice(known))).toEqual(new Set([type]));
    const less = new Set(told.slice(0, known));
    expect(less).toEqual(new Set(before === undefined ? [null] : [null, before]));
  });

  it.each(CUTS)("of $type has its full dimensions, or none", ({ type, file, measured }) => {
    const told = Array.from({ length: file.length + 1 }, (_, n) =>
      readPixels(file.subarray(0, n), type),
    );
    expect(told.findIndex((one) => one !== null)).toBe(measured ?? -1);
    if (measured === null) return;
    for (const one of told.slice(measured)) expect(one).toEqual(SIZE);
  });

  it.each(CUTS)("of $type is read at any offset in memory", ({ type, file, measured }) => {
    const memory = new Uint8Array(file.length + 9).fill(0xff);
    memory.set(file, 5);
    const inside = memory.subarray(5, 5 + file.length);
    expect(sniffMedia(inside)).toBe(type);
    expect(readPixels(inside, type)).toEqual(measured === null ? null : SIZE);
  });
});

describe("the brand of an ISO file", () => {
  it.each<[MediaType, string[]]>([
    ["image/avif", ["avif", "avis"]],
    ["image/heic", ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]],
    ["image/heif", ["mif1", "msf1"]],
    ["video/quicktime", ["qt  "]],
    [
      "video/mp4",
      [
        ...["isom", "iso2", "iso3", "iso4", "iso5", "iso6", "iso7", "iso8", "iso9"],
        ...["mp41", "mp42", "mp71", "avc1", "M4V ", "M4VH", "M4VP", "dash", "MSNV", "f4v "],
      ],
    ],
  ])("gives %s", (type, brands) => {
    expect(brands.map((brand) => [brand, sniffMedia(ftyp(brand))])).toEqual(
      brands.map((brand) => [brand, type]),
    );
  });

  it.each(["iso1", "isoa", "M4A ", "M4B ", "qt", "QT  ", "avi ", "heif", "hei ", "jxl ", "mp40"])(
    "%j is not supported",
    (brand) => {
      expect(sniffMedia(ftyp(brand.padEnd(4, "\0"), "isom", "avif"))).toBeNull();
    },
  );

  it.each<[string, string, string[], MediaType]>([
    ["the coded type, at any position", "mif1", ["miaf", "MiHB", "avif"], "image/avif"],
    ["the first of two", "msf1", ["heic", "avif"], "image/heic"],
    ["no video type among them", "mif1", ["isom", "qt  "], "image/heif"],
    ["the major brand before all others", "heic", ["avif"], "image/heic"],
  ])("is %s", (_, major, compatible, type) => {
    expect(sniffMedia(ftyp(major, ...compatible))).toBe(type);
  });

  it("is not read beyond its box", () => {
    const file = ftyp("mif1", "miaf", "avif");
    file.set(u32(20));
    expect(sniffMedia(file)).toBe("image/heif");
    file.set(u32(24));
    expect(sniffMedia(file)).toBe("image/avif");
    file.set(u32(4096));
    expect(sniffMedia(file)).toBe("image/avif");
  });
});

describe("the DocType of an EBML file", () => {
  const START = [0x1a, 0x45, 0xdf, 0xa3];
  const docType = (length: number) => [0x42, 0x82, length];

  it.each<[string, Uint8Array, MediaType | null]>([
    ["is read with its full length", bytesOf(START, docType(0x84), "webmx"), "video/webm"],
    ["is not matched by a prefix", bytesOf(START, docType(0x85), "webmx"), null],
    [
      "is found among the first bytes",
      bytesOf(START, Array<number>(117).fill(1), docType(0x84), "webm"),
      "video/webm",
    ],
    [
      "is not found behind them",
      bytesOf(START, Array<number>(118).fill(1), docType(0x84), "webm"),
      null,
    ],
    [
      "is found by both bytes of its id",
      bytesOf(START, [0x42, 0x81, 1], docType(0x84), "webm"),
      "video/webm",
    ],
    ["is not found by one byte", bytesOf(START, [0x42, 0x83, 0x84], "webm"), null],
  ])("%s", (_, file, type) => {
    expect(sniffMedia(file)).toBe(type);
  });
});

describe("the orientation of a camera picture", () => {
  const ORDERS = ["II", "MM"] as const;
  const TURNED = [5, 6, 7, 8];
  const lying = { width: 480, height: 640 };

  it.each(ORDERS.flatMap((order) => [1, 2, 3, 4, ...TURNED].map((n) => [order, n] as const)))(
    "is read in %s as %i",
    (order, orientation) => {
      const file = jpeg(exif(orientation, order), frame(640, 480));
      const shown = TURNED.includes(orientation) ? lying : SIZE;
      expect(readPixels(file, "image/jpeg")).toEqual(shown);
    },
  );

  /** TIFF in `MM`: entries of a directory, each a tag and a value. */
  const tiff = (
    entries: readonly (readonly [number, number])[],
    count = entries.length,
    at = 8,
  ) => {
    const rows = entries.flatMap(([tag, value]) => [
      ...[...u16(tag), ...u16(3), ...u32(1), ...u16(value), 0, 0],
    ]);
    const gap = Array<number>(at - 8).fill(0);
    return [...bytesOf("MM"), ...u16(42), ...u32(at), ...gap, ...u16(count), ...rows];
  };
  const app1 = (name: string, content: number[]) => {
    const body = [...bytesOf(name), ...content];
    return [0xff, 0xe1, ...u16(body.length + 2), ...body];
  };
  const on = (...segments: number[][]) => readPixels(jpeg(...segments), "image/jpeg");

  it.each<[string, number[], boolean]>([
    [
      "is found behind other entries",
      tiff([
        [0x010f, 1],
        [0x0110, 8],
        [0x0112, 6],
      ]),
      true,
    ],
    [
      "is the entry with that id alone",
      tiff([
        [0x0113, 6],
        [0x0111, 8],
      ]),
      false,
    ],
    [
      "is one of the entries that the directory counts",
      tiff(
        [
          [0x010f, 1],
          [0x0112, 6],
        ],
        1,
      ),
      false,
    ],
    ["is found at any place of the directory", tiff([[0x0112, 6]], 1, 20), true],
    ["is not read from a directory beyond the file", tiff([[0x0112, 6]], 1).with(7, 200), false],
    ["is not read from half an entry", tiff([[0x0112, 6]], 1).slice(0, 18), false],
    ["is not read from half a header", tiff([[0x0112, 6]], 1).slice(0, 7), false],
  ])("%s", (_, content, turned) => {
    expect(on(app1("Exif\0\0", content), frame(640, 480))).toEqual(turned ? lying : SIZE);
  });

  it.each<[string, number[][], boolean]>([
    ["not from other metadata", [app1("Exif\0x", tiff([[0x0112, 6]]))], false],
    ["not from another segment", [exif(6, "II").with(1, 0xe2)], false],
    ["from metadata behind other metadata", [app1("http", []), exif(6, "II")], true],
    ["from the first of several entries", [exif(6, "II"), exif(1, "II")], true],
  ])("is read %s", (_, segments, turned) => {
    expect(on(...segments, frame(640, 480))).toEqual(turned ? lying : SIZE);
  });

  it("is not read behind the frame", () => {
    expect(on(frame(640, 480), exif(6, "II"))).toEqual(SIZE);
  });
});

describe("a JPEG", () => {
  const segment = (marker: number) => [0xff, marker, ...u16(9), 8, ...u16(480), ...u16(640), 0, 0];
  const FRAMES = [0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf];
  const read = (bytes: Uint8Array) => readPixels(bytes, "image/jpeg");

  it("has its dimensions in a frame, and in no similar segment", () => {
    const markers = Array.from({ length: 0x40 }, (_, n) => 0xbf + n);
    const found = markers.filter((marker) => read(jpeg(segment(marker))) !== null);
    expect(found).toEqual(FRAMES);
  });

  it.each<[string, Uint8Array, object | null]>([
    ["behind fill bytes", jpeg([0xff, 0xff, 0xff, ...frame(640, 480)]), SIZE],
    ["not behind the image data", jpeg([0xff, 0xda, ...u16(2)], frame(640, 480)), null],
    ["behind bytes that are no segment, as decoders do", jpeg([0, 0xe0, 1], frame(640, 480)), SIZE],
    [
      "behind markers without a length",
      jpeg([0xff, 1, 0xff, 0xd0, 0xff, 0xd7], frame(640, 480)),
      SIZE,
    ],
    [
      "not in what a marker without a length would have as its content",
      jpeg([0xff, 1, ...u16(13)], frame(640, 480), frame(6, 4)),
      SIZE,
    ],
    ["not behind a second beginning", jpeg([0xff, 0xd8], frame(640, 480)), null],
    ["not behind a segment that is too long", jpeg([0xff, 0xe0, ...u16(9)], frame(640, 480)), null],
    [
      "not behind a segment shorter than its own length",
      jpeg([0xff, 0xe0, ...u16(1)], frame(640, 480)),
      null,
    ],
    ["directly behind an empty segment", jpeg([0xff, 0xe0, ...u16(2)], frame(640, 480)), SIZE],
    ["not without width", jpeg(frame(0, 480)), null],
    ["not without height, which comes later", jpeg(frame(640, 0)), null],
    ["at their maximum", jpeg(frame(65_535, 65_535)), { width: 65_535, height: 65_535 }],
  ])("has dimensions %s", (_, bytes, expected) => {
    expect(read(bytes)).toEqual(expected);
  });
});

describe("dimensions at the limits of their fields", () => {
  const lossless = (width: number, height: number, alpha: 0 | 1) => {
    const bits = (width - 1) | ((height - 1) << 14) | (alpha << 28);
    return webp("VP8L", [0x2f, bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, bits >>> 24]);
  };
  const lossy = (width: number, height: number) =>
    webp("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a], le16(width), le16(height));

  it.each<[string, MediaType, Uint8Array, [number, number] | null]>([
    ["of a PNG", "image/png", png(2 ** 31 - 1, 0x01020304), [2 ** 31 - 1, 0x01020304]],
    ["of a PNG without height", "image/png", png(3, 0), null],
    ["of a GIF", "image/gif", bytesOf("GIF89a", le16(65_535), le16(258)), [65_535, 258]],
    ["of a lossless WebP", "image/webp", lossless(16_384, 16_384, 0), [16_384, 16_384]],
    ["of the smallest lossless WebP", "image/webp", lossless(1, 1, 0), [1, 1]],
    ["of a WebP with transparency", "image/webp", lossless(5, 16_383, 1), [5, 16_383]],
    ["of a lossy WebP", "image/webp", lossy(16_383, 259), [16_383, 259]],
    ["of a WebP with a scale", "image/webp", lossy(0x4000 + 4, 0xc000 + 3), [4, 3]],
    [
      "of an extended WebP",
      "image/webp",
      webp("VP8X", [9, 9, 9, 9], le24(2 ** 24 - 1), le24(0)),
      [2 ** 24, 1],
    ],
    ["of an unknown WebP", "image/webp", webp("VP8Y", [0, 0, 0, 0], le24(1), le24(1)), null],
    ["of an AVIF", "image/avif", HEIC({ size: [2 ** 32 - 1, 1] }), [2 ** 32 - 1, 1]],
    [
      "of the primary picture before the others, which are smaller",
      "image/heic",
      HEIC({ size: [11, 4] }, { size: [9, 1] }, { size: [3, 4] }),
      [11, 4],
    ],
    [
      "of a picture of tiles, which are hidden and may be larger",
      "image/heic",
      HEIC(
        { size: [640, 480], type: "grid", content: [0, 0, 0, 1, 2, 128, 1, 224] },
        { size: [720, 720], isHidden: true },
      ),
      [640, 480],
    ],
    [
      "of a picture of tiles with long numbers",
      "image/heic",
      HEIC({ size: [70_000, 3], type: "grid", content: [0, 1, 0, 1, ...u32(70_000), ...u32(3)] }),
      [70_000, 3],
    ],
    [
      "of a picture that lies on its side",
      "image/heic",
      HEIC({ size: [640, 480], properties: [box("irot", [3])] }),
      [480, 640],
    ],
    [
      "of a picture that is turned upside down",
      "image/heic",
      HEIC({ size: [640, 480], properties: [box("irot", [2])] }),
      [640, 480],
    ],
    ["of none without a primary picture", "image/heic", HEIC(), null],
    ["of none without a width", "image/heic", HEIC({ size: [0, 9] }), null],
    [
      "of none that its tiles contradict",
      "image/heic",
      HEIC({ size: [64, 48], type: "grid", content: [0, 0, 0, 0, 2, 128, 1, 224] }),
      null,
    ],
    [
      "of none that its layers contradict",
      "image/heic",
      HEIC({ size: [64, 48], type: "iovl", content: [0, 0, ...u32(0), ...u32(0), 2, 128, 1, 224] }),
      null,
    ],
    [
      "of none that says it twice",
      "image/heic",
      HEIC({ size: [64, 48], properties: [ispe(640, 480)] }),
      null,
    ],
    [
      "of none where another picture has more pixels",
      "image/heic",
      HEIC({ size: [64, 48] }, { size: [64, 49] }),
      null,
    ],
    [
      "of none where another picture is longer",
      "image/heic",
      HEIC({ size: [64, 48] }, { size: [65, 1] }),
      null,
    ],
    [
      "of none where a sequence is larger",
      "image/avif",
      join(HEIC({ size: [64, 48] }), movie(track({ shown: [65, 48], handler: "pict" }))),
      null,
    ],
    [
      "of none that describes its pictures twice",
      "image/avif",
      join(HEIC({ size: [64, 48] }), heif({ size: [64, 48] })),
      null,
    ],
    [
      "of the pictures, and of nothing that looks like a size before them",
      "image/avif",
      join(bytesOf(box("free", ispe(9000, 9000))), HEIC({ size: [64, 48] })),
      [64, 48],
    ],
    ["of a GIF whose frame is larger", "image/gif", gifOf([4, 3], [1, 2, 30, 20]), [31, 22]],
    [
      "of a GIF with an empty frame beyond it",
      "image/gif",
      gifOf([4, 3], [1, 90, 0, 20]),
      [4, 110],
    ],
    ["of a GIF whose frame is smaller", "image/gif", gifOf([40, 30], [1, 2, 3, 4]), [40, 30]],
    [
      "of a WebP that its picture contradicts",
      "image/webp",
      webpOf([4, 3], "VP8 ", [40, 30]),
      null,
    ],
    [
      "of a WebP that its picture fills",
      "image/webp",
      webpOf([40, 30], "VP8 ", [40, 30]),
      [40, 30],
    ],
    ["of a WebP whose frame is outside", "image/webp", webpOf([4, 3], "ANMF", [40, 30]), null],
    ["of a WebP whose frame is inside", "image/webp", webpOf([40, 30], "ANMF", [4, 3]), [40, 30]],
    ["of none without the header of a PNG", "image/png", png(3, 4).with(12, 0x4a), null],
    ["of a video", "video/mp4", HEIC({ size: [3, 4] }), null],
  ])("%s", (_, type, bytes, expected) => {
    const [width, height] = expected ?? [];
    expect(readPixels(bytes, type)).toEqual(expected && { width, height });
  });
});

describe("an animation chunk", () => {
  const note = (bytes: number) => [u32(bytes), "tEXt", [7], u32(0), ...animation];

  it.each<[string, MediaType, Uint8Array]>([
    ["behind other chunks", "image/apng", png(4, 3, ...note(1))],
    ["behind a chunk that is too long", "image/png", png(4, 3, ...note(99))],
    ["that ends early", "image/png", png(4, 3, ...animation).subarray(0, -1)],
    ["with nothing behind it", "image/apng", png(4, 3, ...animation)],
  ])("%s makes the file an %s", (_, type, bytes) => {
    expect(sniffMedia(bytes)).toBe(type);
  });
});

describe("a media type", () => {
  it("is a video or not, and shown by every browser or not", () => {
    const films = ["video/mp4", "video/quicktime", "video/webm", "video/x-matroska"];
    const previewed = ["image/heic", "image/heif", "video/quicktime", "video/x-matroska"];
    expect(TYPES.filter(isVideo)).toEqual(films);
    expect(TYPES.filter((type) => !isShownEverywhere(type))).toEqual(previewed);
    expect(isVideo("application/video/mp4")).toBe(false);
  });

  it.each(CUTS)("of $type is inspected by the start of the file", ({ type, file, measured }) => {
    const { data, error, statusCode } = inspectMedia(file, IMAGE_MAX_BYTES);
    expect([data, error, statusCode]).toEqual([
      { type, pixels: measured === null ? null : SIZE },
      null,
      200,
    ]);
    expect(inspectMedia(file, 2 * IMAGE_MAX_BYTES).error?.message).toBe(
      measured === null
        ? "Larger than 15 MB. Export a shorter or smaller video."
        : "Larger than 10 MB. Export a smaller PNG or a WebP.",
    );
  });

  it("needs a megabyte of it at most", () => {
    expect(LEADING_BYTES).toBe(1024 * 1024);
  });
});

describe("a ThumbHash", () => {
  it.each([
    ["AAAAAAA", false],
    ["AAAAAAAA", true],
    ["A".repeat(64), true],
    ["A".repeat(65), false],
    ["AZaz09+/", true],
    ["AAAAAA==", true],
    ["AAAAA===", false],
    ["AAAA-AAA", false],
    ["AAAA AAA", false],
    ["=AAAAAAA", false],
    ["AAAAAAAA\n", false],
  ])("can be %j: %s", (text, is) => {
    expect(isThumbhash(text)).toBe(is);
  });
});
