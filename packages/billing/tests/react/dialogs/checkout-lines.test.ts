import { describe, expect, it } from "vitest";
import {
  describeNextCycle,
  describeNextInvoice,
  describeWayOut,
  listDetailLines,
} from "../../../src/react/dialogs/checkout-lines";
import { CYCLE_START, checkoutAnswer, product, productItem } from "../wire-samples";
import { WORDS } from "../words";

const line = (description: string, amount: number) => ({ description, amount, item: null });

describe("listDetailLines", () => {
  const lines = [line("Unused time", -4), line("Nothing", 0), line("Remaining time", 10)];

  it("hides lines of 0 and shows credits", () => {
    const shown = listDetailLines(checkoutAnswer({ has_prorations: true, lines }));
    expect(shown.map(({ amount }) => amount)).toEqual([-4, 10]);
  });

  it("has no details without prorations", () => {
    expect(listDetailLines(checkoutAnswer({ has_prorations: false, lines }))).toEqual([]);
  });
});

describe("describeNextCycle", () => {
  const next = (total: number, over: Parameters<typeof checkoutAnswer>[0] = {}) =>
    describeNextCycle(
      checkoutAnswer({ total: 14, next_cycle: { starts_at: CYCLE_START, total }, ...over }),
      WORDS,
    );

  it.each([
    { why: "it equals today's total", total: 14, shown: null },
    { why: "only a float's last digits differ", total: 14.000000000000002, shown: null },
    { why: "a cent differs", total: 14.01, shown: "$14.01" },
    { why: "nothing will be due", total: 0, shown: "$0.00" },
  ])("is $shown when $why", ({ total, shown }) => {
    expect(next(total)?.amount ?? null).toBe(shown);
  });

  it("names the day", () => {
    expect(next(27)?.label).toBe("Due next cycle (Dec 11, 2026)");
  });

  it.each([
    { usage_model: "pay_per_use", feature_type: "single_use", amount: "$27.00 + usage prices" },
    // The amount already includes units in use.
    { usage_model: "pay_per_use", feature_type: "continuous_use", amount: "$27.00" },
    { usage_model: "prepaid", feature_type: "single_use", amount: "$27.00" },
  ] as const)("is $amount with $usage_model of $feature_type", ({ amount, ...item }) => {
    const items = [productItem(), productItem(item)];
    expect(next(27, { product: product({ items }) })?.amount).toBe(amount);
  });

  it("says nothing without a next cycle", () => {
    expect(describeNextCycle(checkoutAnswer({ next_cycle: null }), WORDS)).toBeNull();
  });
});

describe("describeNextInvoice", () => {
  const next_cycle = { starts_at: CYCLE_START, total: 5 };
  const invoice = { at: CYCLE_START, total: 25, currency: "usd", lines: [], has_usage: false };

  it.each([
    ["more is billed on that day", invoice, "$25.00"],
    ["use can change it", { ...invoice, has_usage: true }, "$25.00 + usage prices"],
    ["this purchase is all of it", { ...invoice, total: 5 }, null],
    ["something else is billed before", { ...invoice, at: CYCLE_START - 1 }, null],
    ["nothing is billed", null, null],
  ])("when %s", (_, next_invoice, shown) => {
    const answer = checkoutAnswer({ next_cycle, next_invoice });
    expect(describeNextInvoice(answer, WORDS)?.amount ?? null).toBe(shown);
  });
});

describe("describeWayOut", () => {
  const creator = product();
  const pro = product({ id: "pro", name: "Pro" });
  const free = product({ id: "free", name: "Free", properties: { is_free: true } });

  it.each([
    { wanted: pro, current: creator, words: "Keep Creator" },
    { wanted: free, current: pro, words: "Keep Pro" },
    { wanted: pro, current: free, words: "Not now" },
    { wanted: pro, current: null, words: "Not now" },
    { wanted: creator, current: creator, words: "Not now" },
    { wanted: { ...pro, is_add_on: true }, current: creator, words: "Not now" },
  ])("reads $words from $current.name to $wanted.name", ({ wanted, current, words }) => {
    expect(
      describeWayOut(checkoutAnswer({ product: wanted, current_product: current }), WORDS.t),
    ).toBe(words);
  });
});
