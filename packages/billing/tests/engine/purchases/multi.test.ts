import { describe, expect, it } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import {
  APRIL_1,
  CARDS,
  DAY_MS,
  MAY_1,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
  submit,
} from "../harness";
import { bought, buy, canceled, heldBy, invoicesOf, openShop, shown } from "../shop";

const packs = (quantity: number) => [{ feature_id: "credits", quantity }];

async function shopWith(...productIds: string[]) {
  const t = await openShop();
  await saveCard(t);
  for (const product_id of productIds) await bought(t, { product_id });
  return t;
}

describe("several products at once", () => {
  it("are one charge and one invoice, as the checkout said", async () => {
    const t = await shopWith();
    const asked = { product_ids: ["extra", "pro", "pack", "support"], options: packs(200) };
    const preview = await shown(t, asked);
    expect(preview).toMatchObject({
      total: 62,
      has_prorations: false,
      options: [{ feature_id: "credits", quantity: 200 }],
      next_cycle: { starts_at: MAY_1, total: 53 },
    });
    expect(await bought(t, asked)).toMatchObject({
      code: "new_product_attached",
      product_ids: ["pro", "support", "extra", "pack"],
      invoice: { total: 6200, status: "paid" },
    });
    expect(await invoicesOf(t)).toEqual([[6200, "paid"]]);
    expect(await heldBy(t)).toEqual([
      "extra active",
      "labs_free active",
      "pack active",
      "pro active",
      "support active",
    ]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("are all bought or none: a declined card changes nothing", async () => {
    const t = await shopWith();
    await saveCard(t, CARDS.failsLater);
    const before = await getCustomer(t);
    const { error } = await buy(t, { product_ids: ["basic", "extra"] });
    expect(error?.code).toBe("payment_failed");
    expect(await getCustomer(t)).toEqual(before);
    expect(await invoicesOf(t)).toEqual([]);
  });

  it("B27: are bought on one page without a card, and a new page replaces it", async () => {
    const t = await openShop();
    const { checkout_url: first } = await bought(t, { product_ids: ["basic", "extra"] });
    const { checkout_url: second } = await bought(t, { product_id: "extra" });
    expect((await submit(t, String(first))).error?.code).toBe("checkout_expired");
    expect((await submit(t, String(second))).error).toBeNull();
    const { checkout_url: third } = await bought(t, {
      product_ids: ["basic", "support"],
      force_checkout: true,
    });
    expect((await submit(t, String(third))).error).toBeNull();
    expect(await invoicesOf(t)).toEqual([
      [500, "paid"],
      [1800, "paid"],
    ]);
  });

  it("share the trial that one of them starts", async () => {
    const t = await shopWith();
    await bought(t, { product_ids: ["extra", "tried"] });
    expect(await invoicesOf(t)).toEqual([]);
    setTime(APRIL_1 + 14 * DAY_MS);
    await getCustomer(t);
    expect((await invoicesOf(t)).map(([total]) => total).sort()).toEqual([3000, 500]);
  });

  it.each([
    ["an unknown one", ["basic", "nothing"], "product_not_found"],
    ["the same one twice", ["extra", "extra"], "invalid_request"],
    ["two that replace each other", ["basic", "pro"], "invalid_request"],
    ["one that would be an upgrade", ["max", "extra"], "invalid_request"],
    ["the current plan", ["basic", "extra"], "product_already_attached"],
  ])("refuse %s", async (_what, product_ids, code) => {
    const t = await shopWith("basic");
    expect((await buy(t, { product_ids })).error?.code).toBe(code);
    expect(await heldBy(t)).toEqual(["basic active", "labs_free active"]);
  });

  it("refuse a plan while another is scheduled in its group", async () => {
    const t = await shopWith("basic");
    await canceled(t, { product_id: "basic" });
    expect((await buy(t, { product_ids: ["max", "extra"] })).error?.code).toBe("invalid_request");
  });

  it("refuse quantities that none of the products sells", async () => {
    const t = await shopWith();
    const asked = { product_ids: ["basic", "extra"], options: packs(100) };
    expect(await buy(t, asked)).toMatchObject({
      error: { code: "price_not_found" },
      statusCode: 404,
    });
  });

  it.each([
    [{}, "invalid_inputs"],
    [{ product_id: "basic", product_ids: ["pro"] }, "invalid_inputs"],
  ])("accept only one way of naming them: %j", async (asked, code) => {
    const t = await shopWith();
    expect((await buy(t, asked)).error?.code).toBe(code);
  });

  it("named as a list of one are bought as one", async () => {
    const t = await shopWith("basic");
    expect(await bought(t, { product_ids: ["max"] })).toMatchObject({
      code: "upgraded_to_new_product",
    });
  });
});

describe("a plan of another group", () => {
  const APRIL_16 = APRIL_1 + 15 * DAY_MS;

  it("joins the running cycle, and pays for the rest of it", async () => {
    const t = await shopWith("basic");
    setTime(APRIL_16);
    expect(await shown(t, { product_id: "support" })).toMatchObject({
      total: 4,
      has_prorations: false,
      next_cycle: { starts_at: MAY_1, total: 8 },
    });
    await bought(t, { product_id: "support" });
    setTime(MAY_1);
    await getCustomer(t);
    expect((await invoicesOf(t)).map(([total]) => total)).toEqual([1000, 400, 1000, 800]);
  });

  it("does not join a trial: it would be free until the trial ends", async () => {
    const t = await shopWith("tried");
    expect((await shown(t, { product_id: "max" })).total).toBe(50);
  });
});

describe("options of attach", () => {
  it("B46: a purchase without the trial starts paid", async () => {
    const t = await shopWith();
    const preview = await shown(t, { product_id: "tried", free_trial: false });
    expect(preview).toMatchObject({ total: 30, product: { properties: { has_trial: false } } });
    await bought(t, { product_id: "tried", free_trial: false });
    expect(await invoicesOf(t)).toEqual([[3000, "paid"]]);
  });

  it("B46: the page of a purchase without the trial starts it paid too", async () => {
    const t = await openShop();
    const { checkout_url } = await bought(t, { product_id: "tried", free_trial: false });
    expect((await submit(t, String(checkout_url))).error).toBeNull();
    expect(await invoicesOf(t)).toEqual([[3000, "paid"]]);
  });

  it("a purchase by invoice is paid on a page, with or without a card", async () => {
    const t = await shopWith();
    const answer = await bought(t, { product_id: "basic", invoice: true });
    expect(answer).toMatchObject({
      code: "invoice_action_required",
      invoice: { status: "draft", total: 1000 },
    });
    expect(await invoicesOf(t)).toEqual([[1000, "draft"]]);
    setTime(APRIL_1 + 1);
    expect((await submit(t, String(answer.checkout_url))).error).toBeNull();
    expect(await invoicesOf(t)).toEqual([[1000, "paid"]]);
    // It has the date of its issue.
    expect((await getCustomer(t)).invoices).toMatchObject([{ created_at: APRIL_1 + 1 }]);
  });

  it("an invoice gets its number when it is issued, and a draft uses none", async () => {
    const t = await shopWith();
    const numbers = async () => {
      const rows = await t.run((ctx) => ctx.db.query("invoices").take(9));
      return rows.map(({ number }) => number?.slice(-4));
    };
    const { checkout_url } = await bought(t, { product_id: "basic", invoice: true });
    await bought(t, { product_id: "extra" });
    expect(await numbers()).toEqual([undefined, "0001"]);
    await submit(t, String(checkout_url));
    expect(await numbers()).toEqual(["0002", "0001"]);
  });

  it("a purchase by invoice whose page is replaced leaves a void invoice and no debt", async () => {
    const t = await shopWith();
    await bought(t, { product_id: "basic", invoice: true });
    expect((await bought(t, { product_id: "extra" })).code).toBe("new_product_attached");
    expect(await invoicesOf(t)).toEqual([
      [1000, "draft"],
      [500, "paid"],
    ]);
    await bought(t, { product_id: "pro" });
    expect(await invoicesOf(t)).toEqual([
      [1000, "void"],
      [500, "paid"],
      [2000, "paid"],
    ]);
  });

  it("a purchase by invoice whose page expires leaves a void invoice too", async () => {
    const t = await shopWith();
    await bought(t, { product_id: "basic", invoice: true });
    setTime(APRIL_1 + 32 * DAY_MS);
    await t.mutation(internal.lifecycle.retention.deleteOld, {});
    expect(await invoicesOf(t)).toEqual([[1000, "void"]]);
  });
});
