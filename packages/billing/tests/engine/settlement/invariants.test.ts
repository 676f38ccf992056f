import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import {
  ANA,
  CARDS,
  DAY_MS,
  attach,
  gate,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
  startEngine,
} from "../harness";
import type { Engine } from "../harness";
import { belowFloor } from "../invariants";
import { casesFrom } from "../cases-from";
import { triesOf } from "../processors";

const PRODUCTS = ["free", "creator", "creator_annual", "pro", "studio", "storage_plus"];
const FEATURES = ["uploads", "boost", "ai_tag", "collections", "storage_gb"];

const anyStep = fc.oneof(
  fc.record({ do: fc.constant("attach" as const), product: fc.constantFrom(...PRODUCTS) }),
  fc.record({ do: fc.constant("pack" as const), quantity: fc.constantFrom(100, 250) }),
  fc.record({ do: fc.constant("credits" as const), quantity: fc.constantFrom(0, 100, 500) }),
  fc.record({
    do: fc.constantFrom("track" as const, "gate" as const),
    feature: fc.constantFrom(...FEATURES),
    value: fc.constantFrom(0.5, 1, 7, 40),
  }),
  fc.record({
    do: fc.constant("giveBack" as const),
    feature: fc.constantFrom(...FEATURES),
    value: fc.constantFrom(1, 30),
  }),
  fc.record({ do: fc.constant("wait" as const), days: fc.constantFrom(0.3, 5, 14, 31, 70) }),
  fc.record({ do: fc.constant("card" as const), card: fc.constantFrom("ok", "failsLater") }),
);
type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

describe("random customer actions", () => {
  it("leave ledger, balances, plans and invoices consistent", async () => {
    const begin = casesFrom(async () => {
      const t = await startEngine();
      await saveCard(t);
      return t;
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 4 }), (steps) =>
        begin(async (t) => {
          for (const step of steps) {
            await take(t, step);
            expect(await ledgerGaps(t)).toEqual([]);
            expect(await overbooked(t)).toEqual([]);
            const balanceRows = await t.run((ctx) => ctx.db.query("balances").take(500));
            expect(belowFloor({ balanceRows })).toEqual([]);
            expect(await orphans(t)).toEqual([]);
            expect(await wrongInvoices(t)).toEqual([]);
          }
        }),
      ),
      { numRuns: triesOf(200) },
    );
  });
});

async function take(t: Engine, step: Step): Promise<void> {
  switch (step.do) {
    case "attach":
      await buy(t, { product_id: step.product });
      break;
    case "pack":
      await buy(t, { product_id: "boost_pack", options: credits(step.quantity) });
      break;
    case "credits":
      await buy(t, { product_id: "creator", options: credits(step.quantity) });
      break;
    case "track":
      await track(t, step.feature, step.value);
      break;
    case "giveBack":
      await track(t, step.feature, -step.value);
      break;
    case "gate":
      await gateAsChecked(t, step.feature, step.value);
      break;
    case "wait":
      setTime(Date.now() + step.days * DAY_MS);
      await getCustomer(t);
      break;
    case "card":
      await saveCard(t, step.card === "ok" ? CARDS.ok : CARDS.failsLater);
  }
}

const credits = (quantity: number) => [{ feature_id: "credits", quantity }];

/** The amounts of checkout are those of attach, at the same instant. */
async function buy(t: Engine, params: Parameters<typeof attach>[1]) {
  const shown = await t.mutation(api.public.checkout, {
    params: { customer_id: ANA, ...params },
  });
  const { data } = await attach(t, params);
  if (!data || data.code === "checkout_created") return;
  expect(data.invoice?.total ?? 0).toBe(Math.round((shown.data?.total ?? NaN) * 100));
}

/** A check that allows predicts a use that succeeds, and the other way round. */
async function gateAsChecked(t: Engine, featureId: string, value: number) {
  const asked = await t.mutation(api.public.check, {
    params: { customer_id: ANA, feature_id: featureId, required_balance: value },
  });
  const used = await gate(t, featureId, value);
  expect([asked.error, used.error]).toEqual([null, null]);
  expect(used.data?.allowed).toBe(asked.data?.allowed);
}

function track(t: Engine, featureId: string, value: number) {
  return t.mutation(api.public.track, {
    params: { customer_id: ANA, feature_id: featureId, value },
  });
}

/** Groups with more than one active or scheduled plan. */
async function overbooked(t: Engine) {
  const { products } = await getCustomer(t);
  const places = products
    .filter(({ is_add_on }) => !is_add_on)
    .map(({ group, status }) => `${String(group)} ${status}`);
  return places.filter((place, index) => places.indexOf(place) !== index);
}

/** Balances of ended products: closing them completes their ledger. */
async function orphans(t: Engine) {
  return await t.run(async (ctx) => {
    const balanceRows = await ctx.db.query("balances").take(500);
    const rows = await Promise.all(
      balanceRows.map((balance) => ctx.db.get("subscriptions", balance.subscription_id)),
    );
    return rows.filter((row) => row?.status !== "active" && row?.status !== "past_due");
  });
}

async function wrongInvoices(t: Engine) {
  const invoices = await t.run((ctx) => ctx.db.query("invoices").take(500));
  return invoices.filter(({ lines, total_minor }) => {
    const sum = lines.reduce((total, { minor }) => total + minor, 0);
    return sum !== total_minor || !lines.every(({ minor }) => Number.isSafeInteger(minor));
  });
}
