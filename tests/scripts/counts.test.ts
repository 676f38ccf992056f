import { describe, expect, it } from "vitest";
import { countTests, sayCounts } from "../../scripts/counts";

describe("countTests", () => {
  it("reads vitest's report", () =>
    expect(countTests({ numPassedTests: 12, numFailedTests: 1 })).toEqual({
      passed: 12,
      failed: 1,
    }));

  it("reads Playwright's report", () =>
    expect(countTests({ stats: { expected: 3, flaky: 1, unexpected: 2, skipped: 0 } })).toEqual({
      passed: 4,
      failed: 2,
    }));

  it.each([null, {}, { stats: {} }, { numPassedTests: "12" }])(
    "throws on %o: a missing count is not reported",
    (report) => expect(() => countTests(report)).toThrow("The report of the tests"),
  );
});

describe("sayCounts", () => {
  it("adds up the runs", () =>
    expect(
      sayCounts([
        { passed: 1200, failed: 0 },
        { passed: 3, failed: 2 },
      ]),
    ).toBe("1203 passed, 2 failed"));
});
