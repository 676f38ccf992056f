import { readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inspectFile } from "../../../convex/contract/files/inspect";
import { MAX_PARTS, PartCount, TooManyParts } from "../../../convex/contract/files/parts";
import { withoutLocation } from "../../../convex/contract/files/location/eraseLocation";
import { vMediaType } from "../../../convex/contract/files/sniff";
import { casesOf } from "../../cases";
import { movie, track } from "./film-boxes";
import { bytesOf, ebml, exif, frame, ftyp, ispe, jpeg, png } from "./picture-files";

const FILES = "tests/e2e/files";
/** Small files, in which every byte matters, and real ones. */
const SEEDS: readonly Uint8Array[] = [
  ...readdirSync(FILES).map((name) => new Uint8Array(readFileSync(`${FILES}/${name}`))),
  movie(track({ shown: [640, 360] }), track({ handler: "soun" })),
  jpeg(exif(6, "II"), frame(640, 480)),
  png(3, 2),
  bytesOf([...ftyp("mif1", "heic")], ...ispe(3, 4)),
  ebml("webm"),
];
const RUNS = casesOf(200, 10_000);
/** For ten thousand cases on a busy machine. */
const PATIENCE_MS = 300_000;
const TYPES = vMediaType.members.map(({ value }) => value);
/** Numbers at which parsers of lengths fail. */
const ODD = [0, 1, 2, 7, 8, 0x7f, 0x80, 0xfe, 0xff];

interface Change {
  kind: "set" | "cut" | "double" | "drop" | "word";
  /** The place in the file, as a fraction. */
  at: number;
  byte: number;
  length: number;
}

const change = fc.record<Change>({
  kind: fc.constantFrom("set", "set", "set", "word", "double", "drop", "cut"),
  // Headers matter most.
  at: fc.oneof(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 0.02, noNaN: true }),
  ),
  byte: fc.oneof(fc.constantFrom(...ODD), fc.nat(255)),
  length: fc.nat(4000),
});

function apply(file: Uint8Array, { kind, at, byte, length }: Change): Uint8Array {
  const start = Math.floor(at * Math.max(0, file.length - 1));
  const end = start + length;
  if (kind === "cut") return file.slice(0, start);
  if (kind === "drop") return new Uint8Array([...file.subarray(0, start), ...file.subarray(end)]);
  if (kind === "double")
    return new Uint8Array([
      ...file.subarray(0, end),
      ...file.subarray(start, end),
      ...file.subarray(end),
    ]);
  const changed = file.slice();
  changed.fill(byte, start, start + (kind === "word" ? 4 : 1));
  return changed;
}

const mutated = fc
  .tuple(fc.constantFrom(...SEEDS), fc.array(change, { minLength: 1, maxLength: 8 }))
  .map(([seed, changes]) => changes.reduce(apply, seed));

describe("a damaged or malicious file", () => {
  it(
    "is accepted or refused without an error, and within the limit of parts",
    () => {
      fc.assert(
        fc.property(mutated, fc.constantFrom(...TYPES), (file, other) => {
          const parts = new PartCount();
          const { data, error } = inspectFile(file, file.length, parts);
          expect(parts.seen).toBeLessThanOrEqual(MAX_PARTS + 1);
          expect(error === null || error.message.length > 0).toBe(true);
          if (data) {
            expect(
              [data.width, data.height].every((side) => Number.isInteger(side) && side > 0),
            ).toBe(true);
          }
          for (const type of [data?.type ?? other, other]) {
            const seen = new PartCount();
            try {
              const bare = withoutLocation(file, type, seen);
              if (!bare) continue;
              expect(bare).toHaveLength(file.length);
            } catch (failure) {
              expect(failure).toBeInstanceOf(TooManyParts);
            }
            expect(seen.seen).toBeLessThanOrEqual(MAX_PARTS + 1);
          }
        }),
        { numRuns: RUNS },
      );
    },
    PATIENCE_MS,
  );
});
