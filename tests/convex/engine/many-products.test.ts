import { afterEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../../convex/_generated/api";
import { ANA, MAY_1, getCustomer, saveCard, setTime } from "./harness";
import type { Engine } from "./harness";
import { addEntities, bought, cancel, openShop, swapCards } from "./shop";
import { CARDS } from "./cards";

/** More than one page of anything that is read at once. */
const MANY = 104;
const LAST = `e${MANY - 1}`;
/** What an entity shares with all others: the customer's own free plans. */
const SHARED = 11;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** A plan of $10 for each entity. All but the first and the last are copies of the first. */
async function manyPlans(count = MANY): Promise<Engine> {
  const t = await openShop();
  const ids = Array.from({ length: count }, (_, at) => `e${at}`);
  await saveCard(t);
  await addEntities(t, ...ids);
  await bought(t, { product_id: "basic", entity_id: "e0" });
  await t.run(async (ctx) => {
    const held = await ctx.db.query("heldProducts").take(10);
    const first = held.find(({ entity_id: id }) => id === "e0");
    if (!first) throw new Error("e0 has no plan");
    const buckets = await ctx.db
      .query("balances")
      .withIndex("by_held_product_id", (q) => q.eq("held_product_id", first._id))
      .take(10);
    for (const entity_id of ids.slice(1, -1)) {
      const held_product_id = await ctx.db.insert("heldProducts", {
        ...fieldsOf(first),
        entity_id,
      });
      for (const bucket of buckets) {
        await ctx.db.insert("balances", { ...fieldsOf(bucket), held_product_id, entity_id });
      }
    }
  });
  return t;
}

function fieldsOf<T extends { _id: string; _creationTime: number }>(document: T) {
  const { _id, _creationTime, ...fields } = document;
  return fields;
}

const uploadsOf = async (t: Engine, entityId: string) => {
  const asked = { params: { customer_id: ANA, entity_id: entityId }, now: Date.now() };
  const { data } = await t.query(internal.engine.operations.getEntity, asked);
  return data?.features.uploads?.balance;
};

const wake = async (t: Engine) => {
  const customer = await t.run((ctx) => ctx.db.query("customers").first());
  if (!customer) throw new Error("There is no customer");
  await t.mutation(internal.engine.lifecycle.renewals.wake, { customer: customer._id });
};

const renewals = async (t: Engine) => {
  const rows = await t.run((ctx) => ctx.db.query("invoices").take(1_000));
  return rows.filter(({ billing_reason: why }) => why === "subscription_cycle");
};

describe(`the plan of entity ${MANY}`, () => {
  it("is there once it is paid", async () => {
    const t = await manyPlans();
    await bought(t, { product_id: "basic", entity_id: LAST });
    expect(await uploadsOf(t, LAST)).toBe(SHARED + 100);
    const { products, features } = await getCustomer(t);
    expect(products.filter(({ id }) => id === "basic")).toHaveLength(MANY);
    expect(features.uploads?.included_usage).toBe(SHARED + MANY * 100);
  });

  it("can be canceled", async () => {
    const t = await manyPlans();
    await bought(t, { product_id: "basic", entity_id: LAST });
    const params = { product_id: "basic", entity_id: LAST, cancel_immediately: true };
    expect((await cancel(t, params)).error).toBeNull();
    expect(await uploadsOf(t, LAST)).toBe(SHARED);
  });
});

describe("renewals of many products that are due at once", () => {
  it("are one step per transaction, and go on by themselves until none is left", async () => {
    const t = await manyPlans();
    setTime(MAY_1);
    await wake(t);
    expect(await renewals(t)).toHaveLength(1);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await renewals(t)).toHaveLength(MANY - 1);
    expect(new Set((await renewals(t)).map(({ held_product: id }) => id)).size).toBe(MANY - 1);
  });

  it("of the entity that a call is about are taken before the call", async () => {
    const t = await manyPlans();
    setTime(MAY_1);
    const used = { customer_id: ANA, entity_id: "e50", feature_id: "uploads", value: 7 };
    await t.mutation(internal.engine.operations.track, { params: used });
    expect(await uploadsOf(t, "e50")).toBe(SHARED + 100 - 7);
    expect(await renewals(t)).toHaveLength(1);
  });

  it("that fail are each tried again, and written off when their grace ends", async () => {
    const t = await manyPlans(25);
    await swapCards(t, CARDS.failsLater);
    setTime(MAY_1);
    await wake(t);
    await t.finishAllScheduledFunctions(vi.runAllTimers, 300);
    expect((await renewals(t)).map(({ status }) => status)).toEqual(
      Array.from({ length: 24 }, () => "uncollectible"),
    );
    expect(await uploadsOf(t, "e23")).toBe(SHARED);
  });
});
