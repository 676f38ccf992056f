import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readDynamicRange } from "../../../convex/contract/files/dynamicRange";
import { isHd } from "../../../convex/contract/files/media";
import { sniffMedia } from "../../../convex/contract/files/sniff";
import { filmOf } from "./film-files";

const FILES = "tests/e2e/files";
const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));
const ones = (length: number) => Array.from({ length }, () => 1);
const u32 = (n: number) => [n >>> 24, (n >>> 16) & 255, (n >>> 8) & 255, n & 255];

const chunk = (name: string, content: number[]) => [
  ...[...u32(content.length), ...ascii(name), ...content, ...u32(0)],
];
const CICP_BEHIND = ["IHDR", "IDAT", "cICP"];
function pngOf(transfer: number, order = ["IHDR", "cICP", "IDAT"]): number[] {
  const contents: Record<string, number[]> = {
    cICP: [9, transfer, 0, 1],
    IHDR: ones(13),
  };
  return [
    ...[0x89, ...ascii("PNG\r\n\x1a\n")],
    ...order.flatMap((name) => chunk(name, contents[name] ?? [1, 2, 3])),
  ];
}

const segment = (marker: number, content: number[]) => [
  ...[0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 255, ...content],
];
const INDEX = segment(0xe2, ascii("MPF\0MM\0*"));
const STANDARD = segment(0xe2, ascii("urn:iso:std:iso:ts:21496:-1\0\0\0"));
const XMP = segment(0xe1, [
  ...ascii("http://ns.adobe.com/xap/1.0/\0<rdf:Description "),
  ...ascii('xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"/>'),
]);
const jpegOf = (...segments: number[][]) => [
  ...[0xff, 0xd8, ...segments.flat(), ...segment(0xc0, [8, 0, 96, 0, 128, 3])],
  ...[...segment(0xda, [0]), 1, 2, 3],
];

const box = (name: string, content: number[]) => [
  ...[...u32(content.length + 8), ...ascii(name), ...content],
];
const nclx = (transfer: number) => box("colr", [...ascii("nclx"), 0, 9, 0, transfer, 0, 9, 0x80]);
const ICC = box("colr", [...ascii("prof"), 0, 9, 0, 16, 0, 9]);
function heifOf(brand: string, properties: number[], ...compatible: string[]): number[] {
  const brands = [...ascii(brand), 0, 0, 0, 0, ...compatible.flatMap(ascii)];
  const items = box("iprp", box("ipco", [...box("ispe", ones(12)), ...properties]));
  const meta = box("meta", [0, 0, 0, 0, ...box("hdlr", ones(24)), ...items]);
  return [...box("ftyp", brands), ...box("free", [1]), ...meta, ...box("mdat", [1, 2, 3])];
}

type Row = [what: string, range: "standard" | "high", file: number[] | Uint8Array];

const PICTURES: Row[] = [
  ["a PNG in PQ", "high", pngOf(16)],
  ["a PNG in HLG", "high", pngOf(18)],
  ["a PNG in sRGB", "standard", pngOf(13)],
  ["a PNG with the transfer function of neither", "standard", pngOf(17)],
  ["a PNG whose cICP comes too late, which no browser reads", "standard", pngOf(16, CICP_BEHIND)],
  ["a JPEG with a gain map, which is not stored", "standard", jpegOf(XMP, INDEX)],
  ["a JPEG with a gain map of another kind", "standard", jpegOf(INDEX, STANDARD)],
  ["a JPEG with a second view", "standard", jpegOf(INDEX)],
  ["an AVIF in PQ", "high", heifOf("avif", nclx(16))],
  ["a HEIC in HLG, behind its profile", "high", heifOf("heic", [...ICC, ...nclx(18)])],
  ["an AVIF in sRGB", "standard", heifOf("avif", nclx(13))],
  ["a HEIC whose profile has such bytes", "standard", heifOf("heic", ICC)],
  ["a HEIC with a gain map", "high", heifOf("heic", nclx(13), "mif1", "tmap")],
];

const FILMS = (["video/mp4", "video/quicktime", "video/x-matroska", "video/webm"] as const).flatMap(
  (type) => [
    { type, transfer: "pq", range: "high" },
    { type, transfer: "hlg", range: "high" },
    { type, transfer: "bt709", range: "standard" },
  ],
);

function rangeOf(bytes: Uint8Array) {
  const type = sniffMedia(bytes);
  if (type === null) throw new Error("This is no file that hangs");
  return readDynamicRange(bytes, type);
}

describe("readDynamicRange", () => {
  it.each(PICTURES)("calls %s %s", (_, range, file) => {
    expect(rangeOf(new Uint8Array(file))).toBe(range);
  });

  it.each(FILMS)("calls $type in $transfer $range, wherever the file says so", async (film) => {
    expect(rangeOf(await filmOf(film))).toBe(film.range);
  });

  it("reads a live recording, which has no length", async () => {
    const film = Buffer.from(await filmOf({ type: "video/webm", transfer: "pq" }));
    const segmentAt = film.indexOf(Buffer.from([0x18, 0x53, 0x80, 0x67]));
    const width = Math.clz32(film[segmentAt + 4] ?? 0) - 23;
    film.fill(0xff, segmentAt + 4, segmentAt + 4 + width).writeUInt8(0x1ff >> width, segmentAt + 4);
    expect(rangeOf(film)).toBe("high");
  });

  it.each(readdirSync(FILES))("calls %s standard range", (name) => {
    expect(rangeOf(readFileSync(`${FILES}/${name}`))).toBe("standard");
  });

  it("never throws, wherever a file is truncated or broken", async () => {
    const films = await Promise.all(FILMS.map(filmOf));
    const files = [...PICTURES.map(([, , file]) => new Uint8Array(file)), ...films];
    const found = files.flatMap((file) => {
      const type = sniffMedia(file) ?? "image/jpeg";
      return [...file.keys()].flatMap((at) => [
        readDynamicRange(file.subarray(0, at), type),
        readDynamicRange(file.with(at, 255 - (file[at] ?? 0)), type),
      ]);
    });
    expect(new Set(found)).toEqual(new Set(["standard", "high"]));
  });
});

describe("isHd", () => {
  it.each([
    [{ width: 4096, height: 4096 }, false],
    [{ width: 4097, height: 1 }, true],
    [{ width: 1, height: 4097, dynamicRange: "standard" as const }, true],
    [{ width: 1, height: 1, dynamicRange: "high" as const }, true],
    [{ width: 1, height: 1, dynamicRange: "standard" as const }, false],
  ])("decides for %j", (quality, verdict) => {
    expect(isHd(quality)).toBe(verdict);
  });
});
