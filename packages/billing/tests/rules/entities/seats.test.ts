import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { toMicros } from "../../../src/component/rules/money/money";
import { addToReceipt } from "../../../src/component/rules/invoices/receipts";
import {
  planSeatChange,
  seatsBeyond,
  usedUnits,
  setUnusedSeats,
  vacatedUnits,
} from "../../../src/component/rules/entities/seats";
import type { SeatChange } from "../../../src/component/rules/entities/seats";
import { balanceRow, utc } from "../fixtures";

const PERIOD = { start: utc("2026-11-11"), end: utc("2026-12-11") };
/** 20 of 30 days are left. */
const NOV_21 = utc("2026-11-21");
const SEATS: ItemDefinition = {
  feature_id: "seats",
  included_usage: 3,
  interval: "month",
  price: 9,
  usage_model: "pay_per_use",
};

/** Two seats at full price, nothing refunded. */
const PAID = { full_minor: 1800, left_minor: 1800 };

const plan = (from: number, to: number, over: Partial<SeatChange> = {}) => {
  const { minor, due, vacated } = planSeatChange({
    item: SEATS,
    from,
    to,
    vacated: 0,
    onDecrease: "prorate_immediately",
    receipt: PAID,
    currency: "usd",
    period: PERIOD,
    now: NOV_21,
    ...over,
  });
  return [minor, due, vacated];
};

describe("planSeatChange", () => {
  it.each<[string, ReturnType<typeof plan>, [number, string, number]]>([
    ["the rest of the period by default", plan(3, 5), [1200, "now", 0]],
    ["nothing within the included", plan(1, 3), [0, "now", 0]],
    ["a whole period", plan(3, 5, { onIncrease: "bill_immediately" }), [1800, "now", 0]],
    [
      "the rest with the renewal",
      plan(3, 5, { onIncrease: "prorate_next_cycle" }),
      [1200, "next_invoice", 0],
    ],
    ["nothing yet", plan(3, 5, { onIncrease: "bill_next_cycle" }), [0, "now", 0]],
    ["a credit for the rest", plan(5, 4), [-600, "now", 0]],
    [
      "a credit for the rest, with the renewal",
      plan(5, 4, { onDecrease: "prorate_next_cycle" }),
      [-600, "next_invoice", 0],
    ],
    [
      "a credit of what was paid with a discount",
      plan(5, 4, { receipt: { full_minor: 900, left_minor: 900 } }),
      [-300, "now", 0],
    ],
    [
      "a credit of no more than was not refunded",
      plan(5, 3, { receipt: { full_minor: 1800, left_minor: 250 } }),
      [-250, "now", 0],
    ],
    ["no credit without a receipt", plan(5, 4, { receipt: undefined }), [0, "now", 1]],
    ["no credit, and the seats stay paid", plan(5, 4, { onDecrease: "none" }), [0, "now", 1]],
    ["no credit", plan(5, 4, { onDecrease: "no_prorations" }), [0, "now", 0]],
    ["nothing for empty paid seats", plan(4, 5, { vacated: 2, onDecrease: "none" }), [0, "now", 1]],
    [
      "only for seats beyond the empty paid ones",
      plan(4, 7, { vacated: 2, onDecrease: "none" }),
      [600, "now", 0],
    ],
  ])("charges %s", (_what, planned, expected) => {
    expect(planned).toEqual(expected);
  });

  it("says what a whole period costs, whatever is left of it and of its receipt", () => {
    const fullOf = (from: number, to: number, left_minor: number) => {
      const receipt = { full_minor: 1800, left_minor };
      const change = { item: SEATS, from, to, vacated: 0, receipt, currency: "usd" };
      const when = { onDecrease: "prorate_immediately" as const, period: PERIOD, now: NOV_21 };
      return planSeatChange({ ...change, ...when }).full;
    };
    expect([fullOf(5, 6, 1800), fullOf(5, 4, 1800), fullOf(5, 3, 0)]).toEqual([900, -900, -1800]);
  });
});

describe("counts of seats", () => {
  it.each([
    ["beyond the included", 3, 5, 2],
    ["within the included", 3, 2, 0],
    ["where nothing is included", 0, 2, 2],
    ["with an unlimited grant", "inf" as const, 9, 0],
  ])("are right %s", (_what, included_usage, used, expected) => {
    expect(seatsBeyond({ included_usage }, used)).toBe(expected);
  });

  it("count units in use from the adjusted grant, overage included", () => {
    expect(usedUnits(balanceRow({ granted: 10, adjustment: 2, balance: 5 }))).toBe(7);
    expect(usedUnits(balanceRow({ granted: 10, adjustment: -2, balance: -5 }))).toBe(13);
  });

  it("count empty paid seats until the renewal", () => {
    const row = setUnusedSeats(balanceRow(), 2, PERIOD.end);
    expect(vacatedUnits(row, PERIOD.end - 1)).toBe(2);
    expect(vacatedUnits(row, PERIOD.end)).toBe(0);
    expect(vacatedUnits(balanceRow(), NOV_21)).toBe(0);
  });

  it("store empty seats, and that there are none any more", () => {
    const never = balanceRow();
    expect(setUnusedSeats(never, 0, PERIOD.end)).toBe(never);
    const row = setUnusedSeats(never, 2, PERIOD.end);
    expect(row.vacated).toEqual({ units: toMicros(2), until: PERIOD.end });
    expect(vacatedUnits(setUnusedSeats(row, 0, PERIOD.end), NOV_21)).toBe(0);
  });
});

describe("addToReceipt", () => {
  const receipt = (item_index: number, full_minor: number, left_minor: number) => ({
    item_index,
    period_end: PERIOD.end,
    full_minor,
    left_minor,
  });
  const payment = { itemIndex: 1, minor: 600, period: PERIOD, now: NOV_21 };

  it("records what a whole period costs, and what was paid of it", () => {
    expect(addToReceipt([], payment)).toEqual([receipt(1, 900, 600)]);
  });

  it("adds to the record of the same item and period, and leaves other items alone", () => {
    const others = [receipt(0, 3900, 3900), receipt(2, 100, 50)];
    expect(addToReceipt([...others, receipt(1, 1800, 1800)], payment)).toEqual([
      ...others,
      receipt(1, 2700, 2400),
    ]);
    expect(addToReceipt([receipt(1, 1800, 1800)], { ...payment, minor: -600 })).toEqual([
      receipt(1, 900, 1200),
    ]);
  });

  it("starts anew in another period", () => {
    const old = { ...receipt(1, 1800, 1800), period_end: PERIOD.start };
    expect(addToReceipt([old], payment)).toEqual([receipt(1, 900, 600)]);
  });
});
