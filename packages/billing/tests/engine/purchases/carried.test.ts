import { describe, expect, it } from "vitest";
import type { ItemDefinition } from "../../../src/component/rules/model";
import {
  APRIL_1,
  attached,
  DAY_MS,
  getCustomer,
  ledgerGaps,
  MAY_1,
  saveCard,
  setTime,
  startEngine,
  submit,
} from "../harness";
import type { Engine } from "../harness";
import {
  bought,
  buy,
  canceled,
  creditOf,
  invoicesOf,
  openShop,
  product,
  shown,
  use,
} from "../shop";

const APRIL_16 = APRIL_1 + 15 * DAY_MS;
const JUNE_1 = Date.UTC(2025, 5, 1);

const monthly = (price: number): ItemDefinition => ({ price, interval: "month" });
/** Calls whose use is kept by a change of plan. */
const calls = (included: number, price: number): ItemDefinition => ({
  feature_id: "calls",
  included_usage: included,
  interval: "month",
  price,
  usage_model: "pay_per_use",
  reset_usage_when_enabled: false,
});
const uploads = (included: number): ItemDefinition => ({
  feature_id: "uploads",
  included_usage: included,
  interval: "month",
  reset_usage_when_enabled: false,
});
/** Packs of 100 at $10, for what is left of the month. */
const credits = (included = 0): ItemDefinition => ({
  feature_id: "credits",
  included_usage: included,
  interval: "month",
  price: 10,
  billing_units: 100,
  usage_model: "prepaid",
  on_increase: "prorate_immediately",
});
const packs = (product_id: string, quantity: number) => ({
  product_id,
  options: [{ feature_id: "credits", quantity }],
});

const SHOP = [
  product("free", [uploads(100)], { is_default: true }),
  product("small", [monthly(20), calls(100, 1), uploads(500)]),
  product("large", [monthly(50), calls(120, 1), uploads(1000)]),
  product("top", [monthly(50), calls(100, 0.5)]),
  product("low", [monthly(20), calls(90, 0.5)]),
  product("maker", [monthly(10), credits()]),
  product("factory", [monthly(30), credits(400)]),
  product("plain", [
    monthly(30),
    { feature_id: "credits", included_usage: 400, interval: "month" },
  ]),
];

async function open(first: Parameters<typeof bought>[1]): Promise<Engine> {
  const t = await openShop(SHOP);
  await saveCard(t);
  await bought(t, first);
  return t;
}

const totals = async (t: Engine) => (await invoicesOf(t)).map(([minor]) => Number(minor) / 100);
const balanceOf = async (t: Engine, id: string) => (await getCustomer(t)).features[id]?.balance;
const creditsLeft = (t: Engine) => balanceOf(t, "credits");
const amountsOf = (lines: readonly { amount: number }[]) => lines.map(({ amount }) => amount);

describe("use that was billed", () => {
  it("is not billed again after an upgrade, and the rest of it counts", async () => {
    const t = await open({ product_id: "small" });
    await use(t, "calls", 140);
    setTime(APRIL_16);
    await bought(t, { product_id: "large" });
    expect(await balanceOf(t, "calls")).toBe(20);
    setTime(MAY_1);
    await getCustomer(t);
    expect(await totals(t)).toEqual([20, 55, 50]);
  });

  it("is not billed again after a downgrade", async () => {
    const t = await open({ product_id: "top" });
    await use(t, "calls", 140);
    await bought(t, { product_id: "low" });
    setTime(MAY_1);
    expect(await balanceOf(t, "calls")).toBe(90);
    setTime(JUNE_1);
    await getCustomer(t);
    expect(await totals(t)).toEqual([50, 20, 20, 20]);
  });
});

describe("the end of a period", () => {
  it("lets the next plan begin with its full grant", async () => {
    const t = await open({ product_id: "large" });
    await use(t, "uploads", 300);
    await bought(t, { product_id: "small" });
    setTime(MAY_1);
    expect(await balanceOf(t, "uploads")).toBe(500);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("lets a smaller number of packs begin unspent", async () => {
    const t = await open(packs("factory", 800));
    await use(t, "credits", 1200);
    await bought(t, packs("maker", 100));
    setTime(MAY_1);
    expect(await creditsLeft(t)).toBe(100);
    expect(await totals(t)).toEqual([110, 20]);
  });

  it("lets the free plan begin with its full grant", async () => {
    const t = await open({ product_id: "large" });
    await use(t, "uploads", 300);
    await canceled(t, { product_id: "large" });
    setTime(MAY_1);
    expect(await balanceOf(t, "uploads")).toBe(100);
  });

  it("is not an immediate cancellation: the usage counts on the free plan", async () => {
    const t = await open({ product_id: "large" });
    await use(t, "uploads", 60);
    await canceled(t, { product_id: "large", cancel_immediately: true });
    expect(await balanceOf(t, "uploads")).toBe(40);
  });
});

describe("prepaid units that are spent", () => {
  it("are granted once, whichever plans follow, and not credited", async () => {
    const t = await startEngine();
    await saveCard(t);
    let spent = 0;
    const spendAll = async () => {
      const left = (await creditsLeft(t)) ?? 0;
      spent += left;
      await use(t, "credits", left);
    };
    await attached(t, packs("creator", 2000));
    await spendAll();
    for (const [index, product_id] of ["pro", "studio", "studio_quarter"].entries()) {
      setTime(APRIL_1 + (index + 1) * 60_000);
      await bought(t, { product_id, free_trial: false });
      await spendAll();
    }
    // Creator includes 100, Pro 400 and Studio 1500.
    expect(spent).toBe(2000 + 100 + 400 + 1500 + 1500);
    await canceled(t, { product_id: "studio_quarter", cancel_immediately: true });
    const paid = (await totals(t)).reduce((sum, total) => sum + Math.max(0, total), 0);
    expect(paid - Number(await creditOf(t)) / 100).toBeGreaterThanOrEqual(80);
  });

  it("are not credited by a cancellation at once", async () => {
    const t = await open(packs("maker", 800));
    await use(t, "credits", 800);
    setTime(APRIL_1 + DAY_MS / 24);
    await canceled(t, { product_id: "maker", cancel_immediately: true });
    // The plan itself: $10 less an hour.
    expect(await creditOf(t)).toBe(999);
  });

  it("count as used on the next plan, which charges and credits the others alone", async () => {
    const t = await open(packs("maker", 800));
    await use(t, "credits", 600);
    setTime(APRIL_16);
    const { lines } = await shown(t, packs("factory", 1000));
    expect(lines.map(({ description, amount }) => `${description}: ${amount}`)).toEqual([
      "Unused time on maker after Apr 16: -5",
      "Unused time on 200 credits after Apr 16: -10",
      "Remaining time on factory until May 1: 15",
      "Remaining time on 400 credits until May 1: 20",
    ]);
    await bought(t, packs("factory", 1000));
    const { features } = await getCustomer(t);
    expect(features.credits).toMatchObject({ included_usage: 1400, usage: 600, balance: 800 });
    setTime(MAY_1);
    expect(await creditsLeft(t)).toBe(1400);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("stay spent over several changes, whatever the plans include", async () => {
    const t = await open(packs("maker", 800));
    await use(t, "credits", 600);
    setTime(APRIL_16);
    await bought(t, packs("factory", 800));
    await use(t, "credits", 450);
    await canceled(t, { product_id: "factory", cancel_immediately: true });
    // Of the 200 that the plan charged for, 50 are used besides the 400 that it includes.
    expect(await creditOf(t)).toBe(1500 + 750);
  });

  it.each([
    ["another plan", "factory"],
    ["the same plan", "maker"],
  ])("are not given back by a lower quantity on %s", async (_, id) => {
    const t = await open(packs("maker", 100));
    await use(t, "credits", 60);
    setTime(APRIL_1 + 12 * DAY_MS);
    const { error } = await buy(t, packs(id, 0));
    expect(error).toEqual({
      code: "invalid_options",
      message: "60 of feature credits are in use",
    });
  });

  it("are not given back by a plan that sells none", async () => {
    const t = await open(packs("maker", 100));
    await use(t, "credits", 60);
    setTime(APRIL_1 + 12 * DAY_MS);
    const { lines } = await shown(t, { product_id: "plain" });
    expect(amountsOf(lines)).toEqual([-6, -2.4, 18]);
    await bought(t, { product_id: "plain" });
    expect(await creditsLeft(t)).toBe(400);
  });

  it("do not affect a new cycle that begins immediately: it is paid in full", async () => {
    const t = await open(packs("maker", 100));
    await use(t, "credits", 60);
    setTime(APRIL_16);
    const asked = { ...packs("factory", 100), billing_cycle_anchor: "now" as const };
    expect(amountsOf((await shown(t, asked)).lines)).toEqual([-5, -2, 30, 10]);
    await bought(t, asked);
    expect(await creditsLeft(t)).toBe(500);
  });

  describe("after a page was shown", () => {
    const openPage = async (t: Engine, product_id: string) => {
      setTime(APRIL_16);
      return String((await shown(t, { product_id, force_checkout: true })).url);
    };

    it("are not credited by it", async () => {
      const t = await open(packs("maker", 800));
      const url = await openPage(t, "plain");
      await use(t, "credits", 799);
      expect((await submit(t, url)).error?.code).toBe("checkout_expired");
      expect(await creditsLeft(t)).toBe(1);
    });

    it("count as used on a plan that charges for them there", async () => {
      const t = await open(packs("maker", 800));
      const url = await openPage(t, "factory");
      await use(t, "credits", 799);
      expect((await submit(t, url)).error).toBeNull();
      expect(await creditsLeft(t)).toBe(401);
      // -5 and -40 for the plan before, 15 and 40 for this one.
      expect(await totals(t)).toEqual([90, 10]);
    });
  });
});
