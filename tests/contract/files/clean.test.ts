import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inspectForStorage } from "../../../convex/contract/files/inspect";
import { placedFilms, placedHeifs, placedMatroskas } from "./placed-films";
import { placedGifs, placedJpegs, placedPngs, placedWebps } from "./placed-pictures";
import type { Placed } from "./placed-pictures";
import { PLACE, placesIn } from "./places";

const TYPES: [type: string, placed: () => Placed[]][] = [
  ["JPEG", placedJpegs],
  ["PNG", () => placedPngs("kiln.png")],
  ["APNG", () => placedPngs("kiln.apng")],
  ["WebP", placedWebps],
  ["GIF", placedGifs],
  ["MP4", () => placedFilms("isom")],
  ["MOV", () => placedFilms("qt  ")],
  ["HEIC", () => placedHeifs("heic")],
  ["AVIF", () => placedHeifs("avif")],
  ["WebM", () => placedMatroskas("webm")],
  ["MKV", () => placedMatroskas("matroska")],
];

const stored = (file: Uint8Array<ArrayBuffer>, keepsPosition: boolean) => {
  const { data, error } = inspectForStorage(file.slice(), keepsPosition);
  return error ? error.message : Buffer.concat(data.pieces);
};

describe("a file with a place in it", () => {
  it.each(TYPES)("is stored without it, whichever container it is in: a %s", (_, placed) => {
    const files = placed();
    const without = files.filter(([, file]) => placesIn(file).length === 0);
    expect(without.map(([container]) => container)).toEqual([]);
    const found = files.flatMap(([container, file]) =>
      [false, true].flatMap((keepsPosition) => {
        const bytes = stored(file, keepsPosition);
        const finds = typeof bytes === "string" ? [bytes] : placesIn(bytes);
        return finds.map((how) => `${container}: ${how}`);
      }),
    );
    expect(found).toEqual([]);
  });
});

/** The first segment of a JPEG with this marker, longer than its content declares. */
const lengthened = (marker: number) => {
  const jpeg = Buffer.from(readFileSync("tests/e2e/files/placed.jpg"));
  const at = jpeg.indexOf(Buffer.from([0xff, marker]));
  const end = at + 2 + jpeg.readUInt16BE(at + 2);
  jpeg.writeUInt16BE(jpeg.readUInt16BE(at + 2) + PLACE.length, at + 2);
  return new Uint8Array([...jpeg.subarray(0, end), ...PLACE, ...jpeg.subarray(end)]);
};

describe("a JPEG", () => {
  it.each([
    ["quantization tables", lengthened(0xdb)],
    ["a frame", lengthened(0xc0)],
    ["Huffman tables", lengthened(0xc4)],
    ["a scan's header", lengthened(0xda)],
    ["a restart interval", withRestart()],
  ])("is refused when decoders refuse it, because of bytes behind %s", (_, file) => {
    expect(stored(file, false)).toMatch(/damaged/);
  });
});

function withRestart() {
  const jpeg = Buffer.from(readFileSync("tests/e2e/files/placed.jpg"));
  const at = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  const length = PLACE.length + 4;
  const restart = [0xff, 0xdd, length >> 8, length & 255, 0, 0, ...PLACE];
  return new Uint8Array([...jpeg.subarray(0, at), ...restart, ...jpeg.subarray(at)]);
}
