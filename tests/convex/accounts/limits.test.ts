import { describe, expect, it } from "vitest";
import { takeToken } from "../../../convex/accounts/limits";

const LIMIT = { capacity: 2, refillMs: 1000 };

describe("takeToken", () => {
  it("finds a bucket full that nobody has touched", () => {
    expect(takeToken(null, LIMIT, 5)).toEqual({ tokens: 1, updatedAt: 5 });
  });

  it.each([
    [{ tokens: 1, updatedAt: 0 }, 0, 0],
    [{ tokens: 0, updatedAt: 0 }, 999, null],
    [{ tokens: 0, updatedAt: 0 }, 1000, 0],
    [{ tokens: 0, updatedAt: 0 }, 1500, 0.5],
    [{ tokens: 0, updatedAt: 0 }, 1_000_000, 1],
  ])("takes one of %j at %i ms and leaves %j", (bucket, now, left) => {
    expect(takeToken(bucket, LIMIT, now)?.tokens ?? null).toBe(left);
  });
});
