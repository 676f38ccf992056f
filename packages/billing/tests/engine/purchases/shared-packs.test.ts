import { api } from "../../../src/component/_generated/api";
import { describe, expect, it } from "vitest";
import { ANA, getCustomer, saveCard, submit } from "../harness";
import { CREDIT_PACKS, bought, buy, heldBy, invoicesOf, openShop, product } from "../shop";

const monthly = (price: number) => ({ price, interval: "month" as const });
const SHOP = [
  product("pro", [monthly(20), CREDIT_PACKS]),
  product("extra", [monthly(5), { ...CREDIT_PACKS, price: 20, billing_units: 250 }], {
    is_add_on: true,
  }),
];
const BOTH = { product_ids: ["pro", "extra"] };

describe("two products that sell the same feature, bought together", () => {
  it.each([true, false])("are sold without packs of it; a card is saved: %s", async (isSaved) => {
    const t = await openShop(SHOP);
    if (isSaved) await saveCard(t);
    const { checkout_url } = await bought(t, BOTH);
    if (!isSaved) await submit(t, String(checkout_url));
    expect(await heldBy(t)).toEqual(["extra active", "pro active"]);
    expect(await invoicesOf(t)).toEqual([[2500, "paid"]]);
  });

  it("do not each sell a quantity that is asked for once", async () => {
    const t = await openShop(SHOP);
    await saveCard(t);
    const asked = { ...BOTH, options: [{ feature_id: "credits", quantity: 100 }] };
    expect((await buy(t, asked)).error).toMatchObject({
      code: "invalid_options",
      message:
        "pro and extra both sell feature credits: buy more of it with one of them, by itself",
    });
    expect((await getCustomer(t)).features.credits).toBeUndefined();
  });

  it("open no page for a pack that one of them would have to sell", async () => {
    const t = await openShop([...SHOP, product("packs", [CREDIT_PACKS], { is_add_on: true })]);
    const params = { customer_id: ANA, product_ids: ["pro", "packs"] };
    const { error } = await t.mutation(api.public.checkout, { params });
    expect(error).toMatchObject({ code: "invalid_options" });
  });
});
