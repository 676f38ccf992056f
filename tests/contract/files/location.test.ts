import { readFileSync } from "node:fs";
import { BufferSource, Input, MATROSKA, WEBM } from "mediabunny";
import { describe, expect, it } from "vitest";
import { sniffMedia } from "../../../convex/contract/files/sniff";
import type { MediaType } from "../../../convex/contract/files/sniff";
import { readPixels } from "../../../convex/contract/files/pixels";
import { withoutLocation } from "../../../convex/contract/files/location/eraseLocation";
import { FRAME, filmOf } from "./film-files";

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const SECRET = ascii("37.7749N");
const holds = (bytes: Uint8Array, part: readonly number[]) =>
  Buffer.from(bytes).includes(Buffer.from(part));

/** EXIF with an orientation (6), a location, and a model behind it. */
function exifOf(order: "II" | "MM"): number[] {
  const u16 = (n: number) => (order === "II" ? [n & 255, n >> 8] : [n >> 8, n & 255]);
  const u32 = (n: number) =>
    order === "II"
      ? [...u16(n & 0xffff), ...u16(n >>> 16)]
      : [...u16(n >>> 16), ...u16(n & 0xffff)];
  const entry = (tag: number, type: number, count: number, value: number[]) => [
    ...[...u16(tag), ...u16(type), ...u32(count), ...value],
  ];
  const place = [...u16(1), ...entry(2, 2, SECRET.length, u32(68)), ...u32(0)];
  return [
    ...[...ascii(order), ...u16(42), ...u32(8), ...u16(3)],
    ...entry(0x0112, 3, 1, [...u16(6), 0, 0]),
    ...entry(0x8825, 4, 1, u32(50)),
    ...entry(0x0110, 2, 4, ascii("Cam1")),
    ...u32(0),
    ...[...place, ...SECRET],
  ];
}

const XMP = `<rdf:Description tiff:Orientation="6" exif:GPSLatitude="37.7749N"
  xmp:Rating='5'><exif:GPSLongitude>37.7749N</exif:GPSLongitude></rdf:Description>`;
const ICC = ascii("ICC_PROFILE\0the colours");

const segment = (marker: number, content: number[]) => [
  ...[0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content],
];
const PIXELS = [1, 2, 3, 4, 5, 6, 7, 8];

function jpegWith(...metadata: number[][]): Uint8Array {
  return new Uint8Array([
    ...[0xff, 0xd8, ...metadata.flat(), ...segment(0xe2, ICC)],
    ...segment(0xc0, [8, 0, 96, 0, 128, 3]),
    ...segment(0xda, [0]),
    ...PIXELS,
  ]);
}

function pngWith(name: string, content: number[]): Uint8Array {
  const sum = (part: number[]) => {
    let crc = ~0;
    for (const byte of part) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    return [24, 16, 8, 0].map((shift) => (~crc >>> shift) & 255);
  };
  const chunk = (id: string, data: number[]) => [
    ...[0, 0, data.length >> 8, data.length & 255, ...ascii(id), ...data],
    ...sum([...ascii(id), ...data]),
  ];
  return new Uint8Array([
    ...[0x89, ...ascii("PNG\r\n\x1a\n")],
    ...chunk("IHDR", [0, 0, 0, 8, 0, 0, 0, 6, 8, 6, 0, 0, 0]),
    ...chunk("iCCP", ICC),
    ...chunk(name, content),
    ...chunk("IDAT", PIXELS),
    ...chunk("IEND", []),
  ]);
}

function webpWith(name: string, content: number[]): Uint8Array {
  const chunk = (id: string, data: number[]) => [
    ...[...ascii(id), data.length & 255, data.length >> 8, 0, 0, ...data],
    ...(data.length % 2 ? [0] : []),
  ];
  const body = [
    ...chunk("VP8X", [8, 0, 0, 0, 9, 0, 0, 9, 0, 0]),
    ...chunk("ICCP", ICC),
    ...chunk("VP8 ", PIXELS),
    ...chunk(name, content),
  ];
  return new Uint8Array([...ascii("RIFF"), body.length + 4, 0, 0, 0, ...ascii("WEBP"), ...body]);
}

const box = (name: string, content: number[]) => [
  ...[0, 0, (content.length + 8) >> 8, (content.length + 8) & 255, ...ascii(name), ...content],
];

/** A HEIC whose EXIF is behind the boxes, where `iloc` points. */
function heicWith(exif: number[]): Uint8Array {
  const item = [0, 0, 0, 6, ...ascii("Exif\0\0"), ...exif];
  const boxes = (at: number) => [
    ...box("ftyp", [...ascii("heic"), 0, 0, 0, 0]),
    ...box("meta", [
      ...[0, 0, 0, 0],
      ...box("iinf", [
        0,
        0,
        0,
        0,
        0,
        1,
        ...box("infe", [2, 0, 0, 0, 0, 7, 0, 0, ...ascii("Exif\0")]),
      ]),
      ...box("iloc", [
        0,
        0,
        0,
        0,
        0x44,
        0,
        0,
        1,
        0,
        7,
        0,
        0,
        0,
        1,
        0,
        0,
        0,
        at,
        0,
        0,
        0,
        item.length,
      ]),
      ...box("ispe", [0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 6]),
    ]),
  ];
  return new Uint8Array([...boxes(boxes(0).length + 8), ...box("mdat", item)]);
}

function filmWith(content: number[]): Uint8Array {
  return new Uint8Array([
    ...box("ftyp", [...ascii("qt  "), 0, 0, 0, 0]),
    ...box("mdat", PIXELS),
    ...box("moov", [...box("mvhd", [1, 2, 3, 4]), ...content]),
  ]);
}

const KEYED = box("meta", [
  ...box("keys", [
    ...[0, 0, 0, 0, 0, 0, 0, 2, ...box("mdta", ascii("com.apple.quicktime.make"))],
    ...box("mdta", ascii("com.apple.quicktime.location.ISO6709")),
  ]),
  ...box("ilst", [
    ...box("\0\0\0\x01", box("data", [0, 0, 0, 1, 0, 0, 0, 0, ...ascii("Cam1")])),
    ...box("\0\0\0\x02", box("data", [0, 0, 0, 1, 0, 0, 0, 0, ...SECRET])),
  ]),
]);

/** What could end an XMP packet early, at any place in it. */
const GIF_TRAILER = [1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0];

function gifWith(packet: string): Uint8Array {
  return new Uint8Array([
    ...[...ascii("GIF89a"), 8, 0, 6, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255],
    ...[...ascii("!\xff\x0bXMP DataXMP"), ...ascii(packet), ...GIF_TRAILER],
    ...[0x2c, 0, 0, 0, 0, 8, 0, 6, 0, 0, 2, PIXELS.length, ...PIXELS, 0, 0x3b],
  ]);
}

/** An element of Matroska whose size takes `width` bytes. */
function element(id: number[], content: number[], width = 1): number[] {
  const size = [0x100 >> width, ...Array.from({ length: width - 1 }, () => 0)];
  const last = size.pop() ?? 0;
  return [...id, ...size, last | content.length, ...content];
}
const tagOf = (name: string, ...content: number[]) => [
  ...[...element([0x45, 0xa3], ascii(name)), ...content],
];
const said = (text: number[]) => element([0x44, 0x87], text);
const SUM = element([0xbf], [1, 2, 3, 4]);

/**
 * A live recording: the lengths of the file and its clusters are unknown. Tags
 * behind tags, with a checksum.
 */
const LIVE = new Uint8Array([
  ...element([0x1a, 0x45, 0xdf, 0xa3], element([0x42, 0x82], ascii("webm"))),
  ...[0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255],
  ...[0x1f, 0x43, 0xb6, 0x75, 0xff, ...element([0xa3], PIXELS)],
  ...element(
    [0x12, 0x54, 0xc3, 0x67],
    [
      ...SUM,
      ...element(
        [0x73, 0x73],
        [
          ...element([0x67, 0xc8], tagOf("MODEL", ...said(ascii("Cam1")))),
          ...element(
            [0x67, 0xc8],
            tagOf(
              "ORIGINAL",
              ...element([0x67, 0xc8], tagOf("RECORDING_LOCATION", ...said(SECRET)), 8),
            ),
            2,
          ),
        ],
        4,
      ),
    ],
    8,
  ),
]);

const XMP_IN_JPEG = segment(0xe1, [...ascii("http://ns.adobe.com/xap/1.0/\0"), ...ascii(XMP)]);
const EXIF_IN_JPEG = (order: "II" | "MM") =>
  segment(0xe1, [...ascii("Exif\0\0"), ...exifOf(order)]);

const PLACED: [string, Uint8Array][] = [
  ["a JPEG, little-endian", jpegWith(EXIF_IN_JPEG("II"))],
  ["a JPEG, big-endian", jpegWith(EXIF_IN_JPEG("MM"))],
  ["a JPEG with XMP", jpegWith(XMP_IN_JPEG)],
  ["a JPEG with both", jpegWith(EXIF_IN_JPEG("II"), XMP_IN_JPEG)],
  ["a PNG", pngWith("eXIf", exifOf("MM"))],
  ["a PNG with XMP", pngWith("iTXt", [...ascii("XML:com.adobe.xmp\0\0\0\0\0"), ...ascii(XMP)])],
  ["a WebP", webpWith("EXIF", exifOf("II"))],
  ["a WebP with XMP", webpWith("XMP ", ascii(XMP))],
  ["a HEIC", heicWith(exifOf("MM"))],
  ["a video", filmWith(box("udta", box("\xa9xyz", SECRET)))],
  ["a video of Apple's", filmWith(KEYED)],
  ["a video with XMP", filmWith(box("udta", box("XMP_", ascii(XMP))))],
  ["a GIF", gifWith(XMP)],
  ["a live recording", LIVE],
];

function typeOf(bytes: Uint8Array): MediaType {
  const type = sniffMedia(bytes);
  if (type === null) throw new Error("This is no file that hangs");
  return type;
}

describe("withoutLocation", () => {
  it.each(PLACED)("removes the location from %s, and leaves everything else", (_, file) => {
    const type = typeOf(file);
    expect(holds(file, SECRET)).toBe(true);
    const bare = withoutLocation(file, type);
    if (!bare) throw new Error("It found no place");
    expect(holds(bare, SECRET)).toBe(false);
    expect(bare).toHaveLength(file.length);
    expect(typeOf(bare)).toBe(type);
    expect(readPixels(bare, type)).toEqual(readPixels(file, type));
    for (const kept of [PIXELS, ICC, ascii("Cam1")]) {
      expect(holds(bare, kept)).toBe(holds(file, kept));
    }
    expect(withoutLocation(bare, type)).toBeNull();
  });

  it("keeps the orientation, which rotates the picture", () => {
    const turned = jpegWith(EXIF_IN_JPEG("II"));
    const bare = withoutLocation(turned, "image/jpeg");
    expect(readPixels(turned, "image/jpeg")).toEqual({ width: 96, height: 128 });
    expect(bare && readPixels(bare, "image/jpeg")).toEqual({ width: 96, height: 128 });
  });

  it("updates the checksum of a changed PNG chunk, so that it opens", () => {
    const placed = pngWith("eXIf", exifOf("II"));
    const sealOf = (bytes: Uint8Array) => {
      const at = Buffer.from(bytes).indexOf("eXIf") + 4 + exifOf("II").length;
      return [...bytes.subarray(at, at + 4)];
    };
    const bare = withoutLocation(placed, "image/png");
    if (!bare) throw new Error("It found no place");
    const content = bare.subarray(Buffer.from(bare).indexOf("eXIf") + 4);
    const again = pngWith("eXIf", [...content.subarray(0, exifOf("II").length)]);
    expect(sealOf(bare)).toEqual(sealOf(again));
  });

  it("finds the location that a camera's own software wrote", () => {
    const taken = readFileSync("tests/e2e/files/placed.jpg");
    const bare = withoutLocation(taken, "image/jpeg");
    const latitude = [0, 0, 0, 37, 0, 0, 0, 1];
    expect([holds(taken, latitude), bare && holds(bare, latitude)]).toEqual([true, false]);
    expect(bare && holds(bare, ascii("Cam1"))).toBe(true);
  });

  it.each([
    ["scripts/demo/ember.jpg", "image/jpeg"],
    ["tests/e2e/files/dusk.heic", "image/heic"],
    ["tests/e2e/files/carpet.mov", "video/quicktime"],
    ["tests/e2e/files/moss.mkv", "video/x-matroska"],
    ["tests/e2e/files/kiln.gif", "image/gif"],
  ] as const)("has nothing to remove from %s", (path, type) => {
    expect(withoutLocation(readFileSync(path), type)).toBeNull();
  });

  it.each(["video/x-matroska", "video/webm"] as const)(
    "removes the location from the tags of %s, which opens as before",
    async (type) => {
      const tags = { LOCATION: "37.7749N", MODEL: "Cam1" };
      const film = await filmOf({ type, tags });
      const bare = withoutLocation(film, type);
      if (!bare) throw new Error("It found no place");
      expect([holds(film, SECRET), holds(bare, SECRET)]).toEqual([true, false]);
      expect(bare).toHaveLength(film.length);
      const input = new Input({ source: new BufferSource(bare), formats: [MATROSKA, WEBM] });
      const { raw } = await input.getMetadataTags();
      expect(raw).toMatchObject({ MODEL: "Cam1" });
      expect(raw).not.toHaveProperty("LOCATION");
      expect(holds(bare, [...FRAME])).toBe(true);
      expect(withoutLocation(bare, type)).toBeNull();
    },
  );

  it("leaves no wrong checksum in a video's tags: readers need none", () => {
    const bare = withoutLocation(LIVE, "video/webm");
    expect([holds(LIVE, SUM), bare && holds(bare, SUM)]).toEqual([true, false]);
  });

  it.each(PLACED)("reads no further than the end of %s, wherever it is truncated", (_, file) => {
    const type = typeOf(file);
    for (let length = 12; length < file.length; length++) {
      expect(() => withoutLocation(file.subarray(0, length), type)).not.toThrow();
    }
  });
});
