import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { SITE_LIMITS } from "../../convex/accounts/rateLimits";
import schema from "../../convex/schema";
import { BILLING_LIMITS } from "../../packages/billing/src/component/platform/rateLimits";
import billingSchema from "../../packages/billing/src/component/schema";

const MINUTE_MS = 60_000;
const PAGE = readFileSync("docs/operating.md", "utf8");

const sectionOf = (title: string) =>
  PAGE.split("\n## ").find((part) => part.startsWith(title)) ?? "";

describe("the operators' table of where to look", () => {
  it("names stored tables only", () => {
    const rows = sectionOf("Where to look").matchAll(/^\|[^|]*\?\s*\|([^|]*)\|/gm);
    const names = [...rows].flatMap(([, cell = ""]) => cell.match(/\w+/g) ?? []);
    const tables = Object.keys({ ...schema.tables, ...billingSchema.tables });
    expect(names.length).toBeGreaterThan(15);
    expect(names.filter((name) => !tables.includes(name))).toEqual([]);
  });
});

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
    const names = [...sectionOf("Rate limits").matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name);
    expect(new Set(names)).toEqual(new Set(Object.keys({ ...SITE_LIMITS, ...BILLING_LIMITS })));
  });
});
