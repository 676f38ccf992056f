import { describe, expect, it } from "vitest";
import type { CatalogueProduct } from "../../../src/component/rules/model";
import type {
  ProgramDefinition,
  RewardDefinition,
} from "../../../src/component/rules/discounts/rewards";
import { validateCatalogue } from "../../../src/component/rules/catalogue/validateCatalogue";
import { CREATOR, FEATURES, FREE, PRO, product } from "../fixtures";

const catalogue = (...products: CatalogueProduct[]) => ({
  currency: "usd",
  features: [...FEATURES.values()],
  products,
});

describe("a catalogue", () => {
  it("may refer to installed features", () => {
    const later = { ...catalogue(CREATOR), features: [] };
    expect(validateCatalogue(later, FEATURES)).toBeNull();
    expect(validateCatalogue(later, new Map())?.code).toBe("feature_not_found");
  });

  it("is refused for an invalid feature, in any place", () => {
    const bad = { id: "bad", name: "", type: "single_use" as const, archived: false };
    const features = [...FEATURES.values(), bad];
    expect(validateCatalogue({ ...catalogue(), features }, new Map())?.message).toBe(
      "Feature bad needs a name of at most 100 characters",
    );
  });

  it("names the invalid product", () => {
    expect(validateCatalogue(catalogue(product("bad", [{}])), new Map())?.message).toBe(
      "Product bad: An item needs a feature_id, a price or tiers",
    );
  });

  it.each(["USD", "us", "dollar"])("needs the code of a currency, not %s", (currency) => {
    expect(validateCatalogue({ ...catalogue(), currency }, new Map())).toEqual({
      code: "invalid_inputs",
      message: `"${currency}" is no lower-case ISO 4217 code`,
    });
  });

  it("has one free default and one default trial in a group", () => {
    const other = { ...FREE, id: "free_too" };
    const trial = { ...PRO, is_default: true };
    expect(validateCatalogue(catalogue(FREE, trial), new Map())).toBeNull();
    expect(validateCatalogue(catalogue(FREE, { ...other, group: "b" }), new Map())).toBeNull();
    expect(validateCatalogue(catalogue(FREE, { ...other, archived: true }), new Map())).toBeNull();
    expect(validateCatalogue(catalogue(FREE, other), new Map())?.message).toBe(
      'Group "main" has two free defaults',
    );
    expect(
      validateCatalogue(catalogue(trial, { ...trial, id: "pro_too" }), new Map())?.message,
    ).toBe('Group "main" has two trial defaults');
  });
});

describe("what is named in a catalogue", () => {
  const message = (
    over: Partial<Parameters<typeof validateCatalogue>[0]>,
    storedProducts: string[] = [],
  ) => validateCatalogue({ ...catalogue(FREE, PRO), ...over }, FEATURES, storedProducts)?.message;

  it("has an id of its own", () => {
    const [feature] = [...FEATURES.values()];
    if (!feature) throw new Error("No feature");
    expect(message({ features: [feature, feature] })).toBe(
      `Two features have the id "${feature.id}"`,
    );
    expect(message({ products: [PRO, { ...PRO, name: "Other" }] })).toBe(
      'Two products have the id "pro"',
    );
    expect(message({ rewards: [PERCENT, PERCENT] })).toBe('Two rewards have the id "spring"');
    expect(message({ programs: [PROGRAM, PROGRAM] })).toBe('Two programs have the id "friends"');
  });

  it("is a variant of another product only", () => {
    const yearly = (base: string) => ({ ...PRO, id: "pro_yearly", base_variant_id: base });
    expect(message({ products: [PRO, yearly("pro")] })).toBeUndefined();
    expect(message({ products: [yearly("pro")] }, ["pro"])).toBeUndefined();
    for (const base of ["nope", "pro_yearly"]) {
      expect(message({ products: [PRO, yearly(base)] })).toBe(
        `Product pro_yearly: base_variant_id ${base} names no other product`,
      );
    }
  });
});

const named = { id: "spring", name: "Spring", promo_codes: ["SPRING25"] };
const PERCENT: RewardDefinition = {
  ...named,
  type: "percentage_discount",
  discount_value: 25,
  duration_type: "months",
  duration_value: 3,
};
const FIXED: RewardDefinition = { ...PERCENT, type: "fixed_discount" };
const CREDIT: RewardDefinition = { ...named, type: "invoice_credits", discount_value: 5 };
const PRODUCT: RewardDefinition = { ...named, type: "free_product", free_product_id: "pro" };
const PROGRAM: ProgramDefinition = {
  ...{ id: "friends", when: "checkout", product_ids: [], reward: "spring", max_redemptions: 3 },
  ...{ received_by: "all", exclude_trial: false },
};

const PERCENTAGE = "discount_value must be greater than 0, at most 100";
const AMOUNT = "discount_value must be greater than 0, at most 1000000000";
const MONTHS = "duration_value must be a whole number > 0, at most 1000";
const CODES = "A promotion code has 1 to 100 characters";
const HOLD = "hold_days must be a whole number, 0 to 366";
const REDEMPTIONS = "max_redemptions must be a whole number > 0, at most 1000000";

describe("a reward", () => {
  const refusal = (reward: RewardDefinition) =>
    validateCatalogue({ ...catalogue(FREE, PRO), rewards: [reward] }, FEATURES);

  it.each<[string, RewardDefinition, string | null]>([
    ["a quarter off for three months", PERCENT, null],
    ["everything off", { ...PERCENT, discount_value: 100 }, null],
    ["more than everything off", { ...PERCENT, discount_value: 100.5 }, PERCENTAGE],
    ["nothing off", { ...PERCENT, discount_value: 0 }, PERCENTAGE],
    ["a negative part off", { ...PERCENT, discount_value: -50 }, PERCENTAGE],
    ["no number off", { ...PERCENT, discount_value: Number.NaN }, PERCENTAGE],
    ["an amount off", { ...FIXED, discount_value: 1_000.25 }, null],
    ["a negative amount off", { ...FIXED, discount_value: -5 }, AMOUNT],
    ["an amount beyond all amounts off", { ...FIXED, discount_value: 1e300 }, AMOUNT],
    [
      "an amount finer than a cent off",
      { ...FIXED, discount_value: 0.005 },
      "An amount in usd has at most 2 decimals",
    ],
    ["off for no month", { ...PERCENT, duration_value: 0 }, MONTHS],
    ["off for half a month", { ...FIXED, duration_value: 0.5 }, MONTHS],
    ["off for 1001 months", { ...PERCENT, duration_value: 1_001 }, MONTHS],
    ["off for ever", { ...PERCENT, duration_type: "forever", duration_value: 0 }, null],
    ["credit", CREDIT, null],
    ["negative credit", { ...CREDIT, discount_value: -100 }, AMOUNT],
    ["a product", PRODUCT, null],
    ["an unknown product", { ...PRODUCT, free_product_id: "nope" }, "Product nope not found"],
    [
      "off an unknown product",
      { ...PERCENT, applies_to: [{ product_id: "nope" }] },
      "Product nope not found",
    ],
    ["off a known product", { ...PERCENT, applies_to: [{ product_id: "pro" }] }, null],
    ["an empty code", { ...CREDIT, promo_codes: [" "] }, CODES],
    ["a code of 101 characters", { ...CREDIT, promo_codes: ["x".repeat(101)] }, CODES],
    [
      "one code twice",
      { ...CREDIT, promo_codes: ["May", " MAY"] },
      "Its promotion codes must be distinct",
    ],
    ["no code", { ...CREDIT, promo_codes: [] }, null],
  ])("of %s", (_what, reward, message) => {
    const expected = message === null ? null : `Reward spring: ${message}`;
    expect(refusal(reward)?.message ?? null).toBe(expected);
  });

  it("has an id and a name", () => {
    expect(refusal({ ...CREDIT, id: "" })?.code).toBe("invalid_inputs");
    expect(refusal({ ...CREDIT, name: "" })?.code).toBe("invalid_inputs");
    expect(refusal({ ...PRODUCT, free_product_id: "nope" })?.code).toBe("product_not_found");
  });
});

describe("a referral program", () => {
  it.each<readonly [string, Partial<ProgramDefinition>, string | null]>([
    ["three redemptions", {}, null],
    ...[0, -1, 1.5, Number.NaN, Infinity, 1_000_001].map(
      (most) => [`${most} redemptions`, { max_redemptions: most }, REDEMPTIONS] as const,
    ),
    ...[0, 366].map((days) => [`${days} days`, { hold_days: days }, null] as const),
    ...[-1, 0.5, 367, Number.NaN].map(
      (days) => [`${days} days`, { hold_days: days }, HOLD] as const,
    ),
    ["a known product", { product_ids: ["pro"] }, null],
    ["an unknown product", { product_ids: ["pro", "nope"] }, "Product nope not found"],
    [
      "no id",
      { id: "" },
      "Its id must be 1 to 64 letters, digits, _ or -, a letter or digit first",
    ],
  ])("with %s", (_what, over, message) => {
    const programs = [{ ...PROGRAM, ...over }];
    const refusal = validateCatalogue({ ...catalogue(FREE, PRO), programs }, FEATURES);
    const id = over.id ?? "friends";
    expect(refusal?.message ?? null).toBe(message === null ? null : `Program ${id}: ${message}`);
  });
});
