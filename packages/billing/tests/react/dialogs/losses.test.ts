import { describe, expect, it } from "vitest";
import type { ProductItem } from "../../../src/contract/wire";
import { listLosses } from "../../../src/contract/losses";
import { customer, customerFeature, customerProduct, productItem } from "../wire-samples";

const grant = (feature_id: string, over: Partial<ProductItem> = {}) =>
  productItem({ type: "feature", feature_id, ...over });
const collections = (usage: number) =>
  customerFeature({ id: "collections", name: "Collections", type: "continuous_use", usage });
const pro = customerProduct({ id: "pro", name: "Pro" });
const leaving = { productId: "pro" };

/** How much would be over the limit, with `usage` in use and `next` as the next plan. */
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
    { why: "it is as much", was: { included_usage: 25 }, will: { included_usage: 25 }, less: [] },
    { why: "it is more", was: { included_usage: 25 }, will: { included_usage: 26 }, less: [] },
    {
      why: "the same amount has a longer interval",
      was: { included_usage: 25 },
      will: { included_usage: 300, interval: "year" as const },
      less: [],
    },
  ])("lists how much less there is where $why", ({ was, will, before = 100, less }) => {
    const from = customerProduct({ id: "pro", items: [grant("uploads", was)] });
    const who = customer({ products: [from], features: [customerFeature()] });
    const expected = [{ name: "Uploads", before, after: 25, interval: "month" }];
    expect(listLosses(who, leaving, [grant("uploads", will)]).less).toMatchObject(less ?? expected);
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
        credit_schema: [{ metered_feature_id: "ai_tag", credit_cost: 1 }],
        archived: false,
      },
    });
    const who = customer({ products: [pro], features });
    expect(listLosses(who, leaving, [credits]).gone).toEqual(["4K uploads"]);
    expect(listLosses(who, leaving, []).gone).toEqual(["4K uploads", "AI tags"]);
  });
});
