import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../../../../convex/community/plans";
import { install } from "../../../src/component/store/catalogue/catalog";
import type { RewardDefinition } from "../../../src/component/rules/discounts/rewards";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  MAY_1,
  attach,
  attached,
  checkedOut,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
  submit,
} from "../harness";
import type { Engine } from "../harness";

const JUNE_1 = Date.UTC(2025, 5, 1);
const JULY_1 = Date.UTC(2025, 6, 1);

type DiscountReward = Extract<RewardDefinition, { duration_type: string }>;

const off = (id: string, over: Partial<DiscountReward> = {}): DiscountReward => ({
  id,
  name: id,
  promo_codes: [id.toUpperCase()],
  type: "percentage_discount",
  discount_value: 50,
  duration_type: "forever",
  duration_value: 0,
  ...over,
});

const REWARDS: RewardDefinition[] = [
  off("half"),
  off("once", { duration_type: "one_off" }),
  off("spring", { duration_type: "months", duration_value: 2 }),
  off("two_dollars", { type: "fixed_discount", discount_value: 2 }),
  off("all_once", { discount_value: 100, duration_type: "one_off" }),
  off("studios", { applies_to: [{ product_id: "studio" }] }),
  off("odd", { discount_value: 33.3 }),
  off("unnamed", { promo_codes: [] }),
  {
    id: "free_studio",
    name: "S",
    promo_codes: ["FS"],
    type: "free_product",
    free_product_id: "studio",
  },
  {
    id: "gift",
    name: "Gift",
    promo_codes: [" gift10 "],
    type: "invoice_credits",
    discount_value: 10,
  },
];

async function startSelling() {
  const t = await startEngine();
  await t.run((ctx) => install(ctx, { ...SPOTLIGHT_CATALOGUE, rewards: REWARDS }, APRIL_1));
  return t;
}

async function startWithCard() {
  const t = await startSelling();
  await getCustomer(t);
  await saveCard(t);
  return t;
}

async function discountsOf(t: Engine) {
  const { data } = await t.mutation(api.public.createCustomer, {
    params: { id: ANA, expand: ["rewards"] },
  });
  return data?.rewards?.discounts;
}

const totalsOf = async (t: Engine) =>
  (await getCustomer(t)).invoices?.map(({ total, status }) => [total, status]);

describe("a promotion code", () => {
  it.each(["half", "HALF", "  Half "])(
    "typed %j halves what is shown and what is paid",
    async (reward) => {
      const t = await startWithCard();
      const preview = await checkedOut(t, { product_id: "creator", reward });
      expect(preview.lines).toMatchObject([{ description: "Creator (half)", amount: 3 }]);
      expect(preview).toMatchObject({ total: 3, next_cycle: { starts_at: MAY_1, total: 3 } });
      const { invoice } = await attached(t, { product_id: "creator", reward });
      expect(invoice).toMatchObject({ total: 300, status: "paid" });
      expect(await discountsOf(t)).toMatchObject([
        {
          name: "half",
          type: "percentage_discount",
          discount_value: 50,
          start: APRIL_1,
          end: null,
        },
      ]);
    },
  );

  it("that does not exist is refused, and nothing is bought", async () => {
    const t = await startWithCard();
    const refused = await attach(t, { product_id: "creator", reward: "NOPE" });
    expect(refused).toMatchObject({ error: { code: "reward_not_found" }, statusCode: 404 });
    expect(await totalsOf(t)).toEqual([]);
  });

  it.each(["free_studio", "unnamed", " unnamed "])(
    "cannot be replaced by the id of a reward: '%s'",
    async (reward) => {
      const t = await startWithCard();
      const preview = await t.mutation(api.public.checkout, {
        params: { customer_id: ANA, product_id: "creator", reward },
      });
      const refused = await attach(t, { product_id: "creator", reward });
      for (const answer of [preview, refused]) {
        expect(answer).toMatchObject({ error: { code: "reward_not_found" }, statusCode: 404 });
      }
      expect(await totalsOf(t)).toEqual([]);
    },
  );

  it("in a preview gives nothing yet", async () => {
    const t = await startWithCard();
    await checkedOut(t, { product_id: "creator", reward: "half" });
    expect(await discountsOf(t)).toEqual([]);
    const { invoice } = await attached(t, { product_id: "creator" });
    expect(invoice?.total).toBe(600);
  });

  it("is passed to the hosted page, which charges what it shows", async () => {
    const t = await startSelling();
    const preview = await checkedOut(t, { product_id: "creator", reward: "half" });
    expect(preview.total).toBe(3);
    expect((await submit(t, String(preview.url))).error).toBeNull();
    expect(await totalsOf(t)).toEqual([[3, "paid"]]);
    expect(await discountsOf(t)).toHaveLength(1);
  });

  it("for once applies to the first invoice, and is refused when it is used up", async () => {
    const t = await startWithCard();
    const preview = await checkedOut(t, { product_id: "creator", reward: "once" });
    expect(preview).toMatchObject({ total: 3, next_cycle: { total: 6 } });
    await attached(t, { product_id: "creator", reward: "once" });
    expect(await discountsOf(t)).toEqual([]);
    setTime(MAY_1);
    expect(await totalsOf(t)).toEqual([
      [6, "paid"],
      [3, "paid"],
    ]);
    const again = await attach(t, { product_id: "studio", reward: "ONCE" });
    expect(again).toMatchObject({ error: { code: "invalid_request" }, statusCode: 400 });
  });

  it("for once waits during a trial, and applies to the first invoice", async () => {
    const t = await startWithCard();
    const preview = await checkedOut(t, { product_id: "pro", reward: "once" });
    expect(preview).toMatchObject({ total: 0, next_cycle: { total: 7.5 } });
    await attached(t, { product_id: "pro", reward: "once" });
    expect(await discountsOf(t)).toHaveLength(1);
    setTime(APRIL_1 + 14 * DAY_MS);
    expect(await totalsOf(t)).toEqual([[7.5, "paid"]]);
    expect(await discountsOf(t)).toEqual([]);
  });

  it("for two months applies to each renewal until it ends", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator", reward: "spring" });
    expect(await discountsOf(t)).toMatchObject([{ end: JUNE_1, duration_value: 2 }]);
    setTime(JULY_1);
    expect(await totalsOf(t)).toEqual([
      [6, "paid"],
      [6, "paid"],
      [3, "paid"],
      [3, "paid"],
    ]);
    expect(await discountsOf(t)).toEqual([]);
  });

  it("of a fixed amount is taken off the whole purchase once, not off each of its lines", async () => {
    const t = await startWithCard();
    const options = [{ feature_id: "credits", quantity: 100 }];
    const request = { product_id: "creator", options, reward: "two_dollars" };
    const preview = await checkedOut(t, request);
    expect(preview.lines.map(({ amount }) => amount)).toEqual([4, 4]);
    await attached(t, request);
    setTime(MAY_1);
    expect(await totalsOf(t)).toEqual([
      [8, "paid"],
      [8, "paid"],
    ]);
  });

  it("of a fixed amount is taken off once when several products are bought together", async () => {
    const t = await startWithCard();
    const { data } = await t.mutation(api.public.checkout, {
      params: {
        customer_id: ANA,
        product_ids: ["print_pack", "lifetime_badge"],
        reward: "two_dollars",
      },
    });
    expect(data?.total).toBe(12 + 49 - 2);
  });

  it.each([
    ["a code for another product", "creator", "studios", "Creator"],
    ["any code, when the product costs nothing", "free", "half", "Free"],
    ["the next period of another product", "creator", "fs", "Creator"],
  ])("is refused where it discounts nothing: %s", async (_what, product_id, reward, name) => {
    const t = await startWithCard();
    const refusal = {
      error: {
        code: "invalid_request",
        message: `This promotion code takes nothing off ${name}`,
      },
      statusCode: 400,
    };
    const params = { customer_id: ANA, product_id, reward };
    // The free plan is replaced first, so that taking it again is an ordinary purchase.
    if (product_id === "free") await attached(t, { product_id: "creator" });
    const before = await totalsOf(t);
    expect(await t.mutation(api.public.checkout, { params })).toMatchObject(refusal);
    expect(await attach(t, { product_id, reward })).toMatchObject(refusal);
    expect([await totalsOf(t), await discountsOf(t)]).toEqual([before, []]);
  });

  it("for one of several products applies to that one", async () => {
    const t = await startWithCard();
    const params = { customer_id: ANA, product_ids: ["studio", "print_pack"], reward: "studios" };
    const { data } = await t.mutation(api.public.checkout, { params });
    expect(data?.total).toBe(19.5 + 12);
  });

  it("for everything makes an invoice of 0, paid at once", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator", reward: "all_once" });
    expect(await totalsOf(t)).toEqual([[0, "paid"]]);
    setTime(MAY_1);
    expect(await totalsOf(t)).toEqual([
      [6, "paid"],
      [0, "paid"],
    ]);
  });

  it("of credit pays the next invoices, before the card does", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator", reward: "GIFT10" });
    setTime(JUNE_1);
    await getCustomer(t);
    const invoices = await t.run((ctx) => ctx.db.query("invoices").take(10));
    expect(invoices.map((row) => [row.credit_minor, row.amount_paid_minor])).toEqual([
      [0, 600],
      [600, 0],
      [400, 200],
    ]);
  });

  it("of credit is given once, however many purchases name it", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator", reward: "GIFT10" });
    const again = await attach(t, { product_id: "print_pack", reward: "gift10" });
    expect(again).toMatchObject({ error: { code: "invalid_request" }, statusCode: 400 });
  });

  it("given twice with the same purchase key is one discount", async () => {
    const t = await startWithCard();
    await attach(t, { product_id: "creator", reward: "half" }, "once");
    await attach(t, { product_id: "creator", reward: "half" }, "once");
    await attached(t, { product_id: "studio", reward: "half" });
    expect(await discountsOf(t)).toHaveLength(1);
  });
});

describe("credits for a plan that was cheaper", () => {
  const APRIL_16 = APRIL_1 + 15 * DAY_MS;

  it("credit what was paid, not the plan's price (B9)", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator", reward: "half" });
    setTime(APRIL_16);
    const preview = await checkedOut(t, { product_id: "studio" });
    expect(preview.lines.map(({ amount }) => amount)).toEqual([-1.5, 9.75]);
    expect(preview).toMatchObject({ total: 8.25, next_cycle: { total: 19.5 } });
    const { invoice } = await attached(t, { product_id: "studio" });
    expect(invoice?.total).toBe(825);
  });

  it("credit nothing for a month that was free", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator", reward: "all_once" });
    setTime(APRIL_16);
    const preview = await checkedOut(t, { product_id: "studio" });
    expect(preview.total).toBe(19.5);
  });

  it("never exceed what was paid when quantities go up and down again (B54)", async () => {
    const t = await startWithCard();
    const credits = (quantity: number) => ({
      product_id: "creator",
      options: [{ feature_id: "credits", quantity }],
    });
    await attached(t, { ...credits(100), reward: "half" });
    setTime(APRIL_16);
    await attached(t, credits(300));
    await attached(t, credits(100));
    const { invoices = [] } = await getCustomer(t);
    // 5.00 at first; then half of 8.00 for 200 more credits, of which half a month comes back.
    expect(invoices.map(({ total }) => total)).toEqual([-2, 4, 5]);
  });

  it("and charges are rounded line by line, so that they sum to the invoice (B2)", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator", reward: "odd" });
    setTime(APRIL_1 + 10 * DAY_MS + 12_345_678);
    const preview = await checkedOut(t, { product_id: "studio" });
    const cents = preview.lines.map(({ amount }) => Math.round(amount * 100));
    const { invoice } = await attached(t, { product_id: "studio" });
    expect(cents.reduce((sum, amount) => sum + amount, 0)).toBe(invoice?.total);
    expect(Math.round(preview.total * 100)).toBe(invoice?.total);
  });

  it("leave the billing day unchanged when a month becomes a year, in the preview and on the bill (B11)", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator", reward: "half" });
    setTime(APRIL_16);
    const preview = await checkedOut(t, { product_id: "creator_annual" });
    const { invoice } = await attached(t, { product_id: "creator_annual" });
    // Half of 57.53 (350 of 365 days at 60.00), less half of the 3.00 that April cost.
    expect(preview.lines.map(({ amount }) => amount)).toEqual([-1.5, 28.76]);
    expect(invoice?.total).toBe(2726);
    expect(preview.next_cycle).toEqual({ starts_at: Date.UTC(2026, 3, 1), total: 30 });
  });
});
