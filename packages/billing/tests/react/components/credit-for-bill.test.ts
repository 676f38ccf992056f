import { describe, expect, it } from "vitest";
import { creditForNextBill } from "../../../src/react/components/credit-for-bill";
import type { CustomerProduct } from "../../../src/contract/wire";
import { customer, customerProduct, productItem } from "../wire-samples";
import { WORDS } from "../words";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A product that is billed at the end of its period, and again after each as long. */
const billed = (id: string, price: number, endsOn: number, days: number): CustomerProduct =>
  customerProduct({
    id,
    items: [productItem({ price })],
    current_period_start: (endsOn - days) * DAY_MS,
    current_period_end: endsOn * DAY_MS,
  });
const plan = billed("plan", 20, 28, 28);

function creditOf(balance: number, ...others: CustomerProduct[]): number {
  const who = {
    ...customer({ products: [plan, ...others] }),
    credit: { balance, currency: "usd" },
  };
  return creditForNextBill(who, { current: plan, next: undefined }, WORDS);
}

describe("the part of a plan's next bill that credit pays", () => {
  it.each([
    ["all of it", [], 30, 20],
    ["what there is", [], 12, 12],
    ["what an earlier bill leaves", [billed("extra", 5, 7, 28)], 12, 7],
    ["all there is, where the other bill is later", [billed("extra", 5, 29, 28)], 12, 12],
    ["what four weekly bills leave", [billed("extra", 5, 7, 7)], 30, 10],
    ["what the last weekly bills leave", [billed("extra", 5, 21, 7)], 24, 14],
    ["nothing, where weekly bills use it up", [billed("extra", 5, 7, 7)], 15, 0],
    ["what one bill leaves, if its period is unknown", [unknown(billed("extra", 5, 7, 7))], 30, 20],
  ])("is %s", (_what, others, balance, expected) => {
    expect(creditOf(balance, ...others)).toBe(expected);
  });
});

function unknown(product: CustomerProduct): CustomerProduct {
  const { current_period_start: _start, ...rest } = product;
  return rest;
}
