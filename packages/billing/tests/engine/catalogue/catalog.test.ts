import { describe, expect, it, vi } from "vitest";
import type { FunctionArgs } from "convex/server";
import { SPOTLIGHT_CATALOGUE } from "../../../../../convex/community/plans";
import { api } from "../../../src/component/_generated/api";
import { catalogueRevision, install } from "../../../src/component/store/catalogue/catalog";
import { ANA, APRIL_1, attached, getCustomer, saveCard, startEngine } from "../harness";
import { withDearerCreator } from "../catalogues";
import type { Engine } from "../harness";

const { installCatalogue: installed } = api.public;

function versions(t: Engine) {
  return t.run(async (ctx) => {
    const rows = await ctx.db
      .query("products")
      .withIndex("by_product_id_and_version", (q) => q.eq("product_id", "creator"))
      .take(10);
    return rows.map(({ version, is_newest }) => [version, is_newest]);
  });
}

describe("install", () => {
  it("changes nothing when the catalogue is unchanged", async () => {
    const t = await startEngine();
    const again = { catalogue: SPOTLIGHT_CATALOGUE as FunctionArgs<typeof installed>["catalogue"] };
    expect(await t.mutation(installed, again)).toEqual({ changed: 0 });
    expect(await t.run(catalogueRevision)).toBe(1);
  });

  it("edits a product without customers in place, and raises the revision", async () => {
    const t = await startEngine();
    expect(await t.run((ctx) => install(ctx, withDearerCreator(), APRIL_1))).toBe(1);
    expect(await versions(t)).toEqual([[1, true]]);
    expect(await t.run(catalogueRevision)).toBe(2);
  });

  it("creates a new version of a product with customers: they stay on theirs, new ones get the new version", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await t.run((ctx) => install(ctx, withDearerCreator(), APRIL_1));
    expect(await versions(t)).toEqual([
      [1, false],
      [2, true],
    ]);
    expect((await getCustomer(t)).products[0]).toMatchObject({ id: "creator", version: 1 });
    vi.setSystemTime(Date.UTC(2025, 4, 1));
    expect((await getCustomer(t)).invoices?.[0]?.total).toBe(6);
    expect(await priceFor(t, "user_bob")).toBe(7);
  });
});

describe("listProducts", () => {
  it("shows every caller the catalogue, cheaper first and plans before add-ons", async () => {
    const t = await startEngine();
    const { data } = await t.query(api.public.listProducts, {
      params: {},
      now: APRIL_1,
    });
    expect(data?.list.map(({ id }) => id).slice(0, 4)).toEqual([
      "free",
      "creator",
      "pro",
      "studio",
    ]);
    expect(data?.list.every(({ scenario }) => scenario === undefined)).toBe(true);
    expect(data?.list.find(({ id }) => id === "pro")?.display?.recommend_text).toBe("Most popular");
  });

  it("shows a customer the scenario of each product", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const { data } = await t.query(api.public.listProducts, {
      params: { customer_id: ANA },
      now: APRIL_1,
    });
    const scenarios = Object.fromEntries(
      data?.list.map(({ id, scenario }) => [id, scenario]) ?? [],
    );
    expect(scenarios).toMatchObject({
      free: "cancel",
      creator: "active",
      pro: "upgrade",
      boost_pack: "new",
      welcome_credits: "new",
    });
    const pro = data?.list.find(({ id }) => id === "pro");
    expect(pro?.properties.has_trial).toBe(true);
  });
});

async function priceFor(t: Engine, customerId: string) {
  const { data } = await t.mutation(api.public.checkout, {
    params: { customer_id: customerId, product_id: "creator" },
  });
  return data?.total;
}
