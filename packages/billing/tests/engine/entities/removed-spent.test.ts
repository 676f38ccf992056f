import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { ANA, APRIL_1, DAY_MS, MAY_1, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { CREDIT_PACKS, addEntities, bought, buy, canceled, creditOf } from "../shop";
import { openShop, product, shown, use } from "../shop";

const plan = (id: string, price: number) =>
  product(id, [
    { price, interval: "month" },
    { feature_id: "seats", included_usage: 3 },
    { ...CREDIT_PACKS, entity_feature_id: "seats" },
  ]);
const SHOP = [plan("pro", 20), plan("max", 50)];
const packs = (quantity: number) => ({
  product_id: "pro",
  options: [{ feature_id: "credits", quantity }],
});

/** An entity spends its packs, and is removed. */
async function spendAndRemove(t: Engine, spent: number) {
  await saveCard(t);
  await addEntities(t, "e");
  await bought(t, packs(200));
  await use(t, "credits", spent, "e");
  const params = { customer_id: ANA, entity_id: "e" };
  expect((await t.mutation(api.public.deleteEntity, { params })).error).toBeNull();
}

describe("packs that an entity spent before it was removed", () => {
  it.each([
    [200, 2000],
    [50, 3500],
  ])("are not credited when the plan is canceled: %i of 200", async (spent, credit) => {
    const t = await openShop(SHOP);
    await spendAndRemove(t, spent);
    await canceled(t, { product_id: "pro", cancel_immediately: true });
    expect(await creditOf(t)).toBe(credit);
  });

  it("are not credited by another plan, nor by fewer packs", async () => {
    const t = await openShop(SHOP);
    await spendAndRemove(t, 200);
    const { lines } = await shown(t, { product_id: "max" });
    expect(lines.filter(({ amount }) => amount < 0).map(({ amount }) => amount)).toEqual([-20]);
    expect((await buy(t, packs(0))).error).toMatchObject({ code: "invalid_options" });
  });

  it("stay spent on the plan after that, which neither credits nor reduces them", async () => {
    const t = await openShop([...SHOP, plan("top", 90)]);
    await spendAndRemove(t, 200);
    setTime(APRIL_1 + 15 * DAY_MS);
    await bought(t, { ...packs(200), product_id: "max" });
    expect((await buy(t, { ...packs(0), product_id: "max" })).error?.code).toBe("invalid_options");
    const { lines } = await shown(t, { ...packs(200), product_id: "top" });
    expect(lines.map(({ amount }) => amount).filter((amount) => amount !== 0)).toEqual([-25, 45]);
  });

  it("are forgotten when the next period grants them anew", async () => {
    const t = await openShop(SHOP);
    await spendAndRemove(t, 200);
    setTime(MAY_1);
    await getCustomer(t);
    await canceled(t, { product_id: "pro", cancel_immediately: true });
    expect(await creditOf(t)).toBe(4000);
  });
});
