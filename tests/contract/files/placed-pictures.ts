import { readFileSync } from "node:fs";
import { crc32, deflateSync } from "node:zlib";
import { PLACE } from "./places";
import { bytesOf, le24, u16, u32 } from "./picture-files";

/** Pictures with a location in each of the containers that their type has. */

export type Placed = [container: string, file: Uint8Array<ArrayBuffer>];

const FILES = "tests/e2e/files";
const read = (name: string) => [...readFileSync(`${FILES}/${name}`)];
const ascii = (text: string) => [...bytesOf(text)];
const le32 = (n: number) => u32(n).reverse();
const joined = (...parts: number[][]) => new Uint8Array(parts.flat());

/** EXIF with the location as its description, and in its GPS description. */
const TIFF = [
  ...[...ascii("MM"), 0, 42, ...u32(8), 0, 2],
  ...[...u16(0x010e), ...u16(2), ...u32(PLACE.length), ...u32(38)],
  ...[...u16(0x8825), ...u16(4), ...u32(1), ...u32(38 + PLACE.length)],
  ...u32(0),
  ...PLACE,
  ...[0, 1, ...u16(0x1c), ...u16(2), ...u32(PLACE.length), ...u32(38), ...u32(0)],
];
const EXIF = [...ascii("Exif\0\0"), ...TIFF];
const XMP_NAME = ascii("http://ns.adobe.com/xap/1.0/\0");
const packet = (name: string) => [
  ...ascii(`<x:xmpmeta><rdf:Description ${name}="`),
  ...PLACE,
  ...ascii(`"/><drone-dji:gpslatitude>`),
  ...PLACE,
  ...ascii("</drone-dji:gpslatitude></x:xmpmeta>"),
];
/** A colour profile whose description and copyright are the location, and an unknown tag. */
const tagged = (name: string, start: number) => [
  ...ascii(name),
  ...u32(start),
  ...u32(12 + PLACE.length),
];
const text = (type: string) => [...ascii(type), ...u32(0), ...u32(PLACE.length), ...PLACE];
const TAGS = 128 + 4 + 4 * 12;
const TAG_BYTES = 12 + PLACE.length;
const CURVE = [...ascii("curv"), ...u32(0), ...u32(0), ...PLACE];
export const PROFILE = [
  ...[...u32(TAGS + 4 * TAG_BYTES), ...ascii("made"), 2, 16, 0, 0, ...ascii("mntrRGB XYZ ")],
  ...[...Array<number>(12).fill(0), ...ascii("acsp"), ...Array<number>(40).fill(0)],
  ...[...ascii("Jane"), ...ascii("Schillerstrasse 12".padEnd(44, "\0"))],
  ...u32(4),
  ...tagged("desc", TAGS),
  ...tagged("cprt", TAGS + TAG_BYTES),
  ...tagged("prvt", TAGS + 2 * TAG_BYTES),
  ...tagged("rTRC", TAGS + 3 * TAG_BYTES),
  ...[...text("desc"), ...text("text"), ...text("mluc"), ...CURVE],
];

const segment = (marker: number, content: number[]) => [
  ...[0xff, marker, ...u16(content.length + 2), ...content],
];

export function placedJpegs(): Placed[] {
  const jpeg = read("placed.jpg");
  const [start, rest] = [jpeg.slice(0, 2), jpeg.slice(2)];
  const scan = Buffer.from(jpeg).indexOf(Buffer.from([0xff, 0xda]));
  const [before, after] = [jpeg.slice(0, scan), jpeg.slice(scan)];
  const applications = Array.from({ length: 16 }, (_, i): Placed => [
    `APP${i}`,
    joined(start, segment(0xe0 + i, PLACE), rest),
  ]);
  const behind: [string, number[]][] = [
    ["EXIF", segment(0xe1, EXIF)],
    ["XMP", segment(0xe1, [...XMP_NAME, ...packet("exif:GPSLatitude")])],
    ["XMP with other capitals", segment(0xe1, [...XMP_NAME, ...packet("drone-dji:GpsLatitude")])],
    ["place names in XMP", segment(0xe1, [...XMP_NAME, ...packet("photoshop:City")])],
    ["extended XMP", segment(0xe1, [...ascii("http://ns.adobe.com/xmp/extension/\0"), ...PLACE])],
    ["IPTC", segment(0xed, [...ascii("Photoshop 3.0\x008BIM\x04\x04"), ...PLACE])],
    ["a profile", segment(0xe2, [...ascii("ICC_PROFILE\0"), 1, 1, ...PROFILE])],
    ["an index of pictures", segment(0xe2, [...ascii("MPF\0"), ...PLACE])],
    ["FlashPix", segment(0xe2, [...ascii("FPXR\0"), ...PLACE])],
    ["a thumbnail", segment(0xe0, [...ascii("JFIF\0"), 1, 2, 0, 0, 1, 0, 1, 99, 99, ...PLACE])],
    ["a thumbnail of its own", segment(0xe0, [...ascii("JFXX\0"), 0x10, ...PLACE])],
    ["Adobe's colours", segment(0xee, [...ascii("Adobe"), 0, 100, 0, 0, 0, 0, 1, ...PLACE])],
    ["a comment", segment(0xfe, PLACE)],
    ["bytes between segments", PLACE],
    ["bytes behind a marker without a length", [0xff, 1, ...PLACE]],
    ["a segment that is reserved", segment(0xf0, PLACE)],
    ["a number of lines", segment(0xdc, PLACE)],
  ];
  return [
    ...applications,
    ...behind.map(([name, part]): Placed => [name, joined(before, part, after)]),
    ["a segment behind a scan", joined(jpeg.slice(0, -2), segment(0xe5, PLACE), jpeg.slice(-2))],
    ["what follows the end", joined(jpeg, PLACE)],
    ["a film behind the end", joined(jpeg, u32(PLACE.length + 8), ascii("moov"), PLACE)],
    ["a second picture", joined(jpeg, jpeg.slice(0, 2), segment(0xe1, EXIF), jpeg.slice(2))],
  ];
}

const chunk = (name: string, content: number[]) => {
  const named = [...ascii(name), ...content];
  return [...u32(content.length), ...named, ...u32(crc32(Buffer.from(named)))];
};
const raw = (kind: string) => ascii(`Raw profile type ${kind}\0`);
const hex = ascii(`\nexif\n${String(PLACE.length)}\n${Buffer.from(PLACE).toString("hex")}\n`);

export function placedPngs(name: "kiln.png" | "kiln.apng"): Placed[] {
  const png = read(name);
  const packed = (content: number[]) => [...deflateSync(Buffer.from(content))];
  /** Two chunks, of which decoders read only the first; the second contains the location. */
  const pieces = (kind: string, length: number) => [
    ...chunk(kind, Array<number>(length).fill(0)),
    ...chunk(
      kind,
      [...ascii(" Schillerstrasse 12 "), ...Array<number>(length).fill(32)].slice(0, length),
    ),
  ];
  const still: [string, number[]][] = [
    ["frames of no animation", chunk("fdAT", PLACE)],
    ["times of no frames", chunk("fcTL", ascii(" Schillerstrasse 12 ".padEnd(26)))],
  ];
  const chunks: [string, number[]][] = [
    ["tEXt", chunk("tEXt", [...ascii("Comment\0"), ...PLACE])],
    ["a raw profile in tEXt", chunk("tEXt", [...raw("exif"), ...hex])],
    ["a raw profile in zTXt", chunk("zTXt", [...raw("iptc"), 0, ...packed(hex)])],
    ["zTXt", chunk("zTXt", [...ascii("Comment\0\0"), ...packed(PLACE)])],
    ["iTXt", chunk("iTXt", [...ascii("Comment\0\0\0\0\0"), ...PLACE])],
    [
      "XMP",
      chunk("iTXt", [...ascii("XML:com.adobe.xmp\0\0\0\0\0"), ...packet("exif:GPSLatitude")]),
    ],
    [
      "compressed XMP",
      chunk("iTXt", [...ascii("XML:com.adobe.xmp\0\x01\0\0\0"), ...packed(PLACE)]),
    ],
    ["eXIf", chunk("eXIf", TIFF)],
    ["eXIf with a prefix", chunk("eXIf", EXIF)],
    ["a profile", chunk("iCCP", [...ascii("Schillerstrasse 12\0\0"), ...packed(PROFILE)])],
    ["a profile that is none", chunk("iCCP", [...ascii("p\0\0"), ...packed(PLACE)])],
    ["a profile that is not compressed", chunk("iCCP", [...ascii("p\0\0"), ...PLACE])],
    ["a palette's name", chunk("sPLT", PLACE)],
    ["a scale", chunk("sCAL", PLACE)],
    ["an offset", chunk("oFFs", PLACE)],
    ["a GIF's comment", chunk("gIFx", PLACE)],
    ["a chunk of its own", chunk("prVt", PLACE)],
    ["a critical chunk", chunk("PLCE", PLACE)],
    ["a density that is too long", chunk("pHYs", PLACE)],
    ["a second header", chunk("IHDR", PLACE.slice(0, 13))],
    ["colours that come several times", pieces("cHRM", 32)],
    ["a transparency that comes several times", pieces("tRNS", 256)],
    ["a palette that comes several times", pieces("PLTE", 768)],
    ...(name === "kiln.png" ? still : []),
  ];
  return [
    ...chunks.map(([label, part]): Placed => [
      label,
      joined(png.slice(0, 33), part, png.slice(33)),
    ]),
    ...chunks.map(([label, part]): Placed => [
      `${label} behind the pixels`,
      joined(png.slice(0, -12), part, png.slice(-12)),
    ]),
    ["a chunk behind the end", joined(png, chunk("tEXt", PLACE))],
    ["what follows the end", joined(png, PLACE)],
  ];
}

const riff = (name: string, content: number[]) => [
  ...[...ascii(name), ...le32(content.length), ...content, ...(content.length % 2 ? [0] : [])],
];

export function placedWebps(): Placed[] {
  const simple = read("kiln.webp");
  const picture = simple.slice(12);
  const extended = riff("VP8X", [0x2c, 0, 0, 0, ...le24(119), ...le24(159)]);
  const animated = riff("VP8X", [2, 0, 0, 0, ...le24(119), ...le24(159)]);
  const webp = (...parts: number[][]) => {
    const body = [...ascii("WEBP"), ...parts.flat()];
    return joined(ascii("RIFF"), le32(body.length), body);
  };
  const frame = [...le24(0), ...le24(0), ...le24(119), ...le24(159), ...le24(100), 0];
  const chunks: [string, number[]][] = [
    ["EXIF", riff("EXIF", TIFF)],
    ["EXIF with a prefix", riff("EXIF", EXIF)],
    ["XMP", riff("XMP ", packet("exif:GPSLatitude"))],
    ["a chunk of its own", riff("PLCE", PLACE)],
    ["a profile", riff("ICCP", PROFILE)],
    ["a list", riff("LIST", PLACE)],
  ];
  return [
    ...chunks.map(([label, part]): Placed => [label, webp(extended, part, picture)]),
    ...chunks.map(([label, part]): Placed => [
      `${label} at the end`,
      webp(extended, picture, part),
    ]),
    ["a chunk in a simple file", webp(picture, riff("PLCE", PLACE))],
    ["transparency of no picture", webp(extended, picture, riff("ALPH", PLACE))],
    ["a second picture", webp(picture, riff("VP8 ", [...picture.slice(8, 18), ...PLACE]))],
    [
      "times that are too long",
      webp(
        animated,
        riff("ANIM", [...u32(0), 0, 0, ...PLACE]),
        riff("ANMF", [...frame, ...picture]),
      ),
    ],
    [
      "a second picture in a frame",
      webp(
        animated,
        riff("ANIM", [...u32(0), 0, 0]),
        riff("ANMF", [...frame, ...picture, ...riff("VP8 ", [...picture.slice(8, 18), ...PLACE])]),
      ),
    ],
    [
      "a chunk in a frame",
      webp(
        animated,
        riff("ANIM", [...u32(0), 0, 0]),
        riff("ANMF", [...frame, ...picture, ...riff("PLCE", PLACE)]),
      ),
    ],
    ["what follows the end", joined([...webp(extended, picture)], PLACE)],
  ];
}

export function placedGifs(): Placed[] {
  const gif = read("kiln.gif");
  const colours = 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
  const blocks = (content: number[]): number[] =>
    content.length === 0
      ? [0]
      : [Math.min(255, content.length), ...content.slice(0, 255), ...blocks(content.slice(255))];
  const parts: [string, number[]][] = [
    ["a comment", [0x21, 0xfe, ...blocks(PLACE)]],
    ["a text", [0x21, 1, 12, ...Array<number>(12).fill(0), ...blocks(PLACE)]],
    ["XMP", [...ascii("!\xff\x0bXMP DataXMP"), ...blocks(PLACE)]],
    ["a profile", [...ascii("!\xff\x0bICCRGBG1012"), ...blocks(PLACE)]],
    [
      "more than a number of repetitions",
      [...ascii("!\xff\x0bNETSCAPE2.0"), 3, 1, 0, 0, ...blocks(PLACE)],
    ],
    ["an unknown extension", [0x21, 0x77, ...blocks(PLACE)]],
    ["more than a time", [0x21, 0xf9, 4, 0, 0, 0, 0, ...blocks(PLACE)]],
  ];
  return [
    ...parts.map(([label, part]): Placed => [
      label,
      joined(gif.slice(0, colours), part, gif.slice(colours)),
    ]),
    ...parts.map(([label, part]): Placed => [
      `${label} at the end`,
      joined(gif.slice(0, -1), part, gif.slice(-1)),
    ]),
    ["what follows the end", joined(gif, PLACE)],
  ];
}
