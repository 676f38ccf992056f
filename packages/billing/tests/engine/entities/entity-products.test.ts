import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  MAY_1,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
  submit,
} from "../harness";
import {
  addEntities,
  bought,
  buy,
  cancel,
  canceled,
  heldBy,
  invoicesOf,
  openShop,
  shown,
  use,
} from "../shop";
import { amounts, createEntities, seat, startWorkspace } from "../workspace";

const APRIL_16 = APRIL_1 + 15 * DAY_MS;
const [E, F] = ["e", "f"] as const;

async function shopWithEntities() {
  const t = await openShop();
  await saveCard(t);
  await addEntities(t, E, F);
  return t;
}

describe("a product of an entity", () => {
  it("is independent of the customer's plan in the same group", async () => {
    const t = await shopWithEntities();
    await bought(t, { product_id: "basic" });
    await bought(t, { product_id: "basic", entity_id: E });
    await bought(t, { product_id: "max", entity_id: F });
    expect(await heldBy(t)).toEqual([
      "basic active",
      "basic active e",
      "labs_free active",
      "max active f",
    ]);
    expect((await buy(t, { product_id: "basic", entity_id: E })).error?.code).toBe(
      "product_already_attached",
    );
  });

  it("has pages of its own: those of the customer's plan stay open", async () => {
    const t = await openShop();
    await addEntities(t, E);
    const pageOf = async (over: { entity_id?: string }) =>
      String((await bought(t, { product_id: "basic", ...over })).checkout_url);
    const pages = [await pageOf({}), await pageOf({ entity_id: E })];
    for (const page of pages) expect((await submit(t, page)).error).toBeNull();
    expect(await heldBy(t)).toEqual(["basic active", "basic active e", "labs_free active"]);
  });

  it("shares the cycle of the customer's plan, and pays for what is left of it", async () => {
    const t = await shopWithEntities();
    await bought(t, { product_id: "pro" });
    setTime(APRIL_16);
    expect(await shown(t, { product_id: "basic", entity_id: E })).toMatchObject({
      total: 5,
      product: { scenario: "new" },
      current_product: null,
      next_cycle: { starts_at: MAY_1, total: 10 },
    });
    await bought(t, { product_id: "basic", entity_id: E });
    expect((await shown(t, { product_id: "max", entity_id: E })).product.scenario).toBe("upgrade");
    await bought(t, { product_id: "max", entity_id: E });
    setTime(MAY_1);
    await getCustomer(t);
    expect((await invoicesOf(t)).map(([total]) => total)).toEqual([2000, 500, 2000, 2000, 5000]);
  });

  it("B46: has a trial of its own, once for each entity", async () => {
    const t = await shopWithEntities();
    await bought(t, { product_id: "tried", entity_id: E });
    expect((await shown(t, { product_id: "tried", entity_id: F })).total).toBe(0);
    await canceled(t, { product_id: "tried", entity_id: E, cancel_immediately: true });
    expect((await shown(t, { product_id: "tried", entity_id: E })).total).toBe(30);
    expect((await shown(t, { product_id: "tried", entity_id: F })).total).toBe(0);
  });

  it("ends alone, and nothing replaces it", async () => {
    const t = await shopWithEntities();
    await bought(t, { product_id: "basic" });
    await bought(t, { product_id: "basic", entity_id: E });
    await canceled(t, { product_id: "basic", entity_id: E });
    expect(await heldBy(t)).toContain("basic active");
    setTime(MAY_1);
    await getCustomer(t);
    expect(await heldBy(t)).toEqual(["basic active", "labs_free active"]);
  });

  it("needs an existing entity", async () => {
    const t = await shopWithEntities();
    expect(await buy(t, { product_id: "basic", entity_id: "nobody" })).toMatchObject({
      error: { code: "entity_not_found" },
      statusCode: 404,
    });
    expect((await cancel(t, { product_id: "basic", entity_id: "nobody" })).error?.code).toBe(
      "customer_product_not_found",
    );
  });
});

describe("a per-seat grant of an entity's own product", () => {
  it("goes to that entity alone, not to later ones", async () => {
    const t = await startWorkspace();
    await createEntities(t, seat("a"));
    await bought(t, { product_id: "starter", entity_id: "a" });
    await createEntities(t, seat("b"));
    expect(await amounts(t, "messages", "a")).toEqual({ balance: 100, usage: 0 });
    expect(await amounts(t, "messages", "b")).toBeUndefined();
    expect(await amounts(t, "messages")).toEqual({ balance: 100, usage: 0 });
  });
});

describe("transfer", () => {
  const move = (
    t: Awaited<ReturnType<typeof openShop>>,
    product_id: string,
    to_entity_id: string,
    from_entity_id?: string,
  ) =>
    t.mutation(api.public.transferProduct, {
      params: {
        customer_id: ANA,
        product_id,
        to_entity_id,
        ...(from_entity_id !== undefined && { from_entity_id }),
      },
    });

  it("moves a product with its remaining and used units, for no money", async () => {
    const t = await shopWithEntities();
    await bought(t, { product_id: "basic", entity_id: E });
    await use(t, "uploads", 40, E);
    const invoices = await invoicesOf(t);
    const before = (await getCustomer(t)).features.uploads;
    expect((await move(t, "basic", F, E)).data).toEqual({ success: true });
    expect(await heldBy(t)).toContain("basic active f");
    expect((await getCustomer(t)).features.uploads).toEqual(before);
    expect(await invoicesOf(t)).toEqual(invoices);
    expect(await ledgerGaps(t)).toEqual([]);
    const balanceRows = await t.run((ctx) => ctx.db.query("balances").take(50));
    expect(balanceRows.map(({ entity_id }) => entity_id).filter((id) => id !== null)).toEqual([F]);
  });

  it("leaves each per-seat grant with its seat", async () => {
    const t = await startWorkspace();
    await createEntities(t, seat("a"), seat("b"));
    await bought(t, { product_id: "starter" });
    await use(t, "messages", 40, "b");
    expect((await move(t, "starter", "a")).error).toBeNull();
    expect(await amounts(t, "messages", "a")).toEqual({ balance: 100, usage: 0 });
    expect(await amounts(t, "messages", "b")).toEqual({ balance: 60, usage: 40 });
  });

  it("does not find a plan that has not started", async () => {
    const t = await shopWithEntities();
    for (const product_id of ["max", "basic"]) await bought(t, { product_id });
    expect((await move(t, "basic", E)).error?.code).toBe("customer_product_not_found");
    expect(await heldBy(t)).toContain("basic scheduled");
  });

  it("B39: moves the scheduled successor too", async () => {
    const t = await shopWithEntities();
    await bought(t, { product_id: "max", entity_id: E });
    await bought(t, { product_id: "basic", entity_id: E });
    await move(t, "max", F, E);
    expect(await heldBy(t)).toEqual([
      "basic scheduled f",
      "free active",
      "labs_free active",
      "max active canceled f",
    ]);
    setTime(MAY_1);
    await getCustomer(t);
    expect(await heldBy(t)).toContain("basic active f");
  });

  it("gives the customer the free plan again", async () => {
    const t = await shopWithEntities();
    await bought(t, { product_id: "basic" });
    await move(t, "basic", E);
    expect(await heldBy(t)).toEqual(["basic active e", "free active", "labs_free active"]);
  });

  it("splits a product that was bought several times", async () => {
    const t = await shopWithEntities();
    await bought(t, { product_id: "pack" });
    await use(t, "boosts", 4);
    await bought(t, { product_id: "pack" });
    const before = (await getCustomer(t)).features.boosts;
    await move(t, "pack", E);
    const rows = await t.run((ctx) => ctx.db.query("subscriptions").take(20));
    const packs = rows.filter(({ product_id }) => product_id === "pack");
    expect(packs.map(({ entity_id, quantity }) => [entity_id, quantity])).toEqual([
      [null, 1],
      [E, 1],
    ]);
    expect((await getCustomer(t)).features.boosts).toEqual(before);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it.each([
    ["an unknown entity", "basic", "nobody", E, "entity_not_found", 404],
    ["a product that the source does not have", "max", F, E, "customer_product_not_found", 404],
    ["an entity with a plan of the group", "basic", F, E, "customer_product_already_exists", 409],
  ])("refuses %s", async (_what, productId, to, from, code, statusCode) => {
    const t = await shopWithEntities();
    await bought(t, { product_id: "basic", entity_id: E });
    await bought(t, { product_id: "pro", entity_id: F });
    const before = await heldBy(t);
    expect(await move(t, productId, to, from)).toMatchObject({ error: { code }, statusCode });
    expect(await heldBy(t)).toEqual(before);
  });
});
