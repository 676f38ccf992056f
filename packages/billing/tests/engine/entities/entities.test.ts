import { describe, expect, it } from "vitest";
import { gateFeature, isAllowed } from "../../../src/component/operations/usage/usage";
import {
  ANA,
  DAY_MS,
  APRIL_1,
  attached,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
} from "../harness";
import {
  amounts,
  check,
  createEntities,
  deleteEntity,
  getEntity,
  seat,
  startWorkspace,
  track,
} from "../workspace";

describe("createEntity", () => {
  it("returns one entity for one, and a list for several", async () => {
    const t = await startWorkspace();
    const { data: one } = await createEntities(t, seat("a"));
    expect(one).toEqual({
      id: "a",
      name: "Seat a",
      customer_id: ANA,
      feature_id: "seats",
      created_at: APRIL_1,
      env: "sandbox",
      products: expect.arrayContaining([expect.objectContaining({ id: "free" })]) as unknown,
      features: expect.objectContaining({ uploads: expect.anything() as unknown }) as unknown,
    });
    const { data: two } = await createEntities(t, seat("b"), seat("c"));
    expect(two).toMatchObject({ list: [{ id: "b" }, { id: "c" }] });
  });

  it.each([
    ["an unknown feature", seat("a", "nothing"), "feature_not_found", 404],
    ["a consumable feature", seat("a", "messages"), "invalid_inputs", 400],
    ["no id", seat(""), "invalid_inputs", 400],
  ])("refuses %s", async (_what, entity, code, statusCode) => {
    const t = await startWorkspace();
    expect(await createEntities(t, entity)).toMatchObject({ error: { code }, statusCode });
  });

  it("refuses an id that is in use, and accepts one that was deleted", async () => {
    const t = await startWorkspace();
    await createEntities(t, seat("a"));
    const twin = await createEntities(t, seat("b"), seat("a"));
    expect(twin).toMatchObject({ error: { code: "entity_already_exists" }, statusCode: 409 });
    expect((await getEntity(t, "b")).error?.code).toBe("entity_not_found");
    expect((await createEntities(t, seat("c"), seat("c"))).error?.code).toBe(
      "entity_already_exists",
    );
    await deleteEntity(t, "a");
    expect((await createEntities(t, seat("a"))).error).toBeNull();
  });

  it("uses a seat each, and refuses all of a list when one does not fit", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"), seat("b"));
    expect(await amounts(t, "seats")).toEqual({ balance: 1, usage: 2 });
    const full = await createEntities(t, seat("c"), seat("d"));
    expect(full).toMatchObject({ error: { code: "feature_limit_reached" }, statusCode: 400 });
    expect(await amounts(t, "seats")).toEqual({ balance: 1, usage: 2 });
    expect((await createEntities(t, seat("c"))).error).toBeNull();
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("B17: limits all seats in use, not those beyond the included ones", async () => {
    const t = await startWorkspace();
    await saveCard(t);
    await attached(t, { product_id: "capped" });
    expect((await createEntities(t, seat("a"), seat("b"))).error).toBeNull();
    expect((await createEntities(t, seat("c"))).error?.code).toBe("feature_limit_reached");
    expect(await amounts(t, "seats")).toEqual({ balance: -1, usage: 2 });
  });
});

describe("an entity's balances", () => {
  it("INV-10: are per-entity balances that sum to what the customer sees", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"), seat("b"));
    await track(t, { feature_id: "messages", entity_id: "a", value: 30 });
    expect(await amounts(t, "messages", "a")).toEqual({ balance: 70, usage: 30 });
    expect(await amounts(t, "messages", "b")).toEqual({ balance: 100, usage: 0 });
    expect(await amounts(t, "messages")).toEqual({ balance: 170, usage: 30 });
    expect((await getCustomer(t)).features.messages?.included_usage).toBe(200);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("do not pay for another entity", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"), seat("b"));
    const ask = async (entity_id?: string) =>
      (
        await check(t, {
          feature_id: "messages",
          required_balance: 101,
          ...(entity_id !== undefined && { entity_id }),
        })
      ).data?.allowed;
    expect([await ask("a"), await ask("b"), await ask()]).toEqual([false, false, true]);
    await track(t, { feature_id: "messages", entity_id: "a", value: 150 });
    expect(await amounts(t, "messages", "b")).toEqual({ balance: 100, usage: 0 });
  });

  it("B52: of an entity that has none are absent, and its use is recorded all the same", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("room", "rooms"));
    const used = await track(t, { feature_id: "messages", entity_id: "room", value: 2 });
    expect(used.error).toBeNull();
    expect(await amounts(t, "messages", "room")).toBeUndefined();
    const events = await t.run((ctx) => ctx.db.query("usageEvents").take(5));
    expect(events).toMatchObject([{ entity_id: "room", applied: 0, unapplied: 2_000_000 }]);
  });

  it("are used first for the entity, and last for the customer", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await attached(t, { product_id: "own_messages" });
    await createEntities(t, seat("a"));
    await track(t, { feature_id: "messages", entity_id: "a", value: 110 });
    expect(await amounts(t, "messages", "a")).toEqual({ balance: 20, usage: 110 });
    await track(t, { feature_id: "messages", value: 5 });
    expect(await amounts(t, "messages", "a")).toEqual({ balance: 15, usage: 115 });
  });

  it("reset for each seat on the same day, also for a seat added mid-month", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"));
    setTime(APRIL_1 + 10 * DAY_MS);
    await createEntities(t, seat("b"));
    await track(t, { feature_id: "messages", entity_id: "a", value: 100 });
    await track(t, { feature_id: "messages", entity_id: "b", value: 1 });
    setTime(APRIL_1 + 30 * DAY_MS);
    expect(await amounts(t, "messages", "a")).toEqual({ balance: 100, usage: 0 });
    expect(await amounts(t, "messages", "b")).toEqual({ balance: 100, usage: 0 });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("INV-20: roll over within the cap of each", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "rolling" });
    await createEntities(t, seat("a"), seat("b"));
    await track(t, { feature_id: "messages", entity_id: "a", value: 80 });
    setTime(APRIL_1 + 30 * DAY_MS);
    expect((await amounts(t, "messages", "a"))?.balance).toBe(120);
    expect((await amounts(t, "messages", "b"))?.balance).toBe(150);
    await track(t, { feature_id: "messages", entity_id: "b", value: 1 });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("are granted to the entities that existed before the plan", async () => {
    const t = await startWorkspace();
    await createEntities(t, seat("a"), seat("b"));
    await attached(t, { product_id: "starter" });
    expect(await amounts(t, "seats")).toEqual({ balance: 1, usage: 2 });
    expect(await amounts(t, "messages", "a")).toEqual({ balance: 100, usage: 0 });
  });

  it("B37: count each seat once, whatever add-ons grant seats", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"), seat("b"));
    await attached(t, { product_id: "more_seats" });
    expect(await amounts(t, "seats")).toEqual({ balance: 3, usage: 2 });
    await deleteEntity(t, "a");
    expect(await amounts(t, "seats")).toEqual({ balance: 4, usage: 1 });
  });
});

describe("a product attached to an entity", () => {
  it("counts for that entity and for the customer, and for no other entity", async () => {
    const t = await startWorkspace();
    await createEntities(t, seat("a"), seat("b"));
    await attached(t, { product_id: "purse", entity_id: "a" });
    expect(await amounts(t, "coins", "a")).toEqual({ balance: 100, usage: 0 });
    expect(await amounts(t, "coins", "b")).toBeUndefined();
    expect(await amounts(t, "coins")).toEqual({ balance: 100, usage: 0 });
    const products = async (id: string) => (await getEntity(t, id)).data?.products ?? [];
    expect((await products("a")).map(({ id, entity_id }) => [id, entity_id])).toContainEqual([
      "purse",
      "a",
    ]);
    expect((await products("b")).map(({ id }) => id)).not.toContain("purse");
    const asked = await check(t, { product_id: "purse", entity_id: "b" });
    expect(asked.data).toMatchObject({ allowed: false, entity_id: "b" });
  });

  it("ends with the entity, and unused time is credited", async () => {
    const t = await startWorkspace();
    await saveCard(t);
    await createEntities(t, seat("a"));
    await attached(t, { product_id: "team", entity_id: "a" });
    setTime(APRIL_1 + 15 * DAY_MS);
    await deleteEntity(t, "a");
    const { products, invoices } = await getCustomer(t);
    expect(products.map(({ id }) => id)).toEqual(["free"]);
    expect(invoices).toMatchObject([{ total: -10 }, { total: 20 }]);
    expect(await ledgerGaps(t)).toEqual([]);
  });
});

describe("deleteEntity", () => {
  it("frees the seat and removes its balance, and changes no other", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"), seat("b"));
    await track(t, { feature_id: "messages", entity_id: "b", value: 10 });
    expect((await deleteEntity(t, "a")).data).toEqual({ success: true });
    expect(await amounts(t, "seats")).toEqual({ balance: 2, usage: 1 });
    expect(await amounts(t, "messages")).toEqual({ balance: 90, usage: 10 });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("frees no seat beyond the plan's limit", async () => {
    const t = await startWorkspace();
    await createEntities(t, seat("a"), seat("b"), seat("c"), seat("d"));
    await attached(t, { product_id: "starter" });
    await deleteEntity(t, "d");
    expect(await amounts(t, "seats")).toEqual({ balance: 0, usage: 3 });
    await deleteEntity(t, "c");
    expect(await amounts(t, "seats")).toEqual({ balance: 1, usage: 2 });
  });

  it("distinguishes an entity that never existed from a deleted one", async () => {
    const t = await startWorkspace();
    await createEntities(t, seat("a"));
    await deleteEntity(t, "a");
    expect(await deleteEntity(t, "a")).toMatchObject({
      error: { code: "entity_already_deleted" },
      statusCode: 400,
    });
    expect(await deleteEntity(t, "b")).toMatchObject({
      error: { code: "entity_not_found" },
      statusCode: 404,
    });
    expect((await getEntity(t, "a")).error?.code).toBe("entity_not_found");
  });

  it("bills the entity's overage", async () => {
    const t = await startWorkspace();
    await saveCard(t);
    await attached(t, { product_id: "metering" });
    await createEntities(t, seat("a"), seat("b"));
    await track(t, { feature_id: "messages", entity_id: "a", value: 14 });
    await deleteEntity(t, "a");
    expect((await getCustomer(t)).invoices).toMatchObject([{ total: 4, status: "paid" }]);
    setTime(APRIL_1 + 30 * DAY_MS);
    expect((await getCustomer(t)).invoices).toHaveLength(1);
  });
});

describe("an unknown entity", () => {
  it("is refused by every call that names one", async () => {
    const t = await startWorkspace();
    const name = { feature_id: "messages", entity_id: "x" };
    const who = { customerId: ANA, entityId: "x" };
    const use = { featureId: "messages", value: 1, key: "k" };
    const gate = await t.run((ctx) => gateFeature(ctx, who, use));
    const refusals = [await check(t, name), await track(t, name), gate, await getEntity(t, "x")];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ error: { code: "entity_not_found" }, statusCode: 404 });
    }
    const need = { featureId: "messages", required: 1, now: APRIL_1 };
    expect(await t.run((ctx) => isAllowed(ctx, who, need))).toBe(false);
  });

  it("is created by check and track when they carry its data", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    const born = { entity_data: { feature_id: "seats", name: "Ada" } };
    const asked = await check(t, { feature_id: "messages", entity_id: "x", ...born });
    expect(asked.data).toMatchObject({ allowed: true, entity_id: "x", balance: 100 });
    await track(t, { feature_id: "messages", entity_id: "y", ...born });
    expect((await getEntity(t, "y")).data).toMatchObject({ name: "Ada", feature_id: "seats" });
    expect(await amounts(t, "seats")).toEqual({ balance: 1, usage: 2 });
  });

  it("is not created by check where its seat costs money", async () => {
    const t = await startWorkspace();
    await saveCard(t);
    await attached(t, { product_id: "team" });
    const born = { entity_data: { feature_id: "seats" } };
    const asked = await check(t, { feature_id: "seats", entity_id: "x", ...born });
    expect(asked).toMatchObject({ error: { code: "invalid_request" }, statusCode: 400 });
  });
});

describe("a host's check for an entity", () => {
  it("is answered from the entity's own balance", async () => {
    const t = await startWorkspace();
    await attached(t, { product_id: "starter" });
    await createEntities(t, seat("a"), seat("b"));
    const who = { customerId: ANA, entityId: "a" };
    const use = { featureId: "messages", value: 60, key: "first" };
    await t.run((ctx) => gateFeature(ctx, who, use));
    const again = await t.run((ctx) => gateFeature(ctx, who, { ...use, key: "second" }));
    expect(again.error?.code).toBe("insufficient_balance");
    const ask = (required: number) =>
      t.run((ctx) => isAllowed(ctx, who, { featureId: "messages", required, now: APRIL_1 }));
    expect([await ask(40), await ask(41)]).toEqual([true, false]);
  });
});
