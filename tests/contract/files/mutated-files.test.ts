import { readFileSync, readdirSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inspectFile } from "../../../convex/contract/files/inspect";
import { MAX_PARTS, PartCount, TooManyParts } from "../../../convex/contract/files/parts";
import { cleanFile } from "../../../convex/contract/files/clean/cleanFile";
import { NotUnderstood } from "../../../convex/contract/files/clean/notUnderstood";
import { vMediaType } from "../../../convex/contract/files/sniff";
import { casesOf } from "../../cases";
import { movie, track } from "./film-boxes";
import { mutationOf } from "./mutations";
import { ebml, exif, frame, ftyp, heif, join, jpeg, png } from "./picture-files";

const FILES = "tests/e2e/files";
/** Small files, in which every byte matters, and real ones. */
const SEEDS: readonly Uint8Array[] = [
  ...readdirSync(FILES).map((name) => new Uint8Array(readFileSync(`${FILES}/${name}`))),
  movie(track({ shown: [640, 360] }), track({ handler: "soun" })),
  jpeg(exif(6, "II"), frame(640, 480)),
  png(3, 2),
  join(ftyp("mif1", "heic"), heif({ size: [3, 4] })),
  ebml("webm"),
];
const RUNS = casesOf(200, 10_000);
/** For ten thousand cases on a busy machine. */
const PATIENCE_MS = 300_000;
const TYPES = vMediaType.members.map(({ value }) => value);
const mutated = mutationOf(SEEDS);

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
              const copy = new Uint8Array(file);
              const { pieces } = cleanFile(copy, type, { keepsPosition: true, parts: seen });
              const stored = new Uint8Array(Buffer.concat(pieces));
              // A stored file is clean: cleaning it again changes nothing, not even its size.
              const again = cleanFile(stored.slice(), type, {
                ...{ keepsPosition: true, parts: new PartCount() },
              });
              expect(Buffer.concat(again.pieces).equals(stored)).toBe(true);
              if (type === data?.type) {
                // A file may be so broken that nothing visible is left.
                const { width, height } = inspectFile(stored).data ?? data;
                expect(width).toBeLessThanOrEqual(data.width);
                expect(height).toBeLessThanOrEqual(data.height);
              }
            } catch (failure) {
              const isExpected =
                failure instanceof TooManyParts || failure instanceof NotUnderstood;
              if (!isExpected) throw failure;
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
