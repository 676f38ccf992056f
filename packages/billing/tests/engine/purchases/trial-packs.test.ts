import { describe, expect, it } from "vitest";
import { APRIL_1, DAY_MS, getCustomer, saveCard, setTime, submit } from "../harness";
import type { Engine } from "../harness";
import {
  CREDIT_PACKS,
  bought,
  buy,
  cancel,
  creditOf,
  openShop,
  product,
  removeCards,
  shown,
  use,
} from "../shop";

const TRIAL = { length: 14, duration: "day" as const, unique_fingerprint: false };
const MONTHLY = { price: 20, interval: "month" as const };
const SEATS = {
  feature_id: "seats",
  interval: "month" as const,
  price: 10,
  usage_model: "prepaid" as const,
};
const plan = (id: string, over: Partial<typeof TRIAL> & { card_required?: boolean } = {}) =>
  product(id, [MONTHLY, CREDIT_PACKS, SEATS], {
    free_trial: { ...TRIAL, card_required: false, ...over },
  });
const later = (on_increase: "prorate_next_cycle" | "bill_next_cycle") =>
  product(on_increase, [MONTHLY, { ...CREDIT_PACKS, on_increase }], {
    free_trial: { ...TRIAL, card_required: false },
  });
/** Fewer packs are credited with the renewal. */
const credited = product(
  "credited",
  [MONTHLY, { ...CREDIT_PACKS, on_decrease: "prorate_next_cycle" }],
  { free_trial: { ...TRIAL, card_required: false } },
);
const SHOP = [
  credited,
  later("prorate_next_cycle"),
  later("bill_next_cycle"),
  plan("tried"),
  plan("long", { length: 60 }),
  product("dear", [{ price: 90, interval: "month" }, CREDIT_PACKS]),
];
const packs = (quantity: number, product_id = "tried") => ({
  product_id,
  options: [{ feature_id: "credits", quantity }],
});
const creditsOf = async (t: Engine) => (await getCustomer(t)).features.credits?.balance;
const paidBy = async (t: Engine) =>
  ((await getCustomer(t)).invoices ?? []).map(({ total }) => total).toReversed();

describe("packs bought in a trial that needs no card", () => {
  it("are not granted without a card, and the trial alone needs none", async () => {
    const t = await openShop(SHOP);
    const asked = await bought(t, packs(1_000_000));
    expect(asked.code).toBe("checkout_created");
    expect([await creditsOf(t), await paidBy(t)]).toEqual([undefined, []]);
    expect((await bought(t, { product_id: "tried" })).code).toBe("new_product_attached");
    const more = await bought(t, packs(1_000_000));
    expect(more.code).toBe("checkout_created");
    expect([await creditsOf(t), await paidBy(t)]).toEqual([0, []]);
  });

  it("are paid at once on the page, and again when the trial ends", async () => {
    const t = await openShop(SHOP);
    const { checkout_url } = await bought(t, packs(200));
    await submit(t, String(checkout_url));
    expect([await creditsOf(t), await paidBy(t)]).toEqual([200, [20]]);
    setTime(APRIL_1 + 14 * DAY_MS);
    expect([await creditsOf(t), await paidBy(t)]).toEqual([200, [20, 40]]);
  });

  it.each([
    ["with the trial", 0],
    ["on its last day", 13],
  ])("have their full price when bought %s", async (_, day) => {
    const t = await openShop(SHOP);
    await saveCard(t);
    await bought(t, day === 0 ? packs(300) : { product_id: "tried" });
    setTime(APRIL_1 + day * DAY_MS);
    if (day > 0) {
      expect((await shown(t, packs(300))).total).toBe(30);
      await bought(t, packs(300));
    }
    expect([await creditsOf(t), await paidBy(t)]).toEqual([300, [30]]);
  });

  it.each(["prorate_next_cycle", "bill_next_cycle"])(
    "are not deferred to an invoice that may never be written: %s",
    async (id) => {
      const t = await openShop(SHOP);
      await bought(t, { product_id: id });
      expect((await bought(t, packs(300, id))).code).toBe("checkout_created");
      expect(await creditsOf(t)).toBe(0);
    },
  );

  it("are credited for the remaining time when their number falls or the trial is canceled", async () => {
    const t = await openShop(SHOP);
    await saveCard(t);
    await bought(t, packs(300));
    setTime(APRIL_1 + 7 * DAY_MS);
    // A third of the units, for half of the trial.
    expect((await shown(t, packs(100))).lines.map(({ amount }) => amount)).toEqual([-15, 5]);
    await cancel(t, { product_id: "tried", cancel_immediately: true });
    expect(await creditOf(t)).toBe(1500);
  });

  it.each<[string, number, number, number, number]>([
    ["more", 0, 300, 10, 2000],
    ["more, where some are spent", 40, 300, 10, 1800],
    ["fewer", 0, 100, -5, 1000],
    ["fewer, where some are spent", 40, 100, -5, 800],
  ])("change to %s for the difference at half time", async (_, spent, quantity, total, credit) => {
    const t = await openShop(SHOP);
    await saveCard(t);
    await bought(t, packs(200));
    if (spent > 0) await use(t, "credits", spent);
    setTime(APRIL_1 + 7 * DAY_MS);
    expect((await shown(t, packs(quantity))).total).toBe(total);
    await bought(t, packs(quantity));
    await cancel(t, { product_id: "tried", cancel_immediately: true });
    expect(await creditOf(t)).toBe(credit);
  });

  it("are credited when a dearer plan replaces the trial", async () => {
    const t = await openShop(SHOP);
    await saveCard(t);
    await bought(t, packs(300));
    setTime(APRIL_1 + 7 * DAY_MS);
    const { lines } = await shown(t, packs(300, "dear"));
    expect(lines.map(({ amount }) => amount)).toEqual([-15, 90, 30]);
  });

  it("M4: are credited with the plan that replaces the trial where the credit waits", async () => {
    const t = await openShop(SHOP);
    await saveCard(t);
    await bought(t, packs(300, "credited"));
    setTime(APRIL_1 + 7 * DAY_MS);
    await bought(t, packs(0, "credited"));
    expect(await paidBy(t)).toEqual([30]);
    const asked = packs(0, "dear");
    expect((await shown(t, asked)).lines.map(({ amount }) => amount)).toEqual([90, -15]);
    await bought(t, asked);
    expect(await paidBy(t)).toEqual([30, 75]);
  });

  it("are credited when the trial where the credit waits ends without a card", async () => {
    const t = await openShop(SHOP);
    await saveCard(t);
    await bought(t, packs(300, "credited"));
    setTime(APRIL_1 + 7 * DAY_MS);
    await bought(t, packs(0, "credited"));
    await removeCards(t);
    setTime(APRIL_1 + 14 * DAY_MS);
    expect((await getCustomer(t)).products.map(({ id }) => id)).not.toContain("credited");
    expect([await paidBy(t), await creditOf(t)]).toEqual([[30, -15], 1500]);
  });

  it("of a continuous-use feature are prorated to the trial", async () => {
    const t = await openShop(SHOP);
    await saveCard(t);
    const seats = { product_id: "tried", options: [{ feature_id: "seats", quantity: 3 }] };
    // 14 of the 31 days that end with the trial.
    expect((await shown(t, seats)).total).toBe(13.55);
  });

  it("are refused where the trial would grant them several times", async () => {
    const t = await openShop(SHOP);
    await saveCard(t);
    const { error } = await buy(t, packs(100, "long"));
    expect(error).toEqual({
      code: "invalid_options",
      message: "More of feature credits can be bought once the trial of long is over",
    });
    await bought(t, { product_id: "long" });
  });
});
