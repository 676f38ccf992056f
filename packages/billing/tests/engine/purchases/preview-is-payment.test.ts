import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { casesOf } from "../../../../../tests/cases";
import { casesFrom } from "../cases-from";
import { APRIL_1, CARDS, DAY_MS, getCustomer, saveCard, setTime, startEngine } from "../harness";
import type { Engine } from "../harness";
import { bought, buy, shown, swapCards } from "../shop";

const PLANS = [
  "creator",
  "creator_annual",
  "pro",
  "pro_annual",
  "studio",
  "studio_quarter",
] as const;
const life = fc.record({
  plan: fc.constantFrom(...PLANS),
  /** Past the first renewals, some of which fail. */
  days: fc.integer({ min: 1, max: 45 }),
  fails: fc.boolean(),
  credit: fc.constantFrom(0, 0, 250, 1_000, 40_000),
  target: fc.constantFrom(...PLANS, "boost_pack", "lifetime_badge", "storage_plus"),
  schedule: fc.constantFrom(undefined, "immediate" as const, "end_of_cycle" as const),
});

type Life = typeof life extends fc.Arbitrary<infer Value> ? Value : never;

/** What was paid so far in minor units, and the credit that is left. */
function booksOf(t: Engine) {
  return t.run(async (ctx) => {
    const invoices = await ctx.db.query("invoices").take(100);
    const [customer] = await ctx.db.query("customers").take(1);
    const paid = invoices.filter(({ status }) => status === "paid");
    const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
    return {
      total: sum(paid.map(({ total_minor }) => total_minor)),
      by_card: sum(paid.map(({ amount_paid_minor = 0 }) => amount_paid_minor)),
      credit: customer?.credit_minor ?? 0,
    };
  });
}

async function live(t: Engine, { plan, days, fails, credit }: Life) {
  await bought(t, { product_id: plan });
  if (fails) await swapCards(t, CARDS.failsLater);
  setTime(APRIL_1 + days * DAY_MS);
  await getCustomer(t);
  if (fails) await swapCards(t);
  await t.run(async (ctx) => {
    const [customer] = await ctx.db.query("customers").take(1);
    if (!customer) throw new Error("There is no customer");
    await ctx.db.patch("customers", customer._id, { credit_minor: credit });
  });
}

describe("what a checkout shows", () => {
  it("is what attach charges, debts and credit included", async () => {
    const begin = casesFrom(async () => {
      const t = await startEngine();
      await getCustomer(t);
      await saveCard(t);
      return t;
    });
    await fc.assert(
      fc.asyncProperty(life, (lived) =>
        begin(async (t) => {
          await live(t, lived);
          const { target, schedule } = lived;
          const units = { options: [{ feature_id: "credits", quantity: 100 }] };
          const request = {
            product_id: target,
            ...(schedule && { plan_schedule: schedule }),
            ...(target === "boost_pack" && units),
          };
          const before = await booksOf(t);
          const preview = await shown(t, request).catch(() => null);
          if (!preview || preview.url !== null) return;
          const { total, payment, lines, preview_id } = preview;
          expect(payment && payment.by_card + payment.from_credit).toBeCloseTo(total, 6);
          const summed = lines.reduce((sum, { amount }) => sum + amount, 0);
          expect(summed).toBeCloseTo(total, 6);
          const { error } = await buy(t, { ...request, preview_id });
          // A preview of what the customer has already cannot be bought.
          if (error?.code === "product_already_attached") return;
          expect(error).toBeNull();
          const after = await booksOf(t);
          expect({
            total: after.total - before.total,
            by_card: after.by_card - before.by_card,
            credit: before.credit - after.credit,
          }).toEqual({
            total: Math.round(total * 100),
            by_card: Math.round((payment?.by_card ?? 0) * 100),
            credit: Math.round((payment?.from_credit ?? 0) * 100),
          });
          const selected = preview.starts?.find((start) => start.selected);
          expect(selected?.total ?? total).toBeCloseTo(total, 6);
        }),
      ),
      { numRuns: casesOf(200) },
    );
  });
});
