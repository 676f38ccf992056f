import { describe, expect, it } from "vitest";
import { CARDS } from "../cards";
import { APRIL_1, DAY_MS, getCustomer, saveCard, setTime } from "../harness";
import { CREDIT_PACKS, bought, heldBy, invoicesOf, openShop, product } from "../shop";

const MONTHLY = { price: 20, interval: "month" as const };
const TRIAL = {
  length: 14,
  duration: "day" as const,
  unique_fingerprint: false,
  card_required: false,
};
const SHOP = [
  product("tried", [MONTHLY, CREDIT_PACKS], { free_trial: TRIAL }),
  product("dear", [{ price: 90, interval: "month" }, CREDIT_PACKS]),
  product("cheap", [{ price: 5, interval: "month" }, CREDIT_PACKS]),
];
const later = (product_id: string) => ({
  product_id,
  plan_schedule: "end_of_cycle" as const,
  options: [{ feature_id: "credits", quantity: 300 }],
});

describe("a plan that is scheduled for the end of a trial without a card", () => {
  it.each(["dear", "cheap"])("grants nothing of %s while it is unpaid", async (id) => {
    const t = await openShop(SHOP);
    await bought(t, { product_id: "tried" });
    await bought(t, later(id));
    setTime(APRIL_1 + 14 * DAY_MS + 1);
    const { features } = await getCustomer(t);
    expect(features.credits).toBeUndefined();
    expect([await heldBy(t), await invoicesOf(t)]).toEqual([[], [[expect.any(Number), "void"]]]);
    await saveCard(t);
    expect(await invoicesOf(t)).toEqual([[expect.any(Number), "void"]]);
  });

  it("grants no packs when the card is declined", async () => {
    const t = await openShop(SHOP);
    await bought(t, { product_id: "tried" });
    await bought(t, later("dear"));
    await saveCard(t, CARDS.failsLater);
    setTime(APRIL_1 + 14 * DAY_MS + 1);
    expect((await getCustomer(t)).features.credits).toBeUndefined();
    expect([await heldBy(t), await invoicesOf(t)]).toEqual([[], [[expect.any(Number), "void"]]]);
  });

  it("is paid by a card that was added in the meantime", async () => {
    const t = await openShop(SHOP);
    await bought(t, { product_id: "tried" });
    await bought(t, later("cheap"));
    await saveCard(t);
    setTime(APRIL_1 + 14 * DAY_MS + 1);
    expect((await getCustomer(t)).features.credits?.balance).toBe(300);
    expect(await invoicesOf(t)).toEqual([[3500, "paid"]]);
  });
});
