import { describe, expect, it } from "vitest";
import { listCreditRows } from "../../../src/react/components/credit-rows";
import { CYCLE_START, customerFeature } from "../wire-samples";
import { WORDS } from "../words";

const part = {
  interval: "month" as const,
  interval_count: 1,
  balance: 150,
  usage: 0,
  included_usage: 100,
  next_reset_at: CYCLE_START,
  overage_allowed: false,
  expires_at: null,
};

describe("listCreditRows", () => {
  it("has rows for recurring credits, for bought ones, and for rollovers", () => {
    const credits = customerFeature({
      interval: "multiple",
      breakdown: [
        part,
        {
          ...part,
          interval: "lifetime",
          balance: 200,
          next_reset_at: null,
          expires_at: CYCLE_START,
        },
        { ...part, interval: "lifetime", balance: 5, next_reset_at: null },
      ],
      rollovers: [{ balance: 50, expires_at: CYCLE_START }],
    });
    expect(listCreditRows(credits, WORDS)).toEqual([
      { from: "Every month", left: 150, until: "New on Dec 11, 2026" },
      { from: "Given or bought once", left: 200, until: "Expires from Dec 11, 2026" },
      { from: "Given or bought once", left: 5, until: "Never expires" },
      { from: "Of these, carried over", left: 50, until: "Expires Dec 11, 2026" },
    ]);
  });

  it("is one row when there is one source", () => {
    const credits = customerFeature({ balance: 80, next_reset_at: CYCLE_START });
    expect(listCreditRows(credits, WORDS)).toEqual([
      { from: "Every month", left: 80, until: "New on Dec 11, 2026" },
    ]);
  });
});
