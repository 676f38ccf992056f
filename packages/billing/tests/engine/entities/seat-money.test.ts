import { describe, expect, it } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import { ANA, APRIL_1, CARDS, DAY_MS, MAY_1, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { addEntities, bought, canceled, creditOf, HALF, invoicesOf, openShop } from "../shop";
import { PRODUCTS, shown, swapCards, use, withProduct } from "../shop";

const APRIL_16 = APRIL_1 + 15 * DAY_MS;

/** Seven seats on "team": $20, and four beyond the included three at $10. */
async function teamOfSeven() {
  const t = await openShop();
  await saveCard(t);
  await bought(t, { product_id: "team" });
  await use(t, "seats", 7);
  return t;
}

describe("seats at a change of plan", () => {
  it("P30, B36: are credited at the old price and charged at the new one, overage included", async () => {
    const t = await teamOfSeven();
    setTime(APRIL_16);
    const preview = await shown(t, { product_id: "company" });
    expect(preview.lines.map(({ amount }) => amount)).toEqual([-10, -20, 20, 8]);
    expect(preview).toMatchObject({ total: -2, next_cycle: { total: 56 } });
    await bought(t, { product_id: "company" });
    expect((await getCustomer(t)).features.seats).toMatchObject({
      usage: 7,
      balance: -2,
    });
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [4000, "paid"],
      [-200, "paid"],
    ]);
  });

  it("are credited for no more than was paid when some were added later", async () => {
    const t = await openShop();
    await saveCard(t);
    await bought(t, { product_id: "team" });
    setTime(APRIL_16);
    await use(t, "seats", 5);
    await canceled(t, { product_id: "team", cancel_immediately: true });
    // Half of the plan, and the two seats that were paid a moment ago.
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [1000, "paid"],
      [-2000, "paid"],
    ]);
    expect(await creditOf(t)).toBe(2000);
  });
});

/** Refunds an amount of one of the customer's invoices, 0 being the first. */
async function refund(t: Engine, amount: number, index: number) {
  const invoice = await t.run(async (ctx) => (await ctx.db.query("invoices").take(20))[index]);
  const asked = { customerId: ANA, invoice: String(invoice?._id), amount };
  const { error } = await t.mutation(internal.operations.invoices.refunds.refund, asked);
  if (error) throw new Error(error.message);
}

describe("seats that are given back", () => {
  it("are taken again without a charge while the renewal that bills them is unpaid", async () => {
    const t = await teamOfSeven();
    await swapCards(t, CARDS.failsLater);
    setTime(MAY_1);
    await use(t, "seats", -4);
    await swapCards(t);
    await use(t, "seats", 3);
    setTime(MAY_1 + 10 * DAY_MS);
    await getCustomer(t);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [4000, "paid"],
      [6000, "paid"],
    ]);
    await use(t, "seats", 2);
    expect((await invoicesOf(t)).slice(3)).toEqual([[677, "paid"]]);
  });

  it("M1: are credited at what a coupon left to pay for them, month after month", async () => {
    const t = await openShop(PRODUCTS, "usd", [HALF]);
    await saveCard(t);
    await bought(t, { product_id: "team", reward: "HALF" });
    await use(t, "seats", 7);
    for (const at of [MAY_1, Date.UTC(2025, 5, 1)]) {
      setTime(at);
      await use(t, "seats", -4);
      await use(t, "seats", 4);
    }
    expect(await invoicesOf(t)).toEqual([
      [1000, "paid"],
      [2000, "paid"],
      [3000, "paid"],
      [-2000, "paid"],
      [2000, "paid"],
      [3000, "paid"],
      [-2000, "paid"],
      [2000, "paid"],
    ]);
    expect(await creditOf(t)).toBe(0);
  });

  it("M1: are discounted in mid-cycle, and a single-use coupon is spent on them", async () => {
    const once = { ...HALF, duration_type: "one_off" as const };
    const gift = {
      ...once,
      id: "seats",
      applies_to: [{ product_id: "team", feature_id: "seats" }],
    };
    const t = await openShop(PRODUCTS, "usd", [{ ...gift, promo_codes: ["SEATS"] }]);
    await saveCard(t);
    await bought(t, { product_id: "team", reward: "SEATS" });
    setTime(APRIL_16);
    await use(t, "seats", 5);
    await use(t, "seats", 1);
    const [, first] = await t.run((ctx) => ctx.db.query("invoices").take(5));
    expect(first?.lines).toMatchObject([
      { description: "Remaining time on 5 seats until May 1 (Half)", discount_minor: 500 },
    ]);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [500, "paid"],
      [500, "paid"],
    ]);
    setTime(APRIL_1 + 24 * DAY_MS);
    await use(t, "seats", -3);
    // Of $20 a month that the three cost, the last fifth.
    expect((await invoicesOf(t)).at(-1)).toEqual([-400, "paid"]);
  });

  it("M2: are not credited when they were refunded, and in part for what was not", async () => {
    const t = await teamOfSeven();
    await refund(t, 10, 1);
    await use(t, "seats", -1);
    expect((await invoicesOf(t)).at(-1)).toEqual([-1000, "paid"]);
    await refund(t, 30, 1);
    const credit = await creditOf(t);
    await use(t, "seats", -3);
    expect(await creditOf(t)).toBe(credit);
    // Seats that come back are paid for, and credited, like any others.
    await use(t, "seats", 1);
    await use(t, "seats", -1);
    expect(await creditOf(t)).toBe(credit);
  });

  it("are credited with the renewal where they were to be charged with it", async () => {
    const waiting = { on_increase: "prorate_next_cycle" as const };
    const items = PRODUCTS.find(({ id }) => id === "team")?.items.map((item) =>
      item.feature_id === "seats" ? { ...item, ...waiting } : item,
    );
    const t = await openShop(withProduct("team", { items: items ?? [] }));
    await saveCard(t);
    await bought(t, { product_id: "team" });
    setTime(APRIL_16);
    await addEntities(t, "e1", "e2", "e3", "e4", "e5");
    await use(t, "seats", -2);
    setTime(MAY_1);
    await getCustomer(t);
    expect((await invoicesOf(t)).at(-1)).toEqual([2000, "paid"]);
  });

  it("of a renewal that is not paid are not credited", async () => {
    const t = await teamOfSeven();
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    await use(t, "seats", -4);
    expect(await creditOf(t)).toBe(0);
  });
});
