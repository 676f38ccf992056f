import { expect, it } from "vitest";
import { changing, measureSizes } from "../../../bench/scale/cost";

/** `npm run bench:scale` measures the same with a hundred thousand. */
const SIZES = [10, 200];

it("the database cost of an operation is the same with many members, works, followers and notifications as with few", async () => {
  const measured = await measureSizes(SIZES, () => undefined);
  expect(measured.map(({ size }) => size)).toEqual(SIZES);
  expect(changing(measured)).toEqual([]);
  const { costs } = measured[1] ?? {};
  // The caller's profile, and the stored count.
  expect(costs?.["badge of unread notices"]).toEqual({ read: 2, ranges: 2, written: 0 });
});

it("the comparison finds operations that cost more on a larger site", () => {
  const cost = { read: 1, ranges: 1, written: 0 };
  const sites = [
    { size: 1, costs: { badge: cost, view: cost } },
    { size: 2, costs: { badge: { ...cost, read: 2 }, view: cost } },
  ];
  expect(changing(sites)).toEqual(["badge"]);
});
