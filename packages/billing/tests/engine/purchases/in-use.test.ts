import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { decideFeatureAccess } from "../../../src/contract/access";
import { install } from "../../../src/component/store/catalogue/catalog";
import type { FeatureDefinition, ProductDefinition } from "../../../src/component/rules/model";
import {
  ANA,
  APRIL_1,
  attached,
  getCustomer,
  ledgerGaps,
  MAY_1,
  saveCard,
  setTime,
} from "../harness";
import { startEngine } from "../harness";
import type { Engine } from "../harness";
import { amounts, check, createEntities, deleteEntity, seat, setUsage, track } from "../workspace";

const feature = (id: string, type: FeatureDefinition["type"]): FeatureDefinition => ({
  id,
  name: id,
  type,
  archived: false,
});

const team = (
  id: string,
  price: number,
  seats: number,
  gigabytes: number | "inf",
): ProductDefinition => ({
  id,
  name: id,
  group: "team",
  is_add_on: false,
  is_default: false,
  archived: false,
  free_trial: null,
  items: [
    { price, interval: "month" },
    { feature_id: "seats", included_usage: seats },
    { feature_id: "messages", included_usage: 60, entity_feature_id: "seats", interval: "month" },
    { feature_id: "disk", included_usage: gigabytes },
  ],
});

const MORE: ProductDefinition = {
  ...team("more", 5, 2, 10),
  is_add_on: true,
  items: [
    { price: 5, interval: "month" },
    { feature_id: "seats", included_usage: 2 },
    { feature_id: "disk", included_usage: 10 },
  ],
};

/** A customer with five seats and 25 GB, who uses all seats and 20 GB. */
async function startInUse(seats = ["a", "b", "c", "d", "e"]): Promise<Engine> {
  const t = await startEngine();
  const catalogue = {
    currency: "usd",
    features: [
      feature("seats", "continuous_use"),
      feature("messages", "single_use"),
      feature("disk", "continuous_use"),
    ],
    products: [
      team("five", 20, 5, 25),
      team("two", 10, 2, 1),
      team("two_dearer", 30, 2, 1),
      team("ten", 50, 10, 100),
      team("boundless", 40, 5, "inf"),
      MORE,
    ],
  };
  await t.run((ctx) => install(ctx, catalogue, APRIL_1));
  await saveCard(t);
  await attached(t, { product_id: "five" });
  await createEntities(t, ...seats.map((id) => seat(id)));
  await setUsage(t, "disk", 20);
  return t;
}

/** Which of the entities have a per-seat grant, oldest first. */
async function allowances(t: Engine) {
  const rows = await t.run((ctx) => ctx.db.query("balances").take(100));
  return rows
    .filter(({ feature_id }) => feature_id === "messages")
    .map(({ entity_id }) => entity_id)
    .sort();
}

async function cancel(t: Engine, productId: string) {
  const params = { customer_id: ANA, product_id: productId, cancel_immediately: true };
  return await t.mutation(api.public.cancel, { params });
}

describe("units in use when the new plan has fewer", () => {
  it.each<[string, (t: Engine) => Promise<unknown>]>([
    ["at once", (t) => attached(t, { product_id: "two_dearer" })],
    [
      "at the end of the period",
      async (t) => {
        await attached(t, { product_id: "two" });
        setTime(MAY_1);
      },
    ],
  ])(
    "stay in use, with as many per-seat grants as the plan has seats: %s",
    async (_when, change) => {
      const t = await startInUse();
      await change(t);
      expect(await amounts(t, "seats")).toEqual({ balance: -3, usage: 5 });
      expect(await amounts(t, "disk")).toEqual({ balance: -19, usage: 20 });
      expect(await allowances(t)).toEqual(["a", "b"]);
      expect(await amounts(t, "messages")).toEqual({ balance: 120, usage: 0 });
      expect(await ledgerGaps(t)).toEqual([]);
    },
  );

  it("are never lost, and nothing is added until use is below the limit", async () => {
    const t = await startInUse();
    await attached(t, { product_id: "two_dearer" });
    for (const id of ["c", "d"]) {
      expect((await createEntities(t, seat("new"))).error?.code).toBe("feature_limit_reached");
      expect((await check(t, { feature_id: "seats" })).data?.allowed).toBe(false);
      const { features } = await getCustomer(t);
      expect(decideFeatureAccess(features, "seats", 1).allowed).toBe(false);
      await deleteEntity(t, id);
    }
    expect(await amounts(t, "seats")).toEqual({ balance: -1, usage: 3 });
    await deleteEntity(t, "e");
    expect((await createEntities(t, seat("new"))).error?.code).toBe("feature_limit_reached");
    await deleteEntity(t, "b");
    expect(await amounts(t, "seats")).toEqual({ balance: 1, usage: 1 });
    expect((await createEntities(t, seat("new"))).error).toBeNull();
    expect(await allowances(t)).toEqual(["a", "new"]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("pass a deleted entity's grant to the oldest entity without one", async () => {
    const t = await startInUse();
    await attached(t, { product_id: "two_dearer" });
    await track(t, { feature_id: "messages", value: 45, entity_id: "a" });
    await deleteEntity(t, "a");
    expect(await allowances(t)).toEqual(["b", "c"]);
    expect(await amounts(t, "messages", "c")).toEqual({ balance: 15, usage: 45 });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("are counted by a new add-on, which brings its seats their grants", async () => {
    const t = await startInUse();
    await attached(t, { product_id: "two_dearer" });
    await attached(t, { product_id: "more" });
    expect(await amounts(t, "seats")).toEqual({ balance: -1, usage: 5 });
    expect(await amounts(t, "disk")).toEqual({ balance: -9, usage: 20 });
    expect((await check(t, { feature_id: "seats" })).data?.allowed).toBe(false);
    expect((await track(t, { feature_id: "disk" })).data?.partial).toEqual([
      { feature_id: "disk", applied: 0, unapplied: 1 },
    ]);
    expect(await allowances(t)).toEqual(["a", "b", "c", "d"]);
  });

  it("stay in use when their add-on ends", async () => {
    const t = await startInUse();
    await attached(t, { product_id: "more" });
    await createEntities(t, seat("f"), seat("g"));
    await setUsage(t, "disk", 34);
    await cancel(t, "more");
    expect(await amounts(t, "seats")).toEqual({ balance: -2, usage: 7 });
    expect(await amounts(t, "disk")).toEqual({ balance: -9, usage: 34 });
    expect(await allowances(t)).toEqual(["a", "b", "c", "d", "e"]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("fit again on a larger plan, where each entity has its grant", async () => {
    const t = await startInUse();
    await attached(t, { product_id: "two_dearer" });
    await attached(t, { product_id: "ten" });
    expect(await amounts(t, "seats")).toEqual({ balance: 5, usage: 5 });
    expect(await amounts(t, "disk")).toEqual({ balance: 80, usage: 20 });
    expect(await allowances(t)).toEqual(["a", "b", "c", "d", "e"]);
  });

  it("are counted on a plan without a limit, because one with a limit may follow", async () => {
    const t = await startInUse();
    await attached(t, { product_id: "boundless" });
    expect(await amounts(t, "disk")).toEqual({ balance: 0, usage: 20 });
    await track(t, { feature_id: "disk", value: 15 });
    await setUsage(t, "disk", 50);
    expect((await track(t, { feature_id: "disk", value: -2 })).data).not.toHaveProperty("partial");
    expect(await amounts(t, "disk")).toEqual({ balance: 0, usage: 48 });
    await attached(t, { product_id: "two" });
    setTime(MAY_1);
    expect(await amounts(t, "disk")).toEqual({ balance: -47, usage: 48 });
    expect((await setUsage(t, "disk", 0)).error).toBeNull();
    expect((await track(t, { feature_id: "disk", value: -1 })).data?.partial).toEqual([
      { feature_id: "disk", applied: 0, unapplied: -1 },
    ]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("are what usage reports, beyond the limit too", async () => {
    const t = await startInUse();
    expect((await setUsage(t, "disk", 40)).data).not.toHaveProperty("partial");
    expect(await amounts(t, "disk")).toEqual({ balance: -15, usage: 40 });
    await setUsage(t, "disk", 24);
    expect(await amounts(t, "disk")).toEqual({ balance: 1, usage: 24 });
    expect(await ledgerGaps(t)).toEqual([]);
  });
});
