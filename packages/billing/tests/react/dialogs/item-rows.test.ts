import { describe, expect, it } from "vitest";
import { MAX_PACKS } from "../../../src/contract/quantity";
import type { Feature, ProductItem } from "../../../src/contract/wire";
import { listItemRows } from "../../../src/react/dialogs/item-rows";
import { describePeriod } from "../../../src/react/messages/period";
import { checkoutAnswer, prepaidItem, product, productIn, productItem } from "../wire-samples";
import { WORDS } from "../words";

const credits: Feature = {
  id: "credits",
  name: "Credits",
  type: "credit_system",
  display: { singular: "credit", plural: "credits" },
  archived: false,
};
const seats: Feature = {
  ...credits,
  id: "seats",
  name: "Seats",
  display: { singular: "seat", plural: "seats" },
};
const creditPacks = (over: Partial<ProductItem> = {}) => prepaidItem({ feature: credits, ...over });
const storage = productItem({
  type: "priced_feature",
  feature_id: "storage",
  feature: { ...credits, id: "storage", name: "Storage" },
  usage_model: "pay_per_use",
  display: { primary_text: "200 GB", secondary_text: "then $0.12 per GB" },
});
const uploads = productItem({
  type: "feature",
  feature_id: "uploads",
  display: { primary_text: "100 uploads" },
});

function rowsOf(items: ProductItem[], over: Parameters<typeof checkoutAnswer>[0] = {}) {
  return listItemRows(checkoutAnswer({ product: product({ items }), ...over }), WORDS);
}

function prepaidRow(item: ProductItem, units = 300, others: ProductItem[] = [productItem()]) {
  const options = [{ feature_id: item.feature_id ?? "", quantity: units }];
  const row = rowsOf([...others, item], { options }).at(-1);
  if (row?.kind !== "prepaid") throw new Error("the row is not prepaid");
  return row;
}

describe("listItemRows", () => {
  it("lists items with a price and leaves out included ones", () => {
    const rows = rowsOf([productItem(), uploads, storage, creditPacks()]);
    expect(rows.map(({ kind, name }) => [kind, name])).toEqual([
      ["fixed", "Subscription"],
      ["fixed", "Storage"],
      ["prepaid", "Credits"],
    ]);
    expect(rows[1]).toMatchObject({ price: "200 GB then $0.12 per GB" });
  });

  it("calls an unnamed one-time price by its product: the heading says that it is the price", () => {
    const once = product({ properties: { is_one_off: true } });
    expect(listItemRows(checkoutAnswer({ product: once }), WORDS)).toMatchObject([
      { name: once.name },
    ]);
  });

  it("shows only prepaid items in an update: nothing else can change", () => {
    const items = [productItem(), storage, creditPacks()];
    const updated = productIn("active", { items, properties: { updateable: true } });
    const rows = listItemRows(checkoutAnswer({ product: updated }), WORDS);
    expect(rows.map(({ name }) => name)).toEqual(["Credits"]);
  });

  it.each([
    { item: creditPacks(), unitPrice: "$4 per 100 credits" },
    { item: creditPacks({ price: 0.125, billing_units: 1 }), unitPrice: "$0.125 per credit" },
    {
      item: prepaidItem({ feature: seats, price: 9.5, billing_units: 1 }),
      unitPrice: "$9.50 per seat",
    },
    {
      item: creditPacks({ price: null, tiers: [{ to: "inf", amount: 4 }] }),
      unitPrice: "$4 per 100 credits",
    },
    {
      item: creditPacks({
        price: null,
        tiers: [
          { to: 500, amount: 4 },
          { to: "inf", amount: 3 },
        ],
        display: { primary_text: "$4 - $3", secondary_text: "per 100 credits" },
      }),
      unitPrice: "per 100 credits",
    },
  ])("says what a pack costs: $unitPrice", ({ item, unitPrice }) => {
    expect(prepaidRow(item).unitPrice).toBe(unitPrice);
  });

  it("shows feature units and edits packs", () => {
    expect(prepaidRow(creditPacks(), 300)).toMatchObject({ units: 300, packs: 3 });
    expect(rowsOf([productItem(), creditPacks()]).at(-1)).toMatchObject({ units: 0, packs: 0 });
  });

  it.each([
    { over: {}, packs: 5, sum: "5 packs = 500 credits, $20.00 per month" },
    { over: {}, packs: 0, sum: "0 packs = 0 credits, $0.00 per month" },
    { over: { interval: null }, packs: 12, sum: "12 packs = 1,200 credits, $48.00" },
    { over: { interval_count: 3 }, packs: 1, sum: "1 pack = 100 credits, $4.00 per 3 months" },
    { over: { billing_units: 1 }, packs: 1, sum: "1 credit, $4.00 per month" },
    {
      over: {
        price: null,
        tiers: [
          { to: 5, amount: 4 },
          { to: "inf" as const, amount: 3 },
        ],
      },
      packs: 5,
      sum: "5 packs = 500 credits. Save to see the price.",
    },
  ])("sums up $packs packs as $sum", ({ over, packs, sum }) => {
    expect(prepaidRow(creditPacks(over)).describeSum(packs)).toBe(sum);
  });

  it.each([
    { why: "no cap", over: {}, bounds: { min: 0, max: MAX_PACKS } },
    { why: "a cap", over: { usage_limit: 1050 }, bounds: { min: 0, max: 10 } },
    {
      why: "a cap, part of it included",
      over: { usage_limit: 1000, included_usage: 150 },
      bounds: { min: 0, max: 8 },
    },
  ])("limits packs by $why", ({ over, bounds }) => {
    expect(prepaidRow(creditPacks(over)).bounds).toEqual(bounds);
  });

  it("requires at least one pack when nothing else is sold", () => {
    expect(prepaidRow(creditPacks(), 100, []).bounds.min).toBe(1);
    expect(prepaidRow(creditPacks(), 100, [uploads]).bounds.min).toBe(1);
  });
});

describe("describePeriod", () => {
  it.each([
    ["month", 1, "per month"],
    ["month", 3, "per 3 months"],
    ["quarter", 1, "per quarter"],
    ["quarter", 2, "per 6 months"],
    ["semi_annual", 1, "per half year"],
    ["semi_annual", 3, "per 18 months"],
    ["year", 2, "per 2 years"],
  ] as const)("says %s × %i", (interval, count, words) => {
    expect(describePeriod(interval, count, WORDS)).toBe(words);
  });
});
