import { describe, expect, it } from "vitest";
import { APRIL_1, DAY_MS, MAY_1, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { CREDIT_PACKS, bought, canceled, creditOf, openShop, product, shown } from "../shop";

const APRIL_16 = APRIL_1 + 15 * DAY_MS;

const SEATS = { ...CREDIT_PACKS, feature_id: "seats", billing_units: 1 };
const SHOP = [CREDIT_PACKS, SEATS].map((packs) =>
  product(String(packs.feature_id), [
    { price: 20, interval: "month" },
    { ...packs, on_decrease: "no_prorations" },
  ]),
);
const KINDS = [
  ["credits", 100],
  ["seats", 1],
] as const;

async function unitsOf(t: Engine, id: string) {
  return (await getCustomer(t)).features[id]?.balance;
}

const packsOf = (id: string, size: number) => (count: number) => ({
  product_id: id,
  options: [{ feature_id: id, quantity: count * size }],
});

describe("packs that are given up without a credit", () => {
  it.each(KINDS)("stay until the period that they paid for ends: %s", async (id, size) => {
    const t = await openShop(SHOP);
    const packs = packsOf(id, size);
    await saveCard(t);
    await bought(t, packs(3));
    setTime(APRIL_16);
    expect((await shown(t, packs(1))).lines).toEqual([]);
    await bought(t, packs(1));
    expect(await unitsOf(t, id)).toBe(3 * size);
    setTime(MAY_1);
    expect(await unitsOf(t, id)).toBe(size);
  });

  it.each(KINDS)("are credited if the plan ends before them: %s", async (id, size) => {
    const t = await openShop([...SHOP, product("dear", [{ price: 90, interval: "month" }])]);
    const packs = packsOf(id, size);
    await saveCard(t);
    await bought(t, packs(3));
    setTime(APRIL_16);
    await bought(t, packs(1));
    expect((await shown(t, { product_id: "dear" })).lines.map(({ amount }) => amount)).toEqual([
      -10, -15, 45,
    ]);
    await canceled(t, { product_id: id, cancel_immediately: true });
    expect(await creditOf(t)).toBe(2500);
  });

  it("cost nothing when they come back before that", async () => {
    const t = await openShop(SHOP);
    const packs = packsOf("credits", 100);
    await saveCard(t);
    await bought(t, packs(3));
    setTime(APRIL_16);
    await bought(t, packs(0));
    expect((await shown(t, packs(3))).total).toBe(0);
    await bought(t, packs(3));
    setTime(MAY_1);
    expect(await unitsOf(t, "credits")).toBe(300);
  });
});
