import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inspectForStorage } from "../../../convex/contract/files/inspect";
import { findTestBrowser } from "../../../scripts/browser";
import { casesOf } from "../../cases";
import { decodeHeif } from "./decode-heif";
import { headerMutationOf } from "./mutations";

type Size = readonly [width: number, height: number];
/** The sizes in which a decoder shows files; 0 by 0 if it shows nothing. */
type Show = (files: readonly { type: string; bytes: Buffer }[]) => Promise<Size[]>;

const FILES = "tests/e2e/files";
const read = (name: string) => new Uint8Array(readFileSync(`${FILES}/${name}`));
const RUNS = casesOf(300, 10_000);
/** Files that a browser decodes at the same time. */
const BATCH = 50;
const PATIENCE_MS = 3_600_000;

/** A second header of another size, at every place where a decoder might look for one. */
const twice = (bytes: Uint8Array, marks: string) => {
  const at = Buffer.from(bytes).indexOf(Buffer.from(marks, "hex"));
  return [-4, 0, 4].map((by) => {
    const header = bytes.slice(at + by, at + by + 24).fill(0x3f, 8, 16);
    return new Uint8Array([...bytes.subarray(0, at + by), ...header, ...bytes.subarray(at + by)]);
  });
};
const jpeg = read("placed.jpg");
const avif = read("kiln.avif");
const PICTURES = [
  ...[jpeg, read("kiln.png"), read("kiln.apng"), read("kiln.webp"), read("kiln.gif"), avif],
  ...twice(jpeg, "ffc0"),
  ...twice(read("kiln.png"), "49484452"),
  ...twice(avif, "69737065"),
  ...twice(avif, "6d657461"),
];

/** The stored files that a decoder shows larger than measured. */
async function larger(files: readonly Uint8Array[], show: Show): Promise<string[]> {
  const stored = files.flatMap((file) => {
    const { data } = inspectForStorage(new Uint8Array(file), false);
    return data ? [{ ...data.measured, bytes: Buffer.concat(data.pieces) }] : [];
  });
  const shown = await show(stored);
  return stored.flatMap(({ type, width, height, bytes }, i) => {
    const [wide, high] = shown[i] ?? [0, 0];
    const isLonger = Math.max(wide, high) > Math.max(width, height);
    if (!isLonger && wide * high <= width * height) return [];
    const file = bytes.subarray(0, 9000).toString("base64");
    return [`${type}: ${wide} by ${high}, not ${width} by ${height}: ${file}`];
  });
}

const filesOf = (seeds: readonly Uint8Array[], count: number) =>
  fc.sample(headerMutationOf(seeds), { numRuns: count, seed: 36 });

describe("a file that is stored is shown no larger than it was measured", () => {
  let browser: Awaited<ReturnType<typeof chromium.launch>>;
  beforeAll(async () => {
    const { executablePath, env } = findTestBrowser(process.env);
    browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  });
  afterAll(async () => await browser.close());

  it(
    "by Chromium",
    async () => {
      const page = await browser.newPage();
      const show: Show = async (files) =>
        await page.evaluate(
          async (all) =>
            await Promise.all(
              all.map(async ({ type, base64 }) => {
                const image = new Image();
                image.src = `data:${type};base64,${base64}`;
                await image.decode().catch(() => undefined);
                return [image.naturalWidth, image.naturalHeight] as const;
              }),
            ),
          files.map(({ type, bytes }) => ({ type, base64: bytes.toString("base64") })),
        );
      const files = filesOf(PICTURES, RUNS);
      for (let from = 0; from < files.length; from += BATCH) {
        expect(await larger(files.slice(from, from + BATCH), show)).toEqual([]);
      }
    },
    PATIENCE_MS,
  );

  it("and with the same pixels, by Chromium", async () => {
    const page = await browser.newPage();
    const drawn = async (type: string, bytes: Uint8Array) =>
      await page.evaluate(
        async ([kind, base64]) => {
          const image = new Image();
          image.src = `data:${kind};base64,${base64}`;
          await image.decode();
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
          canvas.getContext("2d")?.drawImage(image, 0, 0);
          return [canvas.width, canvas.height, canvas.toDataURL()] as const;
        },
        [type, Buffer.from(bytes).toString("base64")] as const,
      );
    for (const file of PICTURES.slice(0, 6)) {
      const { data } = inspectForStorage(new Uint8Array(file), false);
      if (!data) throw new Error("A whole file is refused");
      const { type, width, height } = data.measured;
      const before = await drawn(type, file);
      expect(before.slice(0, 2)).toEqual([width, height]);
      expect(await drawn(type, Buffer.concat(data.pieces))).toEqual(before);
    }
  });

  it(
    "by libheif",
    async () => {
      const show: Show = async (files) =>
        await Promise.all(
          files.map(async ({ bytes }) => {
            const images = await decodeHeif(bytes).catch(() => []);
            return images.reduce<Size>(
              ([width, height], image) =>
                image.width * image.height > width * height
                  ? [image.width, image.height]
                  : [width, height],
              [0, 0],
            );
          }),
        );
      // It prints what it can't parse.
      vi.spyOn(console, "log").mockReturnValue();
      vi.spyOn(console, "error").mockReturnValue();
      const heic = read("dusk.heic");
      for (const file of filesOf([heic, ...twice(heic, "69737065")], RUNS)) {
        expect(await larger([file], show)).toEqual([]);
      }
    },
    PATIENCE_MS,
  );
});
