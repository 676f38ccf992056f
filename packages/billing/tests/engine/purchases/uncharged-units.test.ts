import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../../src/component/rules/model";
import { APRIL_1, DAY_MS, MAY_1, getCustomer, ledgerGaps, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import {
  CREDIT_PACKS,
  bought,
  buy,
  invoicesOf,
  openShop,
  product,
  shown,
  stock,
  use,
} from "../shop";

const APRIL_11 = APRIL_1 + 10 * DAY_MS;

/** Packs of 100 at $10, bought once: they have no interval. */
const ONCE: ItemDefinition = {
  feature_id: "boosts",
  price: 10,
  billing_units: 100,
  usage_model: "prepaid",
};
const plan = (id: string, price: number, ...items: ItemDefinition[]) =>
  product(id, [{ price, interval: "month" }, ...items]);
const SHOP = [
  plan("small", 20, ONCE),
  plan("large", 50, { ...ONCE, included_usage: 5 }),
  plan("largest", 70, { ...ONCE, reset_usage_when_enabled: false }),
  plan("plain", 30),
  plan("both", 30, CREDIT_PACKS, { ...ONCE, on_increase: "bill_next_cycle" }),
];
const units = (feature_id: string, quantity: number) => ({ options: [{ feature_id, quantity }] });

async function shopWith(product_id: string, quantity: number): Promise<Engine> {
  const t = await openShop(SHOP);
  await saveCard(t);
  await bought(t, { product_id, ...units("boosts", quantity) });
  await use(t, "boosts", 60);
  setTime(APRIL_11);
  return t;
}

const left = async (t: Engine, id: string) => (await getCustomer(t)).features[id]?.balance;

describe("units that are bought once with a plan", () => {
  it.each([
    ["small", 100, "large", 45],
    ["small", 300, "largest", 240],
    ["large", 100, "largest", 45],
  ])("are neither charged nor granted again: from %s with %i to %s", async (from, n, to, after) => {
    const t = await shopWith(from, n);
    const preview = await shown(t, { product_id: to });
    expect(preview.lines.filter(({ item }) => item?.feature_id === "boosts")).toEqual([]);
    await bought(t, { product_id: to });
    expect((await invoicesOf(t)).at(-1)).toEqual([Math.round(preview.total * 100), "paid"]);
    expect(await left(t, "boosts")).toBe(after);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("are those that are left when a smaller plan begins", async () => {
    const t = await shopWith("large", 100);
    await bought(t, { product_id: "small" });
    await use(t, "boosts", 10);
    setTime(MAY_1);
    expect(await left(t, "boosts")).toBe(35);
    expect((await invoicesOf(t)).at(-1)).toEqual([2000, "paid"]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("can be bought with the plan that follows at once, besides those that are left", async () => {
    const t = await shopWith("small", 100);
    await bought(t, { product_id: "large", ...units("boosts", 200) });
    expect(await left(t, "boosts")).toBe(245);
  });
});

it("charges at once what no next cycle would charge", async () => {
  const t = await openShop(SHOP);
  await saveCard(t);
  await bought(t, { product_id: "both" });
  const [credits, boosts] = [units("credits", 100).options, units("boosts", 300).options];
  await bought(t, { product_id: "both", options: [...credits, ...boosts] });
  expect((await invoicesOf(t)).at(-1)).toEqual([4000, "paid"]);
});

describe("units that a change would grant without a charge", () => {
  it("are refused with a plan that begins later", async () => {
    const t = await shopWith("large", 100);
    const asked = { product_id: "small", ...units("boosts", 1_000_000) };
    const message = "More of feature boosts can't be bought for later: it is paid once, now";
    expect((await buy(t, asked)).error).toMatchObject({ code: "invalid_options", message });
    await bought(t, { product_id: "small" });
  });

  it.each([
    ["that it sells for the first time", "credits", CREDIT_PACKS],
    ["that are bought once", "boosts", ONCE],
  ])("are refused with the newest version: %s", async (_, id, item) => {
    const t = await openShop(SHOP);
    await saveCard(t);
    await bought(t, { product_id: id === "credits" ? "plain" : "small" });
    const own = id === "credits" ? "plain" : "small";
    await stock(t, [...SHOP.filter((row) => row.id !== own), plan(own, 25, item)]);
    const asked = { product_id: own, ...units(id, 1_000_000) };
    expect((await buy(t, asked)).error).toMatchObject({
      code: "invalid_options",
      message: `More of feature ${id} can be bought once the newest version of ${own} is attached`,
    });
    await bought(t, { product_id: own });
    expect((await left(t, id)) ?? 0).toBe(0);
  });
});
