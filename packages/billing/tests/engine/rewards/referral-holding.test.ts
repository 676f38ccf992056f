import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../../../../convex/community/plans";
import { install } from "../../../src/component/store/catalogue/catalog";
import { readRevision } from "../../../src/component/operations/customers/customers";
import { isKeptWhole } from "../../../src/component/rules/invoices/invoice";
import { casesOf } from "../../../../../tests/cases";
import { casesFrom } from "../cases-from";
import { ANA, APRIL_1, DAY_MS, getCustomer, saveCard, setTime, startEngine } from "../harness";
import type { Engine } from "../harness";
import { bought, buy, canceled, use } from "../shop";

const HOLD_MS = 30 * DAY_MS;
const REFERRER = "user_ben";

/** Ana has a card and has redeemed Ben's code; both get 200 credits once she has paid. */
async function startReferred() {
  const t = await startEngine();
  await getCustomer(t, REFERRER);
  await getCustomer(t);
  await saveCard(t);
  const { data } = await t.mutation(api.public.createReferralCode, {
    params: { customer_id: REFERRER, program_id: "invite-artist" },
  });
  const params = { customer_id: ANA, code: String(data?.code) };
  expect((await t.mutation(api.public.redeemReferralCode, { params })).error).toBeNull();
  return t;
}

/** Lets time pass, and Ana's due steps happen. */
async function at(t: Engine, time: number) {
  setTime(time);
  await getCustomer(t);
}

async function creditsOf(t: Engine, id: string) {
  const { products } = await getCustomer(t, id);
  return products.filter((product) => product.id === "referral_credits").length * 200;
}

const both = async (t: Engine) => [await creditsOf(t, REFERRER), await creditsOf(t, ANA)];

async function refund(t: Engine, amount?: number) {
  const invoice = (await getCustomer(t)).invoices?.at(-1)?.stripe_id;
  const { error } = await t.mutation(internal.operations.invoices.refunds.refund, {
    customerId: ANA,
    invoice: String(invoice),
    ...(amount !== undefined && { amount }),
  });
  expect(error).toBeNull();
}

function dispute(t: Engine, state: "open" | "won" | "lost") {
  return t.run(async (ctx) => {
    const [invoice] = await ctx.db.query("invoices").take(1);
    if (!invoice) throw new Error("Nothing was paid");
    const { customer, key, currency, total_minor: minor } = invoice;
    const about = { customer, customer_id: ANA, key, minor, currency, reason: "fraudulent" };
    const when = { opened_at: Date.now(), closed_at: state === "open" ? null : Date.now() };
    await ctx.db.insert("disputes", { dispute_id: "dp", ...about, state, ...when });
  });
}

describe("a reward that a payment earns", () => {
  it("is given to both once the payment was kept for the holding time", async () => {
    const t = await startReferred();
    await bought(t, { product_id: "creator" });
    const listed = async () => {
      const params = { id: REFERRER, expand: ["referrals" as const] };
      return (await t.mutation(api.public.createCustomer, { params })).data?.referrals;
    };
    const held = { reward_applied: false, reward_due_at: APRIL_1 + HOLD_MS };
    expect(await listed()).toMatchObject([held]);
    await at(t, APRIL_1 + HOLD_MS - 1);
    expect(await both(t)).toEqual([0, 0]);
    await at(t, APRIL_1 + HOLD_MS);
    expect(await both(t)).toEqual([200, 200]);
    const [given] = (await listed()) ?? [];
    expect([given?.reward_applied, given?.reward_due_at]).toEqual([true, undefined]);
  });

  it("updates the referrer's open pages when it is earned, and when it no longer is", async () => {
    const t = await startReferred();
    const revision = () => t.run(async (ctx) => (await readRevision(ctx, REFERRER)).customer);
    const first = await revision();
    await bought(t, { product_id: "creator" });
    const earned = await revision();
    expect(earned).toBeGreaterThan(first);
    await refund(t);
    await at(t, APRIL_1 + HOLD_MS);
    expect(await revision()).toBeGreaterThan(earned);
  });

  it("is found by the job for due steps, without a call for the customer", async () => {
    const t = await startReferred();
    await bought(t, { product_id: "creator_annual" });
    const row = await t.run(async (ctx) => (await ctx.db.query("customers").take(9)).at(-1));
    expect(row).toMatchObject({ customer_id: ANA, next_due_at: APRIL_1 + HOLD_MS });
    setTime(APRIL_1 + 2 * HOLD_MS);
    const takeOne = () =>
      row ? t.mutation(internal.lifecycle.renewals.takeOne, { customer: row._id }) : null;
    while (await takeOne());
    expect(await creditsOf(t, REFERRER)).toBe(200);
  });

  it("comes with the test clock of the customer who paid", async () => {
    const t = await startReferred();
    await bought(t, { product_id: "creator" });
    const to = APRIL_1 + HOLD_MS;
    await t.mutation(api.lifecycle.testClock.advance, { customerId: ANA, to });
    expect(await both(t)).toEqual([200, 200]);
  });

  it.each<[string, (t: Engine) => Promise<unknown>]>([
    ["a trial of another plan returns it", (t) => bought(t, { product_id: "pro" })],
    ["it is refunded", (t) => refund(t)],
    ["a part of it is refunded", (t) => refund(t, 1)],
    ["its bank wants it back", (t) => dispute(t, "open")],
    ["its bank took it back", (t) => dispute(t, "lost")],
  ])("is not given if %s", async (_, undo) => {
    const t = await startReferred();
    await bought(t, { product_id: "creator" });
    setTime(APRIL_1 + 60_000);
    await undo(t);
    // No renewal earns the reward anew.
    const plan = (await getCustomer(t)).products.find(({ is_add_on }) => !is_add_on);
    await canceled(t, { product_id: String(plan?.id) });
    await at(t, APRIL_1 + HOLD_MS + DAY_MS);
    expect(await both(t)).toEqual([0, 0]);
    await at(t, APRIL_1 + 3 * HOLD_MS);
    expect(await both(t)).toEqual([0, 0]);
  });

  it("is given if the dispute was won", async () => {
    const t = await startReferred();
    await bought(t, { product_id: "creator" });
    await dispute(t, "won");
    await at(t, APRIL_1 + HOLD_MS);
    expect(await both(t)).toEqual([200, 200]);
  });

  it("waits again with the payment that replaces the first one", async () => {
    const t = await startReferred();
    await bought(t, { product_id: "creator" });
    const upgraded = APRIL_1 + 10 * DAY_MS;
    setTime(upgraded);
    await bought(t, { product_id: "studio" });
    await at(t, upgraded + HOLD_MS - 1);
    expect(await both(t)).toEqual([0, 0]);
    await at(t, upgraded + HOLD_MS);
    expect(await both(t)).toEqual([200, 200]);
  });

  it("is earned by the first payment after the returned one", async () => {
    const t = await startReferred();
    await bought(t, { product_id: "creator" });
    setTime(APRIL_1 + 60_000);
    await bought(t, { product_id: "pro" });
    const trialEnd = APRIL_1 + 60_000 + 14 * DAY_MS;
    await at(t, trialEnd + HOLD_MS - 1);
    expect(await both(t)).toEqual([0, 0]);
    await at(t, trialEnd + HOLD_MS);
    expect(await both(t)).toEqual([200, 200]);
  });

  it("is not earned by a purchase that cost nothing", async () => {
    const t = await startReferred();
    const definition = {
      ...{ id: "gift", name: "Gift", promo_codes: ["GIFT"], type: "percentage_discount" as const },
      ...{ discount_value: 100, duration_type: "one_off" as const, duration_value: 0 },
    };
    const rewards = [...SPOTLIGHT_CATALOGUE.rewards, definition];
    await t.run((ctx) => install(ctx, { ...SPOTLIGHT_CATALOGUE, rewards }, APRIL_1));
    await bought(t, { product_id: "creator_annual", reward: "GIFT" });
    await at(t, APRIL_1 + 2 * HOLD_MS);
    expect(await both(t)).toEqual([0, 0]);
  });
});

describe("rewards of random customers", () => {
  const step = fc.record({
    days: fc.integer({ min: 0, max: 25 }),
    what: fc.constantFrom("creator", "pro", "studio", "creator_annual", "refund", "use", "wait"),
  });

  it("are given only for a payment that was not refunded during the holding time", async () => {
    const begin = casesFrom(startReferred);
    let given = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 5 }), (steps) =>
        begin(async (t) => {
          let now = APRIL_1;
          let before = false;
          for (const { days, what } of steps) {
            now += days * DAY_MS;
            await at(t, now);
            const { invoice, applied } = await t.run(async (ctx) => {
              const [redemption] = await ctx.db.query("redemptions").take(1);
              const id = redemption?.earned_by;
              return {
                invoice: id ? await ctx.db.get("invoices", id) : null,
                applied: redemption?.applied === true,
              };
            });
            if (applied && !before) {
              given += 1;
              expect(invoice && isKeptWhole(invoice)).toBe(true);
              expect(now).toBeGreaterThanOrEqual((invoice?.created_at ?? now) + HOLD_MS);
            }
            before = applied;
            if (what === "refund") await refund(t).catch(() => undefined);
            else if (what === "use") await use(t, "uploads", 1);
            else if (what !== "wait") await buy(t, { product_id: what });
          }
        }),
      ),
      { numRuns: casesOf(200, 1_000) },
    );
    expect(given).toBeGreaterThan(0);
  });
});
