import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SITE_LIMITS } from "../../convex/accounts/rateLimits";
import { BILLING_LIMITS } from "../../packages/billing/src/component/platform/rateLimits";

const MINUTE_MS = 60_000;
const PAGE = readFileSync("docs/operating.md", "utf8");

describe("the operators' table of rate limits", () => {
  it.each(Object.entries({ ...SITE_LIMITS, ...BILLING_LIMITS }))(
    "has the right value of %s",
    (...row) => {
      const [name, { capacity, rate, period }] = row;
      const cells = PAGE.split("\n").find((line) => line.startsWith(`| \`${name}\` `));
      const minutes = Math.max(1, period / MINUTE_MS);
      const later = `${(rate * minutes * MINUTE_MS) / period} in ${minutes} min`;
      expect(
        cells
          ?.split("|")
          .slice(4, 6)
          .map((cell) => cell.trim()),
      ).toEqual([String(capacity), later]);
    },
  );

  it("names no removed limit", () => {
    const section = PAGE.split("\n## ").find((part) => part.startsWith("Rate limits")) ?? "";
    const names = [...section.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys({ ...SITE_LIMITS, ...BILLING_LIMITS })));
  });
});
