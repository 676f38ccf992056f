import { describe, expect, it } from "vitest";
import { VIEW_SOURCES } from "../../../convex/contract/viewSource";
import {
  SOURCES,
  describeChange,
  shortChange,
} from "../../../src/community/insights/insights-copy";

describe("describeChange", () => {
  it.each([
    [0, 0, "None in the 30 days before either", "±0"],
    [7, 7, "As many as in the 30 days before", "±0"],
    [7, 0, "7 more than in the 30 days before", "+7"],
    [15, 10, "50% more than in the 30 days before (10)", "+5"],
    [0, 10, "100% fewer than in the 30 days before (10)", "−10"],
    [1000, 1001, "Slightly fewer than in the 30 days before (1,001)", "−1"],
  ])("of %i after %s is “%s”, and in short %s", (now, before, words, short) => {
    expect(describeChange(now, before, 30)).toBe(words);
    expect(shortChange(now, before)).toBe(short);
  });
});

it("has words for each source", () => {
  expect(Object.keys(SOURCES).toSorted()).toEqual([...VIEW_SOURCES].toSorted());
});
