import { describe, expect, it } from "vitest";
import type { CustomerProduct } from "../../../src/contract/wire";
import { prepaidItem, productItem } from "../../react/wire-samples";
import { mergeProducts } from "../../../src/component/rules/subscriptions/merge";

const extra = (over: Partial<CustomerProduct> = {}): CustomerProduct => ({
  id: "extra",
  name: "Extra",
  group: null,
  status: "active",
  canceled_at: null,
  started_at: 10,
  is_default: false,
  is_add_on: true,
  version: 1,
  quantity: 1,
  items: [],
  ...over,
});

describe("mergeProducts", () => {
  it("sums copies, with the first start and the state of the last one", () => {
    const copies = [extra(), extra({ started_at: 20, version: 2, canceled_at: 25, quantity: 2 })];
    const merged = [extra({ quantity: 3, version: 2, canceled_at: 25 })];
    expect(mergeProducts(copies)).toEqual(merged);
    expect(mergeProducts(copies.toReversed())).toEqual(merged);
  });

  it("sums the prepaid quantities of copies, now and from the next cycle on", () => {
    const copy = (quantity: number, next?: number) =>
      extra({
        items: [
          productItem(),
          prepaidItem({ quantity, ...(next !== undefined && { next_cycle_quantity: next }) }),
        ],
      });
    const [merged] = mergeProducts([copy(300, 100), copy(200)]);
    expect(merged?.items).toEqual([
      productItem(),
      prepaidItem({ quantity: 500, next_cycle_quantity: 300 }),
    ]);
    expect(mergeProducts([copy(0), copy(200)])[0]?.items[1]).toEqual(
      prepaidItem({ quantity: 200 }),
    );
  });

  it.each([
    ["another product", extra({ id: "other" })],
    ["another status", extra({ status: "scheduled" })],
    ["another entity", extra({ entity_id: "e" })],
  ])("does not merge copies with %s", (_what, other) => {
    expect(mergeProducts([extra(), other])).toEqual([extra(), other]);
  });
});
