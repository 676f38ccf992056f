import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { APRIL_1, DAY_MS, getCustomer, ledgerGaps, saveCard, setTime } from "../harness";
import { casesFrom } from "../cases-from";
import { triesOf } from "../processors";
import { bought, buy, creditOf, heldBy, openShop } from "../shop";

const PRICES: Record<string, number> = { basic: 1000, pro: 2000, max: 5000 };
const anyPlans = fc.array(fc.constantFrom(...Object.keys(PRICES)), { minLength: 2, maxLength: 4 });

describe("plans of one group that are bought at the same time", () => {
  it("leave one in force, and each is charged once (INV-16)", async () => {
    const begin = casesFrom(async () => {
      const t = await openShop();
      await saveCard(t);
      return t;
    });
    await fc.assert(
      fc.asyncProperty(anyPlans, (plans) =>
        begin(async (t) => {
          await Promise.all(plans.map((product_id) => buy(t, { product_id })));
          await getCustomer(t);
          const rows = await heldBy(t);
          const inForce = rows.filter((row) => /^(?!labs).* active/.test(row));
          expect(inForce).toHaveLength(1);
          const [plan = ""] = String(inForce[0]).split(" ");
          const invoices = await t.run((ctx) => ctx.db.query("invoices").take(20));
          const paid = invoices.reduce((sum, { total_minor: minor }) => sum + minor, 0);
          expect(invoices.every(({ status }) => status === "paid")).toBe(true);
          expect(paid - ((await creditOf(t)) ?? NaN)).toBe(PRICES[plan]);
          for (const id of new Set(plans)) {
            const own = invoices.filter(({ product_ids: ids }) => ids.includes(id));
            expect(own.length).toBeLessThanOrEqual(1);
          }
          expect(await ledgerGaps(t)).toEqual([]);
        }),
      ),
      { numRuns: triesOf(200), examples: [[["basic", "basic"]], [["max", "basic"]]] },
    );
  });

  it("in the middle of a cycle, leave one, prorated for the rest of it (INV-16)", async () => {
    const t = await openShop();
    await saveCard(t);
    await bought(t, { product_id: "basic" });
    setTime(APRIL_1 + 15 * DAY_MS);
    await Promise.all([buy(t, { product_id: "pro" }), buy(t, { product_id: "max" })]);
    expect(await heldBy(t)).toEqual(["labs_free active", "max active"]);
    const invoices = await t.run((ctx) => ctx.db.query("invoices").take(20));
    // Half of basic, and half of max, in any order of events.
    expect(invoices.reduce((sum, { total_minor: minor }) => sum + minor, 0)).toBe(500 + 2500);
  });
});
