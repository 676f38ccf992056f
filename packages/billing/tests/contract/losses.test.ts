import { describe, expect, it } from "vitest";
import type { ProductItem } from "../../src/contract/wire";
import { listLosses, losesAnything } from "../../src/contract/losses";
import { findUnitNames } from "../../src/contract/unitNames";
import { customer, customerFeature, customerProduct, productItem } from "../react/wire-samples";

const grant = (feature_id: string, over: Partial<ProductItem> = {}) =>
  productItem({ type: "feature", feature_id, ...over });
const collections = (usage: number) =>
  customerFeature({ id: "collections", name: "Collections", type: "continuous_use", usage });
const pro = customerProduct({ id: "pro", name: "Pro" });
const leaving = { productId: "pro" };

/** The amount over the limit, with `usage` in use and `next` as the next plan. */
function overOf(usage: number, next: ProductItem[], others = [pro]) {
  const who = customer({ products: others, features: [collections(usage)] });
  return listLosses(who, leaving, next).over.map(({ used, limit }) => [used, limit]);
}

describe("listLosses", () => {
  it.each([
    { usage: 3, over: [] },
    { usage: 4, over: [[4, 3]] },
  ])("lists $over of $usage in use with a limit of 3", ({ usage, over }) => {
    expect(overOf(usage, [grant("collections", { included_usage: 3 })])).toEqual(over);
  });

  it("counts grants of the feature alone", () => {
    const next = [grant("collections", { included_usage: 3 }), grant("uploads", { quantity: 9 })];
    expect(overOf(4, next)).toEqual([[4, 3]]);
  });

  it("counts what other subscriptions still grant, once per copy", () => {
    const pack = customerProduct({
      id: "pack",
      quantity: 2,
      items: [grant("collections", { included_usage: 5 })],
    });
    const next = [grant("collections", { included_usage: 3 })];
    expect(overOf(13, next, [pro, pack])).toEqual([]);
    expect(overOf(14, next, [pro, pack])).toEqual([[14, 13]]);
  });

  it("does not count scheduled subscriptions, or those of another entity", () => {
    const items = [grant("collections", { included_usage: 50 })];
    const later = customerProduct({ id: "later", status: "scheduled", items });
    expect(overOf(4, [], [pro, later])).toEqual([[4, 0]]);
    const seat = { ...pro, entity_id: "seat", items };
    const who = customer({ products: [pro, seat], features: [collections(4)] });
    expect(listLosses(who, leaving, []).over).toEqual([]);
  });

  it.each([
    { why: "there is no limit", item: { included_usage: "inf" as const } },
    {
      why: "there is none, whatever the cap of billed use",
      item: {
        included_usage: "inf" as const,
        usage_model: "pay_per_use" as const,
        usage_limit: 10,
      },
    },
    {
      why: "use beyond it is billed",
      item: { included_usage: 1, usage_model: "pay_per_use" as const },
    },
    { why: "it was prepaid", item: { included_usage: 1, quantity: 999 } },
  ])("lists nothing over the limit where $why", ({ item }) => {
    expect(overOf(1000, [grant("collections", item)])).toEqual([]);
  });

  it("lists use over a cap of billed use", () => {
    const capped = { included_usage: 1, usage_model: "pay_per_use" as const, usage_limit: 10 };
    expect(overOf(11, [grant("collections", capped)])).toEqual([[11, 10]]);
  });

  it("keeps units in use that are billed from the first on", () => {
    const free = customerProduct({
      id: "pro",
      items: [grant("collections", { included_usage: 2 })],
    });
    const lessOf = (item: Partial<ProductItem>) => {
      const who = customer({ products: [free], features: [collections(2)] });
      return listLosses(who, leaving, [grant("collections", item)]).less.length;
    };
    expect(lessOf({ price: 15, usage_model: "pay_per_use" })).toBe(0);
    expect(lessOf({ price: 15, usage_model: "pay_per_use", included_usage: 1 })).toBe(1);
    expect(lessOf({ included_usage: 1 })).toBe(1);
  });

  it("leaves out consumed units that reset", () => {
    const who = customer({ products: [pro], features: [customerFeature({ usage: 90 })] });
    const next = [grant("uploads", { included_usage: 10 })];
    expect(listLosses(who, leaving, next)).toEqual({ over: [], less: [], gone: [] });
  });

  it.each([
    { why: "fewer come each month", was: { included_usage: 100 }, will: { included_usage: 25 } },
    { why: "fewer are bought", was: { quantity: 100 }, will: { quantity: 25 } },
    {
      why: "it was unlimited",
      was: { included_usage: "inf" as const, interval: null },
      will: { included_usage: 25 },
      before: "inf",
    },
    {
      why: "it comes less often",
      was: { included_usage: 100 },
      will: { included_usage: 300, interval: "year" as const },
    },
    {
      why: "it comes in every other month",
      was: { included_usage: 100 },
      will: { included_usage: 50, interval_count: 2 },
    },
    {
      why: "fewer come each week",
      was: { included_usage: 100, interval: "week" as const },
      will: { included_usage: 25, interval: "week" as const },
      interval: "week",
    },
    {
      why: "fewer come in every other month",
      was: { included_usage: 200, interval_count: 2 },
      will: { included_usage: 50, interval_count: 2 },
    },
    {
      why: "the interval is longer, by its count",
      was: { included_usage: 300, interval: "quarter" as const },
      will: { included_usage: 150, interval: "quarter" as const, interval_count: 2 },
    },
    {
      why: "a part of it has another interval",
      was: { included_usage: 300, interval: "quarter" as const },
      will: { included_usage: 60, interval: "quarter" as const },
      more: grant("uploads", { included_usage: 60, interval: "year" }),
    },
    {
      why: "more is granted once",
      was: { included_usage: 100, interval: "week" as const },
      will: { included_usage: 25, interval: "week" as const },
      more: grant("uploads", { included_usage: 1000, interval: null }),
      interval: "week",
    },
    {
      why: "more is granted of another feature",
      was: { included_usage: 100 },
      will: { included_usage: 25 },
      more: grant("collections", { included_usage: 1000 }),
    },
    {
      why: "it was granted once, and is spent",
      was: { included_usage: 1000, interval: null },
      will: { included_usage: 25 },
      less: [],
    },
    {
      why: "all of it is granted once",
      was: { included_usage: 100, interval: null },
      will: { included_usage: 25, interval: null },
      less: [],
    },
    { why: "it is as much", was: { included_usage: 25 }, will: { included_usage: 25 }, less: [] },
    { why: "it is more", was: { included_usage: 25 }, will: { included_usage: 26 }, less: [] },
    {
      why: "the same amount has a longer interval",
      was: { included_usage: 25 },
      will: { included_usage: 300, interval: "year" as const },
      less: [],
    },
  ])("lists how much less there is where $why", (row) => {
    const { was, will, before = 100, interval = "month", less } = row;
    const other = grant("collections", { included_usage: 1000 });
    const from = customerProduct({ id: "pro", items: [grant("uploads", was), other] });
    const who = customer({ products: [from], features: [customerFeature()] });
    const expected = [{ name: "Uploads", before, after: 25, interval }];
    const next = [grant("uploads", will), ...(row.more ? [row.more] : [])];
    expect(listLosses(who, leaving, next).less).toMatchObject(less ?? expected);
  });

  it("compares units of a continuous-use feature without their interval", () => {
    const item = { included_usage: 1000, interval: "month" as const };
    const from = customerProduct({ id: "pro", items: [grant("collections", item)] });
    const who = customer({ products: [from], features: [collections(0)] });
    const next = [grant("collections", { included_usage: 25, interval: null })];
    expect(listLosses(who, leaving, next).less).toMatchObject([
      { before: 1000, after: 25, interval: null },
    ]);
  });

  it("compares no amounts of a feature that one has or has not", () => {
    const flag = customerFeature({ id: "hd", type: "static" });
    const from = customerProduct({ id: "pro", items: [grant("hd", { included_usage: "inf" })] });
    const who = customer({ products: [from], features: [flag] });
    expect(listLosses(who, leaving, [grant("hd")])).toEqual({ over: [], less: [], gone: [] });
  });

  it("lists a feature of which nothing is left as gone, not as less", () => {
    const from = customerProduct({ id: "pro", items: [grant("uploads", { included_usage: 9 })] });
    const who = customer({ products: [from], features: [customerFeature()] });
    expect(listLosses(who, leaving, [])).toEqual({ over: [], less: [], gone: ["Uploads"] });
  });

  it("names the units, by the product that ends or the one that follows", () => {
    const display = { singular: "collection", plural: "collections" };
    const feature = {
      ...{ id: "collections", name: "Collections", type: "continuous_use" as const },
      ...{ archived: false, display },
    };
    const bare = grant("collections", { included_usage: 3 });
    const named = { ...bare, feature };
    const lossesOf = (now: ProductItem[], next: ProductItem[]) => {
      const from = customerProduct({ id: "pro", items: [...now, ...now] });
      const who = customer({ products: [from], features: [collections(4)] });
      const { over, less } = listLosses(who, leaving, next);
      return [...over, ...less].map(({ units }) => units);
    };
    expect(lossesOf([bare], [named])).toEqual([display, display]);
    expect(lossesOf([named], [bare])).toEqual([display, display]);
    expect(lossesOf([bare], [bare])).toEqual([null, null]);
  });

  it("names features that are lost, but not those that credits still pay for", () => {
    const features = [
      customerFeature({ id: "hd", name: "4K uploads", type: "static" }),
      customerFeature({ id: "ai_tag", name: "AI tags" }),
    ];
    const credits = grant("credits", {
      feature: {
        id: "credits",
        name: "Credits",
        type: "credit_system",
        credit_schema: [
          { metered_feature_id: "ai_tag", credit_cost: 1 },
          { metered_feature_id: "export", credit_cost: 2 },
        ],
        archived: false,
      },
    });
    const who = customer({ products: [pro], features });
    expect(listLosses(who, leaving, [credits]).gone).toEqual(["4K uploads"]);
    expect(listLosses(who, leaving, []).gone).toEqual(["4K uploads", "AI tags"]);
  });
});

describe("losesAnything", () => {
  const units = null;
  const over = [{ feature_id: "uploads", name: "Uploads", used: 4, limit: 3, units }];
  const less = [
    { feature_id: "uploads", name: "Uploads", before: 4, after: 3, interval: null, units },
  ];
  const nothing = { over: [], less: [], gone: [] };

  it.each([
    ["nothing", {}, false],
    ["use over a limit", { over }, true],
    ["a part of what was included", { less }, true],
    ["a feature", { gone: ["4K uploads"] }, true],
  ])("finds a loss of %s: %s", (_what, losses, loses) => {
    expect(losesAnything({ ...nothing, ...losses })).toBe(loses);
  });
});

describe("findUnitNames", () => {
  it("reads them from the product that has them, by the feature", () => {
    const display = { singular: "credit", plural: "credits" };
    const feature = { id: "credits", name: "Credits", type: "credit_system" as const };
    const bare = { feature_id: "uploads", feature: { ...feature, archived: false } };
    const named = { feature_id: "credits", feature: { ...feature, archived: false, display } };
    const products = [{ items: [bare] }, { items: [named] }];
    expect(findUnitNames(products, "credits")).toEqual(display);
    expect(findUnitNames(products, "uploads")).toBeNull();
    expect(findUnitNames([], "credits")).toBeNull();
  });
});
