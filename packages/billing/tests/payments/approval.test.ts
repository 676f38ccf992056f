import { describe, expect, it } from "vitest";
import { api } from "../../src/component/_generated/api";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  attach,
  attached,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
  statusOf,
} from "../engine/harness";
import type { Engine } from "../engine/harness";
import { bought, CREDIT_PACKS, openShop, product } from "../engine/shop";
import { GOOD_CARD, pathOf, send, textOf } from "./form";

const ASKS_ON_SAVE = "4000002500003155";
const ASKS_ONCE = "4000000000003220";
const ASKS_ALWAYS = "4000000000003063";

async function checkoutPath(t: Engine) {
  const { data } = await t.mutation(api.public.checkout, {
    params: { customer_id: ANA, product_id: "creator" },
  });
  return pathOf(data?.url);
}

/** A purchase with a saved card that needs approval: its page. */
async function approvalPath(t: Engine, product_id = "creator") {
  const { code, checkout_url } = await attached(t, { product_id });
  expect(code).toBe("invoice_action_required");
  return pathOf(checkout_url);
}

describe("a page with a card that needs approval", () => {
  it.each([ASKS_ON_SAVE, ASKS_ONCE, ASKS_ALWAYS])(
    "saves and charges %s only once it is approved",
    async (number) => {
      const t = await startEngine();
      const path = await checkoutPath(t);
      expect(await textOf(await send(t, path, { ...GOOD_CARD, number }))).toContain("Approve");
      const before = await getCustomer(t);
      expect([before.payment_method, before.invoices]).toEqual([null, []]);
      const text = await textOf(await send(t, path, { do: "approve" }));
      expect(text).toContain("Paid");
      expect(await statusOf(t, "creator")).toBe("active");
      expect((await getCustomer(t)).payment_method?.card.last4).toBe(number.slice(-4));
    },
  );

  it("leaves nothing of a purchase that is not approved", async () => {
    const t = await startEngine();
    const path = await checkoutPath(t);
    await send(t, path, { ...GOOD_CARD, number: ASKS_ALWAYS });
    const refused = await send(t, path, { do: "refuse" });
    expect(await textOf(refused)).toContain("This purchase failed");
    expect((await send(t, path, GOOD_CARD)).status).toBe(410);
    const { products, invoices, payment_method } = await getCustomer(t);
    expect([products.length, invoices, payment_method]).toEqual([1, [], null]);
  });

  it("asks for a card again when the approved charge is declined", async () => {
    const t = await startEngine();
    const path = await checkoutPath(t);
    await send(t, path, { ...GOOD_CARD, number: ASKS_ON_SAVE });
    await t.mutation(api.lifecycle.testClock.failNextCharge, {
      customerId: ANA,
      code: "insufficient_funds",
    });
    const declined = await send(t, path, { do: "approve" });
    expect(declined.status).toBe(402);
    const text = await textOf(declined);
    expect(text).toContain("Your card has insufficient funds.");
    expect(text).toContain("Card number");
    expect((await getCustomer(t)).payment_method).toBeNull();
    expect((await send(t, path, GOOD_CARD)).status).toBe(200);
    expect((await getCustomer(t)).invoices).toHaveLength(1);
  });

  it("refuses an approval that was not requested", async () => {
    const t = await startEngine();
    const path = await checkoutPath(t);
    expect((await send(t, path, { do: "approve" })).status).toBe(400);
    expect((await getCustomer(t)).invoices).toEqual([]);
  });
});

describe("a saved card that needs approval", () => {
  it("completes the same purchase when it is approved, and charges once", async () => {
    const t = await startEngine();
    await saveCard(t, ASKS_ALWAYS);
    const path = await approvalPath(t);
    expect(await textOf(await t.fetch(path, {}))).toContain("Approve this payment");
    expect(await statusOf(t, "creator")).toBeUndefined();
    await send(t, path, { do: "approve" });
    await send(t, path, { do: "approve" });
    expect(await statusOf(t, "creator")).toBe("active");
    expect((await getCustomer(t)).invoices).toHaveLength(1);
  });

  it("expires after a day without a charge", async () => {
    const t = await startEngine();
    await saveCard(t, ASKS_ALWAYS);
    const path = await approvalPath(t);
    setTime(APRIL_1 + DAY_MS);
    expect((await send(t, path, { do: "approve" })).status).toBe(410);
    const { invoices, products } = await getCustomer(t);
    expect([invoices, products.map(({ id }) => id)]).toEqual([[], ["free"]]);
  });

  it("asks once or at every charge, as its kind requires", async () => {
    const t = await startEngine();
    await saveCard(t, ASKS_ONCE);
    await send(t, await approvalPath(t, "print_pack"), { do: "approve" });
    expect((await attached(t, { product_id: "print_pack" })).code).toBe("one_off_product_attached");
    await saveCard(t, ASKS_ALWAYS);
    await send(t, await approvalPath(t, "print_pack"), { do: "approve" });
    await approvalPath(t, "print_pack");
  });

  it("needs no more approval after one while it was saved", async () => {
    const t = await startEngine();
    const { data } = await t.mutation(api.public.setupPayment, {
      params: { customer_id: ANA },
    });
    const path = pathOf(data?.url);
    const asked = await textOf(await send(t, path, { ...GOOD_CARD, number: ASKS_ON_SAVE }));
    expect(asked).toContain("Approve your card");
    expect((await getCustomer(t)).payment_method).toBeNull();
    expect(await textOf(await send(t, path, { do: "approve" }))).toContain("Your card is saved");
    expect((await attach(t, { product_id: "creator" })).data?.code).toBe("new_product_attached");
  });
});

/** Packs of 1 at $1, and of 1000 at $50. */
const packsOf = (id: string, price: number, billing_units: number) =>
  product(id, [
    { price, interval: "month" },
    { ...CREDIT_PACKS, price, billing_units },
  ]);

describe("the order on a page", () => {
  it("names inherited units in packs of the page's own size, and sells them so", async () => {
    const t = await openShop([packsOf("singles", 1, 1), packsOf("boxes", 50, 1000)]);
    await saveCard(t);
    const options = [{ feature_id: "credits", quantity: 1001 }];
    await bought(t, { product_id: "singles", options });
    const { checkout_url } = await bought(t, { product_id: "boxes", force_checkout: true });
    const path = pathOf(checkout_url);
    const markup = await (await t.fetch(path)).text();
    expect(/name="packs:credits"[^>]*value="(\d+)"/.exec(markup)?.[1]).toBe("2");
    expect(markup).toContain("2,000 credits");
    const more = await textOf(await send(t, path, { do: "revise", "packs:credits": "3" }));
    expect(more).toContain("3,000 credits");
    await send(t, path, GOOD_CARD);
    expect((await getCustomer(t)).features["credits"]?.balance).toBe(3000);
  });

  it("can be changed before it is paid, and is charged as it is shown then", async () => {
    const t = await startEngine();
    const { data } = await t.mutation(api.public.checkout, {
      params: {
        customer_id: ANA,
        product_id: "boost_pack",
        options: [{ feature_id: "credits", quantity: 100 }],
      },
    });
    const path = pathOf(data?.url);
    const more = await textOf(await send(t, path, { do: "revise", "packs:credits": "3" }));
    expect(more).toContain("300 credits $15.00");
    expect(more).toContain("Pay $15.00");
    expect((await send(t, path, GOOD_CARD)).status).toBe(200);
    expect((await getCustomer(t)).invoices).toMatchObject([{ total: 15 }]);
    expect((await getCustomer(t)).features["credits"]?.balance).toBeGreaterThanOrEqual(300);
  });

  it.each([
    ["a fraction", { "packs:credits": "1.5" }, "whole number"],
    ["less than nothing", { "packs:credits": "-1" }, "whole number"],
    ["no number", { "packs:credits": "many" }, "whole number"],
    ["an unknown code", { "packs:credits": "1", code: "NOPE" }, "not valid"],
    ["a feature that it does not sell", { "packs:uploads": "1" }, "uploads"],
  ])("is unchanged after %s", async (_, fields, message) => {
    const t = await startEngine();
    const { data } = await t.mutation(api.public.checkout, {
      params: {
        customer_id: ANA,
        product_id: "boost_pack",
        options: [{ feature_id: "credits", quantity: 100 }],
      },
    });
    const path = pathOf(data?.url);
    const response = await send(t, path, { do: "revise", ...fields });
    expect(response.status).toBeGreaterThanOrEqual(400);
    const text = await textOf(response);
    expect(text).toContain(message);
    expect(text).toContain("Pay $5.00");
  });
});
