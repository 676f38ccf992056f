import { describe, expect, it } from "vitest";
import { api, internal } from "../../../src/component/_generated/api";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  MAY_1,
  attach,
  attached,
  checkedOut,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
  submit,
} from "../harness";
import type { Engine } from "../harness";
import { MAX_PRODUCTS_EACH } from "../../../src/component/rules/subscriptions/subscriptionLimit";
import { addEntities, bought, buy, cancel, HALF, openShop, PRODUCTS, product, use } from "../shop";

const creditsOf = async (t: Engine) => (await getCustomer(t)).features.credits?.balance;
const scenarioOf = async (t: Engine, id: string) => {
  const { data } = await t.query(api.public.listProducts, {
    params: { customer_id: ANA },
    now: Date.now(),
  });
  return data?.list.find((row) => row.id === id)?.scenario;
};
const FREE_UNITS = [{ feature_id: "boosts", included_usage: 5 }];

describe("a free add-on that grants units once", () => {
  it.each(["sandbox", "off"])("can be taken once with payments %s", async (mode) => {
    const t = await startEngine(mode);
    await attached(t, { product_id: "welcome_credits" });
    for (let times = 0; times < 3; times += 1) {
      const { error } = await attach(t, { product_id: "welcome_credits" });
      expect(error?.code).toBe("product_already_attached");
    }
    expect(await creditsOf(t)).toBe(20);
    expect(await scenarioOf(t, "welcome_credits")).toBe("active");
  });

  it("can be taken once, also after it was canceled", async () => {
    const t = await startEngine();
    await attached(t, { product_id: "welcome_credits" });
    await cancel(t, { product_id: "welcome_credits", cancel_immediately: true });
    const { error } = await attach(t, { product_id: "welcome_credits" });
    expect(error).toEqual({
      code: "purchase_limit_reached",
      message: "Welcome credits can be had once per customer, and you have had it",
    });
  });

  it("can be taken once by a customer and all entities together", async () => {
    const t = await openShop([product("gift", FREE_UNITS, { is_add_on: true })]);
    await addEntities(t, "e1");
    await bought(t, { product_id: "gift", entity_id: "e1" });
    expect((await buy(t, { product_id: "gift" })).error?.code).toBe("purchase_limit_reached");
  });

  it("can be taken as often as the catalogue says", async () => {
    const twice = { is_add_on: true, purchase_limit: 2 };
    const t = await openShop([product("gift", FREE_UNITS, twice)]);
    await bought(t, { product_id: "gift" });
    await bought(t, { product_id: "gift" });
    expect((await buy(t, { product_id: "gift" })).error?.code).toBe("purchase_limit_reached");
  });
});

describe("a free add-on that grants units every month", () => {
  const monthly = [{ feature_id: "boosts", included_usage: 5, interval: "month" as const }];
  const boostsOf = async (t: Engine) => (await getCustomer(t)).features.boosts?.balance;

  it("grants units once a month, however often it is canceled and taken again", async () => {
    const t = await openShop([product("gift", monthly, { is_add_on: true })]);
    await bought(t, { product_id: "gift" });
    await use(t, "boosts", 5);
    setTime(APRIL_1 + DAY_MS);
    await cancel(t, { product_id: "gift", cancel_immediately: true });
    for (const at of [APRIL_1 + DAY_MS, MAY_1 - 1]) {
      setTime(at);
      expect((await buy(t, { product_id: "gift" })).error?.code).toBe("purchase_limit_reached");
    }
    setTime(MAY_1);
    await bought(t, { product_id: "gift" });
    expect(await boostsOf(t)).toBe(5);
  });

  it("can be taken for each entity, and continues when its cancellation is undone", async () => {
    const t = await openShop([product("gift", monthly, { is_add_on: true })]);
    await addEntities(t, "e1");
    await bought(t, { product_id: "gift" });
    await cancel(t, { product_id: "gift", cancel_immediately: true });
    await bought(t, { product_id: "gift", entity_id: "e1" });
    await cancel(t, { product_id: "gift", entity_id: "e1" });
    expect(await bought(t, { product_id: "gift", entity_id: "e1" })).toMatchObject({
      code: "renewed_product",
    });
    expect(await boostsOf(t)).toBe(5);
  });

  it("can be taken again at once after it ended with its month", async () => {
    const t = await openShop([product("gift", monthly, { is_add_on: true })]);
    await bought(t, { product_id: "gift" });
    await cancel(t, { product_id: "gift" });
    setTime(MAY_1);
    await getCustomer(t);
    await bought(t, { product_id: "gift" });
    expect(await boostsOf(t)).toBe(5);
  });
});

describe("a purchased flag", () => {
  it("cannot be bought again, and is shown as active", async () => {
    const t = await startEngine();
    await saveCard(t);
    expect(await scenarioOf(t, "lifetime_badge")).toBe("new");
    await attached(t, { product_id: "lifetime_badge" });
    const { error } = await attach(t, { product_id: "lifetime_badge" });
    expect(error?.code).toBe("product_already_attached");
    expect((await getCustomer(t)).invoices).toHaveLength(1);
    expect(await scenarioOf(t, "lifetime_badge")).toBe("active");
  });

  it("is not charged by a page that was opened before it was bought", async () => {
    const t = await startEngine();
    const { url } = await checkedOut(t, { product_id: "lifetime_badge" });
    await saveCard(t);
    await attached(t, { product_id: "lifetime_badge" });
    await submit(t, String(url)).catch(() => null);
    expect((await getCustomer(t)).invoices).toHaveLength(1);
  });

  it("can be bought again after it was canceled", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "lifetime_badge" });
    await cancel(t, { product_id: "lifetime_badge", cancel_immediately: true });
    await attached(t, { product_id: "lifetime_badge" });
  });

  it("does not limit purchases of units", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "print_pack" });
    await attached(t, { product_id: "print_pack" });
    expect((await getCustomer(t)).features.prints?.balance).toBe(10);
  });
});

describe("a page of a customer who has reached the most products since", () => {
  it("sells nothing more", async () => {
    const t = await openShop();
    const { checkout_url } = await bought(t, { product_id: "extra" });
    await t.run(async (ctx) => {
      const [row] = await ctx.db.query("subscriptions").take(1);
      if (!row) throw new Error("A new customer has the free plan");
      const { _id, _creationTime, ...copy } = row;
      for (let count = 0; count < MAX_PRODUCTS_EACH; count += 1) {
        await ctx.db.insert("subscriptions", { ...copy, product_id: "pack" });
      }
    });
    expect((await submit(t, String(checkout_url))).error?.code).toBe("checkout_expired");
    expect((await getCustomer(t)).invoices).toEqual([]);
  });
});

describe("a page with a promotion code", () => {
  it("changes its quantities after ten wrong codes, and takes no further code", async () => {
    const t = await openShop(PRODUCTS, "usd", [HALF]);
    const asked = { product_id: "pro", reward: "HALF" };
    const url = String((await bought(t, asked)).checkout_url);
    const token = url.slice(url.lastIndexOf("/") + 1);
    for (let tries = 0; tries < 10; tries += 1) {
      expect((await buy(t, { ...asked, reward: `WRONG${tries}` })).error?.code).toBe(
        "reward_not_found",
      );
    }
    const revise = async (code: string) => {
      const packs = [{ feature_id: "credits", packs: 2 }];
      return (await t.mutation(internal.pages.checkout.revise, { token, packs, code })).error?.code;
    };
    expect([await revise("HALF"), await revise("")]).toEqual(["rate_limit_exceeded", undefined]);
  });
});
