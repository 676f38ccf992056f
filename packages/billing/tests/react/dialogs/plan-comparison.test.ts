import { describe, expect, it } from "vitest";
import type { CustomerProduct, ProductItem } from "../../../src/contract/wire";
import { comparePlans } from "../../../src/react/dialogs/plan-comparison";
import { customer, customerProduct, prepaidItem, product, productItem } from "../wire-samples";
import { WORDS } from "../words";

const grant = (feature_id: string, primary_text: string, over: Partial<ProductItem> = {}) =>
  productItem({ type: "feature", feature_id, display: { primary_text }, ...over });

const held: CustomerProduct = customerProduct({
  group: "main",
  items: [
    productItem(),
    prepaidItem(),
    grant("collections", "25 collections"),
    grant("uploads", "100 uploads"),
    grant("storage", "25 GB"),
  ],
});
const pro = product({
  id: "pro",
  name: "Pro",
  group: "main",
  items: [
    productItem({ display: { primary_text: "$15", secondary_text: "per month" } }),
    prepaidItem({ display: { primary_text: "400 credits" } }),
    grant("uploads", "Unlimited uploads"),
    grant("collections", "25 collections"),
    grant("storage", "200 GB"),
  ],
});

describe("comparePlans", () => {
  it("names the wanted feature first, then the first other difference, then the price", () => {
    expect(comparePlans(customer({ products: [held] }), pro, "uploads", WORDS.t)).toEqual({
      now: { name: "Creator", lines: ["100 uploads", "25 GB", "$6 per month"] },
      next: { name: "Pro", lines: ["Unlimited uploads", "200 GB", "$15 per month"] },
    });
  });

  it("names the credits once, where they pay for features that the plan does not grant itself", () => {
    const credit_schema = [{ metered_feature_id: "boost", credit_cost: 10 }];
    const feature = {
      id: "credits",
      name: "Credits",
      type: "credit_system",
      archived: false,
      credit_schema,
    } as const;
    const credits = (text: string) => grant("credits", text, { feature });
    const now = { ...held, items: [productItem(), credits("100 credits")] };
    const next = { ...pro, items: [credits("400 credits")] };
    expect(comparePlans(customer({ products: [now] }), next, "boost", WORDS.t)).toEqual({
      now: { name: "Creator", lines: ["100 credits", "$6 per month"] },
      next: { name: "Pro", lines: ["400 credits", "Free"] },
    });
  });

  it("names the credits before another feature that differs", () => {
    const credit_schema = [{ metered_feature_id: "boost", credit_cost: 10 }];
    const feature = { id: "credits", name: "Credits", archived: false, credit_schema };
    const credits = (text: string) =>
      grant("credits", text, { feature: { ...feature, type: "credit_system" } });
    const now = { ...held, items: [grant("uploads", "1 upload"), credits("1 credit")] };
    const next = { ...pro, items: [grant("uploads", "2 uploads"), credits("2 credits")] };
    const compared = comparePlans(customer({ products: [now] }), next, "boost", WORDS.t);
    expect(compared?.now.lines).toEqual(["1 credit", "1 upload", "Free"]);
    expect(compared?.next.lines).toEqual(["2 credits", "2 uploads", "Free"]);
  });

  it("shows only the price where the feature is missing, and that a free plan is free", () => {
    const free = { ...held, name: "Free", items: [] };
    expect(comparePlans(customer({ products: [free] }), pro, "uploads", WORDS.t)).toEqual({
      now: { name: "Free", lines: ["Free"] },
      next: { name: "Pro", lines: ["Unlimited uploads", "$15 per month"] },
    });
  });

  it.each([
    { why: "there is no customer", who: null, offer: pro },
    {
      why: "an add-on is offered",
      who: customer({ products: [held] }),
      offer: { ...pro, is_add_on: true },
    },
    {
      why: "the plan has not started",
      who: customer({ products: [{ ...held, status: "scheduled" }] }),
      offer: pro,
    },
    {
      why: "the plan is of another group",
      who: customer({ products: [{ ...held, group: "b" }] }),
      offer: pro,
    },
    {
      why: "there is only an add-on",
      who: customer({ products: [{ ...held, is_add_on: true }] }),
      offer: pro,
    },
  ] as const)("is null when $why", ({ who, offer }) => {
    expect(comparePlans(who, offer, "uploads", WORDS.t)).toBeNull();
  });
});
