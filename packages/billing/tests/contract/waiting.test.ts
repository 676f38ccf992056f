import { describe, expect, it } from "vitest";
import { failTooMany } from "../../src/contract/errors";
import { reasonOf, tryAgainIn, wholeWait } from "../../src/contract/waiting";

describe("the wait after a rate limit", () => {
  it.each([
    [0, "1 second"],
    [1, "1 second"],
    [1_000, "1 second"],
    [1_001, "2 seconds"],
    [90_000, "90 seconds"],
    [90_001, "2 minutes"],
    [90 * 60_000, "90 minutes"],
    [90 * 60_000 + 1, "2 hours"],
    [3_600_000 * 30, "30 hours"],
  ])("of %i ms reads as %s", (ms, words) => {
    expect(tryAgainIn(ms)).toBe(`Try again in ${words}`);
  });

  it.each([
    [2_000, 2_000],
    [2_000.000_1, 2_000],
    [2_000.5, 2_001],
    [0.000_01, 1],
  ])("of %f ms is %i in whole milliseconds", (ms, whole) => {
    expect(wholeWait(ms)).toBe(whole);
  });

  it.each([
    ["Too many requests. Try again in 40 seconds", 40_000, "Too many requests"],
    [
      "Too many requests. Try again in 40 seconds",
      90_001,
      "Too many requests. Try again in 40 seconds",
    ],
    ["Come back later", 40_000, "Come back later"],
  ])("is removed from the end of %j, where it is %i ms", (message, ms, reason) => {
    expect(reasonOf(message, ms)).toBe(reason);
  });

  it("is in the refusal, as words and as a number", () => {
    expect(failTooMany(39_001)).toEqual({
      data: null,
      error: {
        code: "rate_limit_exceeded",
        message: "Too many requests. Try again in 40 seconds",
        retryAfterMs: 39_001,
      },
      statusCode: 429,
    });
  });
});
