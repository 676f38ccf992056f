import { describe, expect, it } from "vitest";
import { APRIL_1, MAY_1, getCustomer, ledgerGaps, saveCard, setTime } from "../harness";
import { bought, canceled, creditOf, CREDIT_PACKS, openShop, product, shown, use } from "../shop";
import type { Engine } from "../harness";

const HOUR_MS = 60 * 60 * 1000;
const LAST_HOUR = MAY_1 - HOUR_MS;
/** An hour of 10,000 credits' month: $1,000 / 720. */
const HOUR_MINOR = 139;

const monthly = (price: number) => ({ price, interval: "month" as const });
/** Packs of 100 credits at $10. */
const SHOP = [
  product("plan", [monthly(20), CREDIT_PACKS]),
  product("dear", [monthly(50), CREDIT_PACKS]),
  product("none", [monthly(5)]),
  product("more", [monthly(1), CREDIT_PACKS], { is_add_on: true }),
];
const credits = (quantity: number) => ({ options: [{ feature_id: "credits", quantity }] });

/** What left the card, less the credit that is still the customer's. In minor units. */
async function netPaid(t: Engine) {
  const { invoices = [] } = await getCustomer(t);
  const total = invoices.reduce((sum, invoice) => sum + Math.max(0, invoice.total), 0);
  return Math.round(total * 100) - ((await creditOf(t)) ?? 0);
}

async function shopOn(product_id: string, quantity: number) {
  const t = await openShop(SHOP);
  await saveCard(t);
  await bought(t, { product_id, ...(quantity > 0 && credits(quantity)) });
  return t;
}

describe("10,000 credits, bought an hour before the renewal and used up", () => {
  it.each<[string, string, number, string]>([
    ["on top of those of the plan", "plan", 200, "plan"],
    ["as the plan's first", "plan", 0, "plan"],
    ["with an upgrade", "none", 0, "dear"],
    ["on top of others, with an upgrade", "plan", 200, "dear"],
    ["with an add-on that joins the cycle", "none", 0, "more"],
  ])("are paid in full: %s", async (_what, from, held, product_id) => {
    for (const cancel_immediately of [false, true]) {
      const t = await shopOn(from, held);
      setTime(LAST_HOUR);
      const before = await netPaid(t);
      const preview = await shown(t, { product_id, ...credits(10_000) });
      await bought(t, { product_id, ...credits(10_000) });
      expect((await getCustomer(t)).invoices?.[0]?.total).toBe(preview.total);
      await use(t, "credits", 10_000);
      await canceled(t, { product_id, cancel_immediately });
      setTime(MAY_1 + HOUR_MS);
      const used = 100_000 - held * 10;
      expect((await netPaid(t)) - before).toBeGreaterThanOrEqual(used - 2 * HOUR_MINOR);
      expect(await ledgerGaps(t)).toEqual([]);
    }
  });

  it("are a line of their own, which says how many are new", async () => {
    const t = await shopOn("plan", 200);
    setTime(APRIL_1 + 15 * 24 * HOUR_MS);
    const { lines, next_cycle } = await shown(t, { product_id: "plan", ...credits(500) });
    expect(lines.map(({ description, amount }) => [description, amount])).toEqual([
      ["300 more credits", 30],
    ]);
    expect(next_cycle).toEqual({ starts_at: MAY_1, total: 70 });
  });

  it("return the value of the rest of the month when they are removed", async () => {
    const t = await shopOn("plan", 200);
    setTime(APRIL_1 + 15 * 24 * HOUR_MS);
    await bought(t, { product_id: "plan", ...credits(500) });
    setTime(APRIL_1 + 24 * 24 * HOUR_MS);
    await canceled(t, { product_id: "plan", cancel_immediately: true });
    // A fifth of the month is left: of $20, of $20 for 200 credits, and of $30 for 300 more.
    expect(await creditOf(t)).toBe((2000 + 2000 + 3000) / 5);
  });
});
