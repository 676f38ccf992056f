import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import type { ItemDefinition } from "../../../src/component/rules/model";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  MAY_1,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
} from "../harness";
import type { Engine } from "../harness";
import { addEntities, bought, buy, heldBy, invoicesOf, openShop, shown, stock } from "../shop";
import { CREDIT_PACKS, product, PRODUCTS } from "../shop";

const APRIL_16 = APRIL_1 + 15 * DAY_MS;
const [E, F] = ["e", "f"];

const sold = (price: number, billing_units: number, over: Partial<ItemDefinition> = {}) => ({
  ...CREDIT_PACKS,
  price,
  billing_units,
  ...over,
});
const plan = (id: string, price: number, credits: ItemDefinition) =>
  product(id, [{ price, interval: "month" }, credits]);

/** Packs of 1 at $1, of 1000 at $50, of 250 at $30, of 50 at $5, and of 100 at $10. */
const SHOP = [
  ...PRODUCTS.filter(({ id }) => id !== "pro"),
  plan("singles", 20, sold(1, 1)),
  plan("boxes", 40, sold(50, 1000)),
  plan("bags", 10, sold(30, 250)),
  plan("bundles", 90, sold(5, 50)),
  plan("kept", 20, sold(10, 100, { on_decrease: "none" })),
];

const credits = (quantity: number) => ({ options: [{ feature_id: "credits", quantity }] });

async function shopWith(product_id: string, quantity: number, products = SHOP) {
  const t = await openShop(products);
  await saveCard(t);
  await bought(t, { product_id, ...credits(quantity) });
  return t;
}

const creditsOf = async (t: Engine) => (await getCustomer(t)).features.credits?.balance;

/** What the customer's newest row of a product says in units: now, and from the renewal on. */
async function quantityOf(t: Engine, productId: string) {
  const { products } = await getCustomer(t);
  const items = products.findLast(({ id }) => id === productId)?.items ?? [];
  const item = items.find(({ feature_id }) => feature_id === "credits");
  return [item?.quantity, item?.next_cycle_quantity];
}

describe("a quantity that is inherited by a product of another pack size", () => {
  it.each([
    ["singles", 100, "boxes", 1000, 50],
    ["singles", 1001, "boxes", 2000, 100],
    ["bags", 500, "bundles", 500, 50],
    ["bags", 250, "boxes", 1000, 50],
    ["bags", 0, "boxes", 0, 0],
  ])(
    "%s with %i units becomes %s with %i, and its preview and price say so",
    async (from, held, to, units, cost) => {
      const t = await shopWith(from, held);
      setTime(MAY_1);
      const preview = await shown(t, { product_id: to });
      expect(preview.options).toEqual([{ feature_id: "credits", quantity: units }]);
      const line = preview.lines.find(
        ({ item, amount }) => item?.feature_id === "credits" && amount > 0,
      );
      expect(line?.amount ?? 0).toBe(cost);
      if (cost > 0) expect(line?.description).toContain(`${units.toLocaleString("en")} credits`);
      await bought(t, { product_id: to });
      expect((await invoicesOf(t)).at(-1)?.[0]).toBe(preview.total * 100);
      expect(await creditsOf(t)).toBe(units);
      expect(await quantityOf(t, to)).toEqual([units, undefined]);
      expect(await ledgerGaps(t)).toEqual([]);
    },
  );

  it("is refused where it exceeds the new limit, and can be chosen then", async () => {
    const limited = plan("boxes", 40, sold(50, 1000, { usage_limit: 2000 }));
    const t = await shopWith("singles", 2001, [
      ...SHOP.filter(({ id }) => id !== "boxes"),
      limited,
    ]);
    expect((await buy(t, { product_id: "boxes" })).error).toMatchObject({
      code: "invalid_options",
      message: "The quantity for feature credits exceeds its limit of 2000",
    });
    await bought(t, { product_id: "boxes", ...credits(1500) });
    expect(await creditsOf(t)).toBe(2000);
  });

  it("waits with a scheduled downgrade, and is charged and granted when it begins", async () => {
    const t = await shopWith("boxes", 1000);
    const preview = await shown(t, { product_id: "bags" });
    expect([preview.options, preview.next_cycle?.total]).toEqual([credits(1000).options, 130]);
    await bought(t, { product_id: "bags" });
    expect(await heldBy(t)).toContain("bags scheduled");
    setTime(MAY_1);
    expect(await creditsOf(t)).toBe(1000);
    expect((await invoicesOf(t)).at(-1)).toEqual([13_000, "paid"]);
  });

  it("is the pending one, where a decrease waits for the renewal", async () => {
    const t = await shopWith("kept", 900);
    await bought(t, { product_id: "kept", ...credits(300) });
    expect(await quantityOf(t, "kept")).toEqual([900, 300]);
    setTime(MAY_1 - DAY_MS);
    const preview = await shown(t, { product_id: "bags" });
    expect(preview.options).toEqual(credits(500).options);
    await bought(t, { product_id: "bags" });
    setTime(MAY_1);
    expect(await creditsOf(t)).toBe(500);
  });

  it("is each entity's own", async () => {
    const t = await shopWith("singles", 100);
    await addEntities(t, E, F);
    for (const [entity_id, quantity] of [
      [E, 251],
      [F, 1200],
    ] as const) {
      await bought(t, { product_id: "singles", entity_id, ...credits(quantity) });
      await bought(t, { product_id: "boxes", entity_id });
    }
    const rows = await t.run((ctx) => ctx.db.query("subscriptions").take(20));
    const active = rows.filter(({ status, options }) => status === "active" && options.length > 0);
    expect(active.map(({ entity_id, options }) => [entity_id, options[0]?.quantity])).toEqual([
      [null, 100],
      [E, 1000],
      [F, 2000],
    ]);
  });

  it("moves to an entity unchanged, and is converted there", async () => {
    const t = await shopWith("bags", 500);
    await addEntities(t, E);
    const moved = { customer_id: ANA, product_id: "bags", to_entity_id: E };
    const { error } = await t.mutation(api.public.transferProduct, { params: moved });
    expect(error).toBeNull();
    await bought(t, { product_id: "boxes", entity_id: E });
    expect(await quantityOf(t, "boxes")).toEqual([1000, undefined]);
  });
});

describe("a version with packs of another size", () => {
  const version = (item: ItemDefinition) =>
    SHOP.map((row) => (row.id === "kept" ? plan("kept", 25, item) : row));

  it.each([
    [300, 250, 500],
    [300, 50, 300],
    [300, 1000, 1000],
  ])("takes over %i units in packs of %i as %i, and renews them so", async (held, size, units) => {
    const t = await shopWith("kept", held);
    setTime(APRIL_16);
    await stock(t, version(sold(7, size)));
    expect((await shown(t, { product_id: "kept" })).options).toEqual(credits(units).options);
    await bought(t, { product_id: "kept" });
    expect(await creditsOf(t)).toBe(units);
    setTime(MAY_1);
    expect(await creditsOf(t)).toBe(units);
    expect((await invoicesOf(t)).at(-1)).toEqual([2500 + (units / size) * 700, "paid"]);
  });

  it("leaves a decrease waiting for the renewal", async () => {
    const t = await shopWith("kept", 900);
    await bought(t, { product_id: "kept", ...credits(300) });
    setTime(APRIL_16);
    await stock(t, version(sold(7, 250, { on_decrease: "none" })));
    await bought(t, { product_id: "kept" });
    expect(await creditsOf(t)).toBe(1000);
    expect(await quantityOf(t, "kept")).toEqual([1000, 500]);
    setTime(MAY_1);
    expect(await creditsOf(t)).toBe(500);
    expect((await invoicesOf(t)).at(-1)).toEqual([2500 + 1400, "paid"]);
  });
});
