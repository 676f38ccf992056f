import { describe, expect, it } from "vitest";
import { api } from "../../src/component/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../../../convex/community/plans";
import { install } from "../../src/component/store/catalogue/catalog";
import type { ProductDefinition } from "../../src/component/rules/model";
import type { RewardDefinition } from "../../src/component/rules/discounts/rewards";
import type { WireParams } from "../../src/contract/operations";
import { ANA, APRIL_1, DAY_MS, getCustomer, setTime, startEngine } from "../engine/harness";
import type { Engine } from "../engine/harness";
import { GOOD_CARD, pathOf, send, textOf } from "./form";

const APRIL_15 = APRIL_1 + 14 * DAY_MS;
const TRIAL = { length: 14, duration: "day" as const, unique_fingerprint: false };

const tried = (id: string, over: Partial<ProductDefinition>): ProductDefinition => ({
  id,
  name: id,
  group: "tools",
  is_add_on: false,
  is_default: false,
  archived: false,
  free_trial: { ...TRIAL, card_required: true },
  items: [{ price: 15, interval: "month" }],
  ...over,
});

const PRODUCTS = [
  tried("Plain", {}),
  tried("Yearly", {
    items: [
      { price: 15, interval: "month" },
      { price: 40, interval: "year" },
    ],
  }),
  tried("Metered", {
    items: [
      { price: 15, interval: "month" },
      {
        feature_id: "prints",
        price: 1,
        billing_units: 10,
        interval: "month",
        usage_model: "pay_per_use",
      },
    ],
  }),
  tried("Month", { free_trial: { ...TRIAL, length: 1, duration: "month", card_required: true } }),
  tried("Extra", { is_add_on: true, free_trial: null, items: [{ price: 5, interval: "month" }] }),
];

const HALF_ONCE: RewardDefinition = {
  id: "half",
  name: "half",
  promo_codes: ["HALF"],
  type: "percentage_discount",
  discount_value: 50,
  duration_type: "one_off",
  duration_value: 0,
};

async function open() {
  const t = await startEngine();
  const products = [...SPOTLIGHT_CATALOGUE.products, ...PRODUCTS];
  const catalogue = { ...SPOTLIGHT_CATALOGUE, products, rewards: [HALF_ONCE] };
  await t.run((ctx) => install(ctx, catalogue, APRIL_1));
  return t;
}

async function openPage(t: Engine, params: Omit<WireParams<"checkout">, "customer_id">) {
  const { data } = await t.mutation(api.public.checkout, {
    params: { customer_id: ANA, ...params },
  });
  return { path: pathOf(data?.url), next: data?.next_cycle };
}

describe("the hosted page of a purchase that starts with a trial", () => {
  it.each([
    [
      "Plain",
      {},
      "Plain: 14 days free, then $15.00 per month; nothing due today. First charge on Apr 15, 2025.",
    ],
    ["Yearly", {}, "Yearly: 14 days free, then $55.00 at first; nothing due today."],
    [
      "Metered",
      {},
      "Metered: 14 days free, then $15.00 per month + usage prices; nothing due today.",
    ],
    [
      "Month",
      {},
      "1 month free, then $15.00 per month; nothing due today. First charge on May 1, 2025.",
    ],
    ["Plain", { reward: "HALF" }, "Plain: 14 days free, then $7.50 at first; nothing due today."],
  ])("says what follows: %s %j", async (product_id, over, said) => {
    const t = await open();
    const { path } = await openPage(t, { product_id, ...over });
    const text = await textOf(await t.fetch(path, {}));
    expect(text).toContain("Total due today $0.00");
    expect(text).toContain(said);
  });

  it.each(["Plain", "Yearly", "Month"])(
    "charges that amount when it ends: %s",
    async (product_id) => {
      const t = await open();
      const { path, next } = await openPage(t, { product_id });
      const text = await textOf(await t.fetch(path, {}));
      await send(t, path, GOOD_CARD);
      expect((await getCustomer(t)).invoices).toEqual([]);
      setTime(Number(next?.starts_at));
      const { invoices = [] } = await getCustomer(t);
      expect(invoices).toHaveLength(1);
      expect(text).toContain(`then $${invoices[0]?.total.toFixed(2)}`);
    },
  );

  it("counts the trial from the day on which the page is completed", async () => {
    const t = await open();
    const { path } = await openPage(t, { product_id: "Plain" });
    setTime(APRIL_1 + DAY_MS / 2);
    expect(await textOf(await t.fetch(path, {}))).toContain("First charge on Apr 15, 2025.");
    setTime(APRIL_1 + DAY_MS - 1);
    await send(t, path, GOOD_CARD);
    setTime(APRIL_15);
    expect((await getCustomer(t)).invoices).toEqual([]);
    setTime(APRIL_15 + DAY_MS - 1);
    expect((await getCustomer(t)).invoices).toHaveLength(1);
  });

  it("says until when an add-on that joins a trial is free", async () => {
    const t = await open();
    await send(t, (await openPage(t, { product_id: "Plain" })).path, GOOD_CARD);
    setTime(APRIL_1 + DAY_MS);
    const { path } = await openPage(t, { product_id: "Extra", force_checkout: true });
    expect(await textOf(await t.fetch(path, {}))).toContain(
      "Extra: free until Apr 15, 2025, then $5.00 per month; nothing due today.",
    );
  });

  it("does not mention a trial that is over, refused or missing", async () => {
    const t = await open();
    for (const params of [{ product_id: "creator" }, { product_id: "Plain", free_trial: false }]) {
      const { path } = await openPage(t, params);
      expect(await textOf(await t.fetch(path, {}))).not.toContain("free, then");
    }
  });
});

describe("a promotion code on the hosted page", () => {
  it("stays applied when the order is changed and no other code is entered", async () => {
    const t = await open();
    const { path } = await openPage(t, {
      product_id: "boost_pack",
      options: [{ feature_id: "credits", quantity: 100 }],
      reward: "HALF",
    });
    expect(await textOf(await t.fetch(path, {}))).toContain("Pay $2.50");
    const revised = await send(t, path, { do: "revise", code: "", "packs:credits": "3" });
    expect(await textOf(revised)).toContain("Pay $7.50");
  });

  it("that takes nothing off the purchase is refused, and the page stays as it is", async () => {
    const t = await open();
    const rewards = [{ ...HALF_ONCE, applies_to: [{ product_id: "studio" }] }];
    await t.run((ctx) => install(ctx, { ...SPOTLIGHT_CATALOGUE, rewards }, APRIL_1));
    const { path } = await openPage(t, { product_id: "creator" });
    const before = await textOf(await t.fetch(path, {}));
    const refused = await send(t, path, { do: "revise", code: "HALF", "packs:credits": "0" });
    expect(refused.status).toBe(400);
    expect(await textOf(refused)).toContain("This promotion code takes nothing off Creator");
    expect(await textOf(await t.fetch(path, {}))).toBe(before);
  });
});
