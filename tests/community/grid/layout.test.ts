import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOut, gridFor } from "../../../src/community/grid/layout";
import type { Grid } from "../../../src/community/grid/layout";

const WALL: Grid = {
  ...{ width: 320, columns: 3, gutterX: 10, gutterY: 20 },
  ...{ captionHeight: 30, spotlight: "none" },
};
const square = { width: 100, height: 100 };
const tall = { width: 100, height: 200 };

describe("layOut", () => {
  it("uses the shortest column, the first of equals, so that works read from left to right", () => {
    const { places } = layOut([square, tall, square, square, square], WALL);
    expect(places.map(({ x, y }) => [x, y])).toEqual([
      [0, 0],
      [110, 0],
      [220, 0],
      [0, 150],
      [220, 150],
    ]);
  });

  it("gives the featured work two columns and a larger caption", () => {
    const { places, height } = layOut([square, square, square], { ...WALL, spotlight: "first" });
    expect(places[0]).toEqual({ x: 0, y: 0, width: 210, pictureHeight: 210 });
    expect(places.slice(1).map(({ x, y }) => [x, y])).toEqual([
      [220, 0],
      [220, 150],
    ]);
    expect(height).toBe(280);
  });

  it.each([
    [200, 100],
    [201, 210],
  ])("lays out a picture of %i to 100 with a width of %i", (width, hung) => {
    expect(layOut([{ width, height: 100 }], WALL).places[0]?.width).toBe(hung);
  });

  it.each([
    ["spans two columns that end at the same height", [square, square], 210],
    [
      "spans two columns that end at nearly the same height",
      [square, { width: 100, height: 148 }],
      210,
    ],
    ["takes one column where it would leave a hole", [square, tall, tall], 100],
  ])("a wide picture %s", (_where, before, width) => {
    const grid = { ...WALL, width: before.length * 110 - 10, columns: before.length };
    const { places } = layOut([...before, { width: 300, height: 100 }], grid);
    expect(places.at(-1)?.width).toBe(width);
  });

  it("has a height of 0 without works", () => {
    expect(layOut([], WALL)).toEqual({ places: [], height: 0 });
  });

  it("never lets two works overlap, and keeps every proportion", () => {
    const work = fc.record({
      width: fc.integer({ min: 50, max: 4000 }),
      height: fc.integer({ min: 50, max: 4000 }),
    });
    const spotlight = fc.constantFrom<Grid["spotlight"]>("first", "none");
    fc.assert(
      fc.property(fc.array(work, { maxLength: 20 }), spotlight, (works, isFeatured) => {
        const { places } = layOut(works, { ...WALL, spotlight: isFeatured });
        for (const [i, a] of places.entries()) {
          const { width = 1, height = 1 } = works[i] ?? {};
          expect(Math.abs(a.pictureHeight - (a.width * height) / width)).toBeLessThanOrEqual(0.5);
          for (const b of places.slice(i + 1)) {
            const apart =
              a.x + a.width <= b.x ||
              b.x + b.width <= a.x ||
              a.y + a.pictureHeight < b.y ||
              b.y + b.pictureHeight < a.y;
            expect(apart).toBe(true);
          }
        }
      }),
    );
  });
});

describe("gridFor", () => {
  it.each([
    [390, 2, 12, 358],
    [479, 2, 12, 447],
    [480, 2, 16, 440],
    [768, 3, 20, 720],
    [1024, 4, 20, 960],
    [1280, 5, 20, 1216],
    [1680, 6, 24, 1600],
    [2200, 7, 24, 2120],
    [3000, 7, 24, 2400],
  ])("divides a window of %i px into %i columns", (window, columns, gutterX, width) => {
    expect(gridFor(window, "gallery")).toMatchObject({ columns, gutterX, width });
  });

  it("gives a profile fewer columns and no featured work", () => {
    expect(gridFor(1440, "profile")).toMatchObject({
      ...{ columns: 4, gutterX: 24, spotlight: "none" },
    });
  });
});
