import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { install } from "../../../src/component/store/catalogue/catalog";
import type { RewardDefinition } from "../../../src/component/rules/discounts/rewards";
import { ANA, APRIL_1, saveCard } from "../harness";
import type { Engine } from "../harness";
import { addEntities, bought, buy, heldBy, openShop, product } from "../shop";

const boosts = (interval: "month" | "week") => [
  { feature_id: "boosts", included_usage: 5, interval },
];
/** A plan and an add-on that cost nothing, and a product that is bought with them. */
const PRODUCTS = [
  product("free", [], { is_default: true }),
  product("gift_plan", boosts("month")),
  product("gift_extra", boosts("week"), { is_add_on: true }),
  product("pack", [{ price: 9 }], { is_add_on: true }),
  product("team", [
    { price: 20, interval: "month" },
    { feature_id: "seats", included_usage: 3 },
  ]),
];

const gift = (id: string, promo_codes = [id]): RewardDefinition => ({
  ...{ id, name: id, promo_codes },
  ...{ type: "free_product", free_product_id: id },
});
const percent = (id: string, duration_type: "months" | "forever"): RewardDefinition => ({
  ...{ id, name: id, promo_codes: [id], type: "percentage_discount" },
  ...{ discount_value: 10, duration_type, duration_value: 2 },
});

async function openWith(...rewards: RewardDefinition[]) {
  const t = await openShop(PRODUCTS);
  await offer(t, rewards);
  await saveCard(t);
  return t;
}

const offer = (t: Engine, rewards: RewardDefinition[]) =>
  t.run((ctx) =>
    install(ctx, { currency: "usd", features: [], products: PRODUCTS, rewards }, APRIL_1),
  );

describe("a product as reward", () => {
  it("is given in addition to the purchase, to a customer who does not have it", async () => {
    const t = await openWith(gift("gift_extra"));
    await bought(t, { product_id: "pack", reward: "gift_extra" });
    expect(await heldBy(t)).toEqual(["free active", "gift_extra active", "pack active"]);
  });

  it("does not replace a plan", async () => {
    const t = await openWith(gift("gift_plan"));
    await bought(t, { product_id: "pack", reward: "gift_plan" });
    expect(await heldBy(t)).toEqual(["free active", "pack active"]);
  });

  it("is given to the customer, even if one of their entities has it already", async () => {
    const t = await openWith(gift("gift_extra"));
    await bought(t, { product_id: "team" });
    await addEntities(t, "e1");
    await bought(t, { product_id: "gift_extra", entity_id: "e1" });
    await bought(t, { product_id: "pack", reward: "gift_extra" });
    expect(await heldBy(t)).toEqual([
      ...["gift_extra active", "gift_extra active e1"],
      ...["pack active", "team active"],
    ]);
  });
});

describe("the codes of a reward", () => {
  it("are its present ones: a removed code is not found", async () => {
    const t = await openWith(gift("gift_extra", ["OLD", "BOTH"]));
    await offer(t, [gift("gift_extra", ["BOTH", "NEW"])]);
    const old = await buy(t, { product_id: "pack", reward: "OLD" });
    expect(old.error?.code).toBe("reward_not_found");
    for (const reward of ["NEW", "BOTH"]) {
      const params = { customer_id: ANA, product_id: "pack", reward };
      const { error } = await t.mutation(api.public.checkout, { params });
      expect([reward, error]).toEqual([reward, null]);
    }
  });
});

describe("an active discount", () => {
  it.each([
    ["months", 2],
    ["forever", null],
  ] as const)("of %s lists its number of months: %s", async (duration, months) => {
    const t = await openWith(percent("off", duration));
    await bought(t, { product_id: "team", reward: "off" });
    const { data } = await t.mutation(api.public.createCustomer, {
      params: { id: ANA, expand: ["rewards"] },
    });
    expect(data?.rewards?.discounts).toMatchObject([
      { name: "off", duration_type: duration, duration_value: months, start: APRIL_1 },
    ]);
  });
});
