import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findCustomer } from "../../../src/component/store/customers/customerState";
import { addCredit } from "../../../src/component/operations/invoices/invoices";
import {
  ANA,
  APRIL_1,
  CARDS,
  DAY_MS,
  MAY_1,
  attach,
  attached,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
} from "../harness";
import type { Engine } from "../harness";
import { casesFrom } from "../cases-from";
import { triesOf } from "../processors";

const rowsOf = (t: Engine) => t.run((ctx) => ctx.db.query("invoices").take(200));

async function startWithCard() {
  const t = await startEngine();
  await getCustomer(t);
  await saveCard(t);
  return t;
}

const credits = (quantity: number) => ({
  product_id: "creator",
  options: [{ feature_id: "credits", quantity }],
});

async function creditOf(t: Engine) {
  return await t.run(async (ctx) => (await findCustomer(ctx, ANA))?.credit_minor);
}

describe("a customer's credit", () => {
  const APRIL_16 = APRIL_1 + 15 * DAY_MS;

  it("is returned with the invoices, each with the credit that it used", async () => {
    const t = await startWithCard();
    expect((await getCustomer(t)).credit).toEqual({ balance: 0, currency: "usd" });
    await attached(t, credits(1000));
    setTime(APRIL_16);
    await attached(t, credits(100));
    setTime(MAY_1);
    const { credit, invoices = [] } = await getCustomer(t);
    expect(credit).toEqual({ balance: 8, currency: "usd" });
    expect(invoices.map(({ from_credit }) => from_credit)).toEqual([10, -18, undefined]);
  });

  it("comes from an unused plan, pays the next invoices, and never falls below zero (INV-35)", async () => {
    const t = await startWithCard();
    await attached(t, credits(1000));
    setTime(APRIL_16);
    await attached(t, credits(100));
    expect(await creditOf(t)).toBe(1800);
    setTime(MAY_1);
    await getCustomer(t);
    expect(await creditOf(t)).toBe(800);
    setTime(Date.UTC(2025, 5, 1));
    await getCustomer(t);
    expect(await creditOf(t)).toBe(0);
    const rows = await rowsOf(t);
    expect(rows.map((row) => [row.total_minor, row.credit_minor, row.amount_paid_minor])).toEqual([
      [4600, 0, 4600],
      [-1800, -1800, 0],
      [1000, 1000, 0],
      [1000, 800, 200],
    ]);
  });

  it("names the plan that it is left over from: the replaced one", async () => {
    const t = await startWithCard();
    await attached(t, { product_id: "creator" });
    await attached(t, { product_id: "pro" });
    await attached(t, { product_id: "pro", options: [{ feature_id: "credits", quantity: 100 }] });
    const { invoices = [] } = await getCustomer(t);
    const credited = invoices.map(({ product_ids, credited_product_ids }) => [
      product_ids,
      credited_product_ids,
    ]);
    expect(credited.toReversed()).toEqual([
      [["creator"], undefined],
      [["pro"], ["creator"]],
      [["pro"], undefined],
    ]);
  });

  it("is not spent on a purchase whose card is declined", async () => {
    const t = await startEngine();
    await getCustomer(t);
    await t.run(async (ctx) => {
      const customer = await findCustomer(ctx, ANA);
      if (!customer) throw new Error("There is no customer");
      await addCredit(ctx, customer._id, 250);
    });
    await saveCard(t, CARDS.failsLater);
    const refused = await attach(t, { product_id: "creator" });
    expect(refused.error?.code).toBe("payment_failed");
    expect(await creditOf(t)).toBe(250);
  });

  it("cannot fall below zero", async () => {
    const t = await startEngine();
    await getCustomer(t);
    const taken = t.run(async (ctx) => {
      const customer = await findCustomer(ctx, ANA);
      if (!customer) throw new Error("There is no customer");
      await addCredit(ctx, customer._id, -1);
    });
    await expect(taken).rejects.toThrow("no credit");
  });

  it("is what was credited minus what was used, and never more than was paid (INV-27, INV-35)", async () => {
    const step = fc.record({
      packs: fc.integer({ min: 0, max: 12 }),
      product: fc.constantFrom("creator", "creator", "studio", "studio_quarter"),
      days: fc.integer({ min: 0, max: 20 }),
      ms: fc.nat({ max: DAY_MS }),
    });
    const begin = casesFrom(startWithCard);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 4 }), (steps) =>
        begin(async (t) => {
          let now = APRIL_1;
          for (const { packs, product, days, ms } of steps) {
            now += days * DAY_MS + ms;
            setTime(now);
            await attach(t, { ...credits(packs * 100), product_id: product });
          }
          let [given, paid] = [0, 0];
          for (const { total_minor, lines, ...row } of await rowsOf(t)) {
            const [credit, card] = [row.credit_minor ?? NaN, row.amount_paid_minor ?? NaN];
            expect(lines.reduce((sum, { minor }) => sum + minor, 0)).toBe(total_minor);
            expect(credit + card).toBe(total_minor);
            expect(credit).toBeLessThanOrEqual(Math.max(total_minor, 0));
            given -= credit;
            paid += card;
            expect(given).toBeGreaterThanOrEqual(0);
            expect(given).toBeLessThanOrEqual(paid);
          }
          expect(await creditOf(t)).toBe(given);
        }),
      ),
      { numRuns: triesOf(200) },
    );
  });
});
