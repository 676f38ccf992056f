import { describe, expect, it } from "vitest";
import { APRIL_1, DAY_MS, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { bought, CALLS, openShop, product } from "../shop";
import { track } from "../workspace";

const SEATS = {
  feature_id: "seats",
  included_usage: 3,
  interval: "month",
  price: 4,
  usage_model: "pay_per_use",
} as const;

async function linesOf(t: Engine) {
  const invoices = await t.run((ctx) => ctx.db.query("invoices").order("desc").take(20));
  return invoices.map(({ lines }) => lines.map(({ description, minor }) => [description, minor]));
}

describe("an invoice", () => {
  it("has no line for seats that are included", async () => {
    const t = await openShop([product("team", [{ price: 20, interval: "month" }, SEATS])]);
    await saveCard(t);
    await bought(t, { product_id: "team" });
    setTime(APRIL_1 + 31 * DAY_MS);
    await getCustomer(t);
    expect(await linesOf(t)).toEqual([[["team", 2000]], [["team", 2000]]]);
  });

  it("has no line for use that costs less than a cent", async () => {
    const t = await openShop([
      product("team", [
        { price: 20, interval: "month" },
        { ...CALLS, price: 0.001 },
      ]),
    ]);
    await saveCard(t);
    await bought(t, { product_id: "team" });
    await track(t, { feature_id: "calls", value: 101 });
    setTime(APRIL_1 + 31 * DAY_MS);
    await getCustomer(t);
    expect(await linesOf(t)).toEqual([[["team", 2000]], [["team", 2000]]]);
  });
});
