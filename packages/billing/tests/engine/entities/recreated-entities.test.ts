import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { install } from "../../../src/component/store/catalogue/catalog";
import { MICROS_PER_UNIT } from "../../../src/component/rules/model";
import type { ItemDefinition, ProductDefinition } from "../../../src/component/rules/model";
import { casesFrom } from "../cases-from";
import { ANA, APRIL_1, MAY_1, attached, ledgerGaps, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { triesOf } from "../processors";
import {
  amounts,
  createEntities,
  deleteEntity,
  FEATURES,
  seat,
  startWorkspace,
  track,
} from "../workspace";

const monthly = { interval: "month" as const };
const perSeat = (over: Partial<ItemDefinition> = {}): ItemDefinition => ({
  feature_id: "messages",
  included_usage: 100,
  entity_feature_id: "seats",
  ...monthly,
  ...over,
});
const plan = (id: string, items: ItemDefinition[]): ProductDefinition => ({
  id,
  name: id,
  group: "",
  is_add_on: false,
  is_default: false,
  archived: false,
  items,
  free_trial: null,
});

const INCLUDED = { feature_id: "seats", included_usage: 3 };
const PLANS = [
  plan("included", [INCLUDED, perSeat()]),
  plan("one_seat", [{ ...INCLUDED, included_usage: 1 }, perSeat()]),
  plan("by_use", [
    { feature_id: "seats", included_usage: 1, price: 10, usage_model: "pay_per_use", ...monthly },
    perSeat(),
  ]),
  plan("prepaid", [
    { feature_id: "seats", price: 10, usage_model: "prepaid", ...monthly },
    perSeat(),
  ]),
  {
    ...plan("more_seats", [
      { price: 5, ...monthly },
      { feature_id: "seats", included_usage: 1 },
    ]),
    is_add_on: true,
  },
  plan("any_number", [perSeat()]),
  plan("lifetime", [
    INCLUDED,
    { feature_id: "messages", included_usage: 100, entity_feature_id: "seats" },
  ]),
  plan("daily", [INCLUDED, perSeat({ interval: "day" })]),
  plan("metered", [INCLUDED, perSeat({ price: 1, usage_model: "pay_per_use" })]),
  plan("stored", [
    INCLUDED,
    { feature_id: "rooms", included_usage: 100, entity_feature_id: "seats" },
  ]),
];

async function startOn(product_id: string, seats = 0) {
  const t = await startWorkspace();
  await t.run((ctx) =>
    install(ctx, { currency: "usd", features: FEATURES, products: PLANS }, APRIL_1),
  );
  await saveCard(t);
  await attached(t, {
    product_id,
    ...(seats > 0 && { options: [{ feature_id: "seats", quantity: seats }] }),
  });
  return t;
}

const spend = (t: Engine, entity_id: string, value: number, feature_id = "messages") =>
  track(t, { feature_id, entity_id, value });
const left = async (t: Engine, id: string, featureId = "messages") =>
  (await amounts(t, featureId, id))?.balance;

describe("an entity that is removed and created again", () => {
  it.each([
    ["included", 0],
    ["by_use", 0],
    ["prepaid", 2],
    ["any_number", 0],
    ["lifetime", 0],
    ["daily", 0],
    ["metered", 0],
  ])("continues with the rest of its grant: %s", async (product_id, seats) => {
    const t = await startOn(product_id, seats);
    await createEntities(t, seat("a"));
    await spend(t, "a", 70);
    for (const value of [10, 20]) {
      await deleteEntity(t, "a");
      await createEntities(t, seat("a"));
      await spend(t, "a", value);
    }
    expect(await amounts(t, "messages", "a")).toEqual({ balance: 0, usage: 100 });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("has a whole grant from the next period on", async () => {
    const t = await startOn("included");
    await createEntities(t, seat("a"));
    await spend(t, "a", 70);
    await deleteEntity(t, "a");
    await createEntities(t, seat("a"));
    setTime(MAY_1);
    expect(await left(t, "a")).toBe(100);
    await spend(t, "a", 5);
    await deleteEntity(t, "a");
    setTime(Date.UTC(2025, 5, 1));
    await createEntities(t, seat("a"));
    expect(await left(t, "a")).toBe(100);
    setTime(Date.UTC(2025, 6, 15));
    await t.mutation(internal.lifecycle.retention.deleteOld, {});
    expect(await t.run((ctx) => ctx.db.query("usedGrants").take(5))).toEqual([]);
  });

  it("resets when it would have, not a day after it was created again", async () => {
    const t = await startOn("daily");
    await createEntities(t, seat("a"));
    await spend(t, "a", 70);
    setTime(APRIL_1 + 20 * 3_600_000);
    await deleteEntity(t, "a");
    await createEntities(t, seat("a"));
    expect(await left(t, "a")).toBe(30);
    setTime(APRIL_1 + 24 * 3_600_000);
    expect(await left(t, "a")).toBe(100);
  });

  it("is billed for use beyond the grant once", async () => {
    const t = await startOn("metered");
    await createEntities(t, seat("a"));
    await spend(t, "a", 130);
    await deleteEntity(t, "a");
    await createEntities(t, seat("a"));
    expect(await amounts(t, "messages", "a")).toEqual({ balance: 0, usage: 100 });
    await spend(t, "a", 5);
    setTime(MAY_1);
    const { data } = await t.mutation(api.public.createCustomer, {
      params: { id: ANA, expand: ["invoices"] },
    });
    const totals = data?.invoices?.map(({ total }) => total).filter((total) => total > 0);
    expect(totals).toEqual([5, 30]);
  });

  it("keeps no usage of features in use: its storage was deleted with it", async () => {
    const t = await startOn("stored");
    await createEntities(t, seat("a"));
    await spend(t, "a", 70, "rooms");
    await deleteEntity(t, "a");
    await createEntities(t, seat("a"));
    expect(await left(t, "a", "rooms")).toBe(100);
  });
});

describe("an entity of another id", () => {
  it("takes over the rest of a seat's grant, once every seat had its grant", async () => {
    const t = await startOn("included");
    await createEntities(t, seat("a"), seat("b"));
    await spend(t, "a", 70);
    await deleteEntity(t, "a");
    // The third seat has not had a grant yet.
    await createEntities(t, seat("c"));
    expect(await left(t, "c")).toBe(100);
    await createEntities(t, seat("d"));
    expect(await left(t, "d")).toBe(30);
  });

  it("takes it over where each seat is paid by its use, and given back for a credit", async () => {
    const t = await startOn("by_use");
    await createEntities(t, seat("a"), seat("b"));
    await spend(t, "b", 70);
    await deleteEntity(t, "b");
    await createEntities(t, seat("c"));
    expect(await left(t, "c")).toBe(30);
    await createEntities(t, seat("d"));
    expect(await left(t, "d")).toBe(100);
  });

  it("takes it over when a seat is given back and bought again", async () => {
    const t = await startOn("prepaid", 2);
    await createEntities(t, seat("a"), seat("b"));
    await spend(t, "b", 70);
    await deleteEntity(t, "b");
    for (const quantity of [1, 2]) {
      await attached(t, {
        product_id: "prepaid",
        options: [{ feature_id: "seats", quantity }],
      });
    }
    await createEntities(t, seat("c"));
    expect(await left(t, "c")).toBe(30);
  });
});

describe("an entity that loses its seat and gets one again", () => {
  it("continues with the rest of its grant", async () => {
    const t = await startOn("one_seat");
    await attached(t, { product_id: "more_seats" });
    await createEntities(t, seat("a"), seat("b"));
    await spend(t, "b", 70);
    const params = { customer_id: ANA, product_id: "more_seats", cancel_immediately: true };
    expect((await t.mutation(api.public.cancel, { params })).error).toBeNull();
    expect(await amounts(t, "messages", "b")).toBeUndefined();
    await attached(t, { product_id: "more_seats" });
    expect(await amounts(t, "messages", "b")).toEqual({ balance: 30, usage: 70 });
    expect(await ledgerGaps(t)).toEqual([]);
  });
});

describe("the usage of a month, whichever entities come and go", () => {
  const anyMove = fc.record({
    do: fc.constantFrom("create" as const, "delete" as const, "use" as const, "use" as const),
    entity: fc.constantFrom("a", "b", "c"),
  });
  const anyLife = fc.record({
    plan: fc.constantFrom("one_seat" as const, "by_use" as const),
    moves: fc.array(anyMove, { minLength: 6, maxLength: 10 }),
  });
  const withOne = (product_id: string) =>
    casesFrom(async () => {
      const t = await startOn(product_id);
      await createEntities(t, seat("a"));
      return t;
    });

  it("never exceeds a grant for each seat that was in use at once", async () => {
    const begin = { one_seat: withOne("one_seat"), by_use: withOne("by_use") };
    await fc.assert(
      fc.asyncProperty(anyLife, ({ plan: product_id, moves }) =>
        begin[product_id](async (t) => {
          const live = new Set(["a"]);
          let peak = 1;
          for (const { do: what, entity } of moves) {
            if (what === "create" && !(await createEntities(t, seat(entity))).error) {
              live.add(entity);
            }
            if (what === "delete" && !(await deleteEntity(t, entity)).error) live.delete(entity);
            if (what === "use" && live.has(entity)) await spend(t, entity, 60);
            peak = Math.max(peak, live.size);
          }
          const events = await t.run((ctx) => ctx.db.query("usageEvents").take(100));
          const messages = events.filter(({ feature_id: id }) => id === "messages");
          const used = messages.reduce((sum, { applied }) => sum + applied, 0);
          expect(used).toBeLessThanOrEqual(peak * 100 * MICROS_PER_UNIT);
          expect(await ledgerGaps(t)).toEqual([]);
        }),
      ),
      { numRuns: triesOf(200) },
    );
  });
});
