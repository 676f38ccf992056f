import { describe, expect, it } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { install } from "../../../src/component/store/catalogue/catalog";
import { findCustomer } from "../../../src/component/store/customers/customerState";
import { addCredit } from "../../../src/component/operations/invoices/invoices";
import { APRIL_1, MAY_1, getCustomer, saveCard, setTime } from "../harness";
import type { Engine } from "../harness";
import { CARDS } from "../cards";
import { bought, canceled, creditOf, openShop, PRODUCTS, swapCards } from "../shop";

const toYen = (t: Engine) =>
  t.run((ctx) => install(ctx, { currency: "jpy", features: [], products: [] }, APRIL_1));

async function giveCredit(t: Engine, id: string) {
  await getCustomer(t, id);
  await t.run(async (ctx) => {
    const customer = await findCustomer(ctx, id);
    if (!customer) throw new Error("There is no customer");
    await addCredit(ctx, customer._id, 2000);
  });
}

/** The shop, without anything that depends on its currency. */
const openPlain = () => openShop(PRODUCTS.filter(({ id }) => id !== "pro"));

describe("another currency of the catalogue", () => {
  it("is refused while customers have credit, and says how many", async () => {
    const t = await openPlain();
    await giveCredit(t, "ana");
    await expect(toYen(t)).rejects.toThrow(
      "invalid_request: The currency can't change from usd to jpy: 1 customer has credit, " +
        "open invoices or renewals in usd (1 customer has credit)",
    );
    await giveCredit(t, "bob");
    await expect(toYen(t)).rejects.toThrow("2 customers have credit");
    expect(await creditOf(t)).toBe(2000);
  });

  it("is refused while a paid product renews or has an open invoice", async () => {
    const t = await openPlain();
    await saveCard(t);
    await bought(t, { product_id: "basic" });
    await expect(toYen(t)).rejects.toThrow("1 customer has credit, open invoices or renewals");
    await swapCards(t, CARDS.failsLater);
    setTime(MAY_1);
    await getCustomer(t);
    await expect(toYen(t)).rejects.toThrow("(0 customers have credit)");
  });

  it("is installed when customers have no money in the old one", async () => {
    const t = await openPlain();
    await saveCard(t);
    await bought(t, { product_id: "basic" });
    await canceled(t, { product_id: "basic" });
    setTime(MAY_1);
    await getCustomer(t);
    await toYen(t);
    const { data } = await t.query(api.public.listFeatures, {
      params: {},
      now: APRIL_1,
    });
    expect(data?.list).not.toEqual([]);
    const state = await t.run((ctx) => ctx.db.query("catalogueState").first());
    expect(state?.currency).toBe("jpy");
  });
});
