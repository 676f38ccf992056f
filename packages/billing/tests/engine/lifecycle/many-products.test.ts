import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { ANA, MAY_1, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { bought, cancel, openShop, swapCards } from "../shop";
import { CARDS } from "../cards";
import { addCrowd, putOnBasic } from "../crowd";

/** More than one page of anything that is read at once. */
const MANY = 104;
/** More than a call processes, and more unpaid ones than an earlier limit. */
const DUE = 25;
const LAST = `c${MANY - 1}`;
/** The balance that an entity shares with all others: the customer's own free plans. */
const SHARED = 11;

/** A plan of $10 for each entity except the last. */
async function manyPlans(count = MANY): Promise<Engine> {
  const t = await openShop();
  await saveCard(t);
  const ids = await addCrowd(t, count);
  await putOnBasic(t, ids.slice(0, -1));
  return t;
}

const uploadsOf = async (t: Engine, entityId: string) => {
  const asked = { params: { customer_id: ANA, entity_id: entityId }, now: Date.now() };
  const { data } = await t.query(api.public.getEntity, asked);
  return data?.features.uploads?.balance;
};

const wake = async (t: Engine) => {
  const customer = await t.run((ctx) => ctx.db.query("customers").first());
  if (!customer) throw new Error("There is no customer");
  await t.mutation(internal.lifecycle.renewals.processDue, { customer: customer._id });
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

describe("renewals of many products that are due at the same time", () => {
  it("are one step per transaction, and continue by themselves until none is left", async () => {
    const t = await manyPlans(DUE);
    setTime(MAY_1);
    await wake(t);
    expect(await renewals(t)).toHaveLength(1);
    await t.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await renewals(t)).toHaveLength(DUE - 1);
    expect(new Set((await renewals(t)).map(({ subscription: id }) => id)).size).toBe(DUE - 1);
  });

  it("of the called entity are processed before the call", async () => {
    const t = await manyPlans(DUE);
    setTime(MAY_1);
    const used = { customer_id: ANA, entity_id: "c15", feature_id: "uploads", value: 7 };
    await t.mutation(api.public.track, { params: used });
    expect(await uploadsOf(t, "c15")).toBe(SHARED + 100 - 7);
    expect(await renewals(t)).toHaveLength(1);
  });

  it("that fail are each retried, and written off when their grace period ends", async () => {
    const t = await manyPlans(DUE);
    await swapCards(t, CARDS.failsLater);
    setTime(MAY_1);
    await wake(t);
    await t.finishAllScheduledFunctions(vi.runAllTimers, 300);
    expect((await renewals(t)).map(({ status }) => status)).toEqual(
      Array.from({ length: DUE - 1 }, () => "uncollectible"),
    );
    expect(await uploadsOf(t, "c15")).toBe(SHARED);
  });
});
