import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { VIDEO_MAX_BYTES } from "../../../convex/contract/files/media";

const MIB = 1_048_576;
/** Half of the buffers that a function of Convex may hold. */
const HALF = 32 * MIB;

it("takes half of the buffers of a function at most to receive, clean and store the largest film", () => {
  const script = "tests/convex/community/upload-memory.ts";
  const said = execFileSync("node", ["--expose-gc", "--import", "tsx", script], {
    encoding: "utf8",
  });
  const { most, stored } = JSON.parse(said) as { most: number; stored: number };
  expect(stored).toBe(VIDEO_MAX_BYTES);
  expect(most).toBeGreaterThan(VIDEO_MAX_BYTES);
  expect(most).toBeLessThan(HALF);
});
