import { describe, expect, it } from "vitest";
import { APRIL_1, DAY_MS, getCustomer, saveCard, setTime, submit } from "../harness";
import { bought, invoicesOf, openShop, product, shown } from "../shop";

const MID_APRIL = APRIL_1 + 15 * DAY_MS;
const SHOP = [
  product("monthly", [{ price: 20, interval: "month" }]),
  product("yearly", [{ price: 200, interval: "year" }]),
];

async function shopInMidApril() {
  const t = await openShop(SHOP);
  await saveCard(t);
  await bought(t, { product_id: "monthly" });
  setTime(MID_APRIL);
  return t;
}

describe("billing_cycle_anchor", () => {
  it("'now' charges a whole period, which starts now; without it, the old cycle stays", async () => {
    const t = await shopInMidApril();
    const kept = await shown(t, { product_id: "yearly" });
    expect(kept.next_cycle?.starts_at).toBe(Date.UTC(2026, 3, 1));
    const request = { product_id: "yearly", billing_cycle_anchor: "now" as const };
    const { lines, total, next_cycle, preview_id } = await shown(t, request);
    expect(lines.map(({ amount }) => amount)).toEqual([-10, 200]);
    expect([total, next_cycle?.starts_at]).toEqual([190, Date.UTC(2026, 3, 16)]);
    await bought(t, { ...request, preview_id });
    const { products } = await getCustomer(t);
    expect(products[0]?.current_period_start).toBe(MID_APRIL);
    expect(await invoicesOf(t)).toEqual([
      [2000, "paid"],
      [19_000, "paid"],
    ]);
  });

  it("is respected by the page that completes the upgrade", async () => {
    const t = await shopInMidApril();
    const { checkout_url } = await bought(t, {
      ...{ product_id: "yearly", billing_cycle_anchor: "now", force_checkout: true },
    });
    await submit(t, String(checkout_url));
    const { products } = await getCustomer(t);
    expect(products[0]?.current_period_start).toBe(MID_APRIL);
  });

  it.each([
    ["keeps the cycle", {}, 165.5],
    ["starts a new one", { billing_cycle_anchor: "now" as const }, 190.71],
  ])(
    "of a plan since 1 January, changed on 16 February: a customer who %s pays so much",
    async (_, over, due) => {
      const t = await openShop(SHOP);
      setTime(Date.UTC(2026, 0, 1));
      await saveCard(t);
      await bought(t, { product_id: "monthly" });
      setTime(Date.UTC(2026, 1, 16));
      await saveCard(t);
      expect((await shown(t, { product_id: "yearly", ...over })).total).toBe(due);
    },
  );
});
