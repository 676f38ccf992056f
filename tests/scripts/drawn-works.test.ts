import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DRAWN_SIZE, DRAWN_WORKS, pngOf, thumbhashOf } from "../../scripts/demo/drawn-works";
import { inspectFile } from "../../convex/contract/files/inspect";
import { WORK_LIMITS } from "../../convex/contract/works";

describe("the drawn works of the demo data", () => {
  it.each(DRAWN_WORKS)("$slug is a picture that the site takes", async ({ drawing, files }) => {
    const png = await pngOf(drawing, 150);
    const found = inspectFile(new Uint8Array(png));
    expect(found).toMatchObject({ data: { type: "image/png", width: 150, height: 100 } });
    const pixels = inflateSync(png.subarray(png.indexOf("IDAT") + 4, -16));
    expect(pixels).toHaveLength(151 * 100);
    const used = new Set(pixels.filter((_, at) => at % 151 !== 0));
    expect(used.size).toBeGreaterThan(3);
    expect(Math.max(...used)).toBeLessThan(drawing.palette.length);
    expect(Buffer.from(thumbhashOf(drawing), "base64").length).toBeLessThan(30);
    const steps = files.filter(({ role }) => role === "step");
    expect(steps.length).toBeLessThanOrEqual(WORK_LIMITS.steps);
    const drawn = await Promise.all(
      steps.map(async (step) => (await pngOf(step.drawing, 60, step.stage)).toString("hex")),
    );
    expect(new Set(drawn).size).toBe(steps.length);
  });

  it("are at least three thousand pixels wide", () => {
    expect(DRAWN_SIZE.width).toBeGreaterThanOrEqual(3000);
  });
});
