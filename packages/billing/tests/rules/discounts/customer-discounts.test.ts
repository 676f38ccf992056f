import { describe, expect, it } from "vitest";
import { asDiscount } from "../../../src/component/rules/discounts/customerDiscounts";
import type { RewardDefinition } from "../../../src/component/rules/discounts/rewards";
import { catalogueOf, CREATOR, FREE, percentOff } from "../fixtures";

const { products } = catalogueOf(CREATOR, FREE);
const words = { id: "gift", name: "A gift", promo_codes: ["GIFT"] };
const percentage = { ...percentOff(20).reward, ...words };
const fixed = { ...percentage, type: "fixed_discount" as const };
const free = (free_product_id: string): RewardDefinition => ({
  ...words,
  type: "free_product",
  free_product_id,
});

describe("asDiscount", () => {
  it.each<[string, RewardDefinition, unknown]>([
    ["a percentage is a discount", percentage, percentage],
    ["an amount is a discount", fixed, fixed],
    ["credit is no discount", { ...words, type: "invoice_credits", discount_value: 5 }, null],
    ["a product that costs nothing is no discount", free("free"), null],
    ["a deleted product is no discount", free("ghost"), null],
    [
      "a paid product takes off all of its price, once",
      free("creator"),
      {
        ...words,
        type: "percentage_discount",
        discount_value: 100,
        duration_type: "one_off",
        duration_value: 0,
        applies_to: [{ product_id: "creator" }],
      },
    ],
  ])("%s", (_what, reward, expected) => {
    expect(asDiscount(reward, products)).toEqual(expected);
  });
});
