import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ROWS } from "./rows";

const ROW_COUNT = 71;

describe("the table of attacks", () => {
  it("has each attack once, in order", () => {
    const numbers = Array.from({ length: ROW_COUNT }, (_, index) => index + 1);
    expect(ROWS.map(({ number }) => number)).toEqual(numbers);
    expect(new Set(ROWS.map(({ attack }) => attack)).size).toBe(ROW_COUNT);
  });

  it.each(ROWS)("names existing tests for $number: $attack", ({ tests }) => {
    expect(tests.length).toBeGreaterThan(0);
    const missing = tests.filter(
      ([file, name]) => !existsSync(file) || !readFileSync(file, "utf8").includes(name),
    );
    expect(missing).toEqual([]);
  });
});
