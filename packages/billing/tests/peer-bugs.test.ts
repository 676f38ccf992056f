import { describe, expect, it } from "vitest";
import { titlesOfTests } from "../../../tests/texts";
import { resetBalance } from "../src/component/rules/balances/balances";
import { nextBoundary, periodAt } from "../src/component/rules/periods/periods";
import { renewalLines } from "../src/component/rules/renewals/renewal";
import { formatPrice } from "../src/component/rules/text";
import { PEER_BUGS } from "./peer-bugs";
import { balanceRow, FEATURES, price, product, utc } from "./rules/fixtures";

const BUG_COUNT = 57;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

const titles = titlesOfTests();

describe("the table of known bugs", () => {
  it("has one row per bug, in order", () => {
    const ids = Array.from({ length: BUG_COUNT }, (_, index) => `B${index + 1}`);
    expect(Object.keys(PEER_BUGS)).toEqual(ids);
  });

  it.each(Object.entries(PEER_BUGS))("names existing tests of %s, or a reason", (_id, row) => {
    if ("because" in row) expect(row.because).not.toBe("");
    else expect(row.tests.filter((title) => !titles.has(title))).toEqual([]);
  });
});

describe("period bugs of other systems", () => {
  it("B4: finds the boundary of any moment at once, far before the anchor or after it", () => {
    const anchor = utc("2025-01-31");
    for (const now of [0, anchor - 40 * YEAR_MS, anchor, anchor + 400 * YEAR_MS]) {
      const { start, end } = periodAt(anchor, "month", 1, now);
      expect(start <= now && now < end).toBe(true);
    }
  });

  it("B5: finds the period of a weekly subscription that is thirty years old", () => {
    const now = utc("2025-04-16T12:00:00");
    expect(nextBoundary(utc("1995-04-17"), "week", 1, now)).toBe(utc("2025-04-21"));
  });

  it("B6: resets on the anchor's own day after a short month, with no subscription", () => {
    const free = balanceRow({
      anchor: utc("2025-01-31"),
      interval: "month",
      next_reset_at: utc("2025-02-28"),
    });
    const march = resetBalance(free, utc("2025-02-28"));
    expect(march.next_reset_at).toBe(utc("2025-03-31"));
    expect(resetBalance(march, utc("2025-03-31")).next_reset_at).toBe(utc("2025-04-30"));
  });

  it("B7: never moves a day into the next month", () => {
    expect(nextBoundary(utc("2025-03-31"), "month", 1, utc("2025-04-01"))).toBe(utc("2025-04-30"));
    expect(nextBoundary(utc("2024-02-29"), "year", 1, utc("2024-03-01"))).toBe(utc("2025-02-28"));
  });

  it("B10: bills monthly use of a yearly plan monthly, and the year at its own end", () => {
    const calls = {
      feature_id: "api_calls",
      interval: "month" as const,
      price: 1,
      usage_model: "pay_per_use" as const,
    };
    const input = {
      product: product("yearly", [price(120, "year"), calls]),
      options: [],
      features: FEATURES,
      currency: "usd",
      anchor: utc("2025-01-31"),
      overage: { api_calls: 7 },
    };
    const amounts = (at: string) =>
      renewalLines({ ...input, at: utc(at) }).map(({ kind, minor }) => [kind, minor]);
    expect(amounts("2025-02-28")).toEqual([["usage", 700]]);
    expect(amounts("2026-01-31")).toEqual([
      ["charge", 12_000],
      ["usage", 700],
    ]);
  });
});

describe("formatting bugs of other systems", () => {
  it("B57: writes an amount the same on every machine", () => {
    expect(formatPrice(1234.5, "usd")).toBe("$1,234.50");
    expect(formatPrice(1000, "jpy")).toBe("¥1,000");
  });
});
