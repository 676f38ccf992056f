import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOut, gridFor, placedCards } from "../../../src/community/grid/layout";

const at = (y: number) => ({ x: 0, y, width: 100, pictureHeight: 100 });
/** Ten works below each other. */
const COLUMN = Array.from({ length: 10 }, (_, i) => at(i * 100));

describe("placedCards", () => {
  it.each([
    ["what is in the range", { from: 0, to: 200 }, null, [0, 1]],
    ["what overlaps it at either side", { from: 199, to: 201 }, null, [1, 2]],
    ["nothing that only touches it", { from: 200, to: 300 }, null, [2]],
    ["nothing outside the grid", { from: -900, to: -1 }, null, []],
    ["the focused work and its neighbours, in order", { from: 0, to: 100 }, 7, [0, 6, 7, 8]],
    ["a focused first work, which has one neighbour", { from: 0, to: 100 }, 0, [0, 1]],
    ["a focused last work, which has one neighbour", { from: 0, to: 100 }, 9, [0, 8, 9]],
  ])("returns %s: in %j with %j focused, %j", (_what, stretch, held, expected) => {
    expect(placedCards(COLUMN, stretch, held)).toEqual(expected);
  });

  it("returns the visible works and no others, on grids of any pictures", () => {
    const ratio = fc.record({
      width: fc.integer({ min: 100, max: 2000 }),
      height: fc.integer({ min: 100, max: 2000 }),
    });
    const works = fc.array(ratio, { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(works, fc.integer({ min: 0, max: 40_000 }), (all, top) => {
        const { places } = layOut(all, gridFor(1440, "gallery"));
        const hung = new Set(placedCards(places, { from: top, to: top + 900 }, null));
        places.forEach(({ y, pictureHeight }, i) => {
          const isInSight = y + pictureHeight > top && y < top + 900;
          expect(hung.has(i)).toBe(isInSight);
        });
      }),
    );
  });
});
