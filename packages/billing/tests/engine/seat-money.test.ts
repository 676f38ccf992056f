import { afterEach, describe, expect, it, vi } from "vitest";
import { APRIL_1, DAY_MS, getCustomer, saveCard, setTime } from "./harness";
import { bought, canceled, creditOf, invoicesOf, openShop, shown, use } from "./shop";

const APRIL_16 = APRIL_1 + 15 * DAY_MS;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

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
