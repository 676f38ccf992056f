import { describe, expect, it } from "vitest";
import { internal } from "../../../src/component/_generated/api";
import type { Checkout } from "../../../src/contract/responses";
import { install } from "../../../src/component/store/catalogue/catalog";
import {
  ANA,
  APRIL_1,
  CARDS,
  DAY_MS,
  MAY_1,
  attach,
  attached,
  checkedOut,
  gate,
  getCustomer,
  ledgerGaps,
  saveCard,
  setTime,
  startEngine,
  statusOf,
  submit,
} from "../harness";
import type { Engine } from "../harness";
import { withDearerCreator } from "../catalogues";

/** Ten of April's thirty days are gone. */
const APRIL_11 = APRIL_1 + 10 * DAY_MS;
const PRO_TRIAL_END = APRIL_1 + 14 * DAY_MS;

async function startOn(productId: string): Promise<Engine> {
  const t = await startEngine();
  await saveCard(t);
  await attached(t, { product_id: productId });
  return t;
}

/** Pro's trial was used before, so Pro costs money from its first day. */
async function startOnCreatorAfterTrial(): Promise<Engine> {
  const t = await startEngine();
  await saveCard(t);
  await attached(t, { product_id: "pro" });
  setTime(APRIL_1);
  await attached(t, { product_id: "creator" });
  setTime(PRO_TRIAL_END);
  await getCustomer(t);
  return t;
}

function amounts({ lines, total }: Checkout) {
  return { lines: lines.map(({ amount }) => amount), total };
}

describe("upgrade", () => {
  it("credits the unused part and charges the rest: the preview is the invoice", async () => {
    const t = await startOnCreatorAfterTrial();
    // The cycle that began when the trial ended: 15 April to 15 May, 20 of 30 days left.
    setTime(PRO_TRIAL_END + 10 * DAY_MS);
    const preview = await checkedOut(t, { product_id: "pro" });
    expect(amounts(preview)).toEqual({ lines: [-4, 10, 0], total: 6 });
    expect(preview).toMatchObject({ url: null, has_prorations: true });
    expect(preview.product).toMatchObject({
      scenario: "upgrade",
      properties: { has_trial: false },
    });
    expect(preview.current_product?.id).toBe("creator");
    expect(preview.next_cycle?.total).toBe(15);

    const answer = await attached(t, { product_id: "pro" });
    expect(answer).toMatchObject({ code: "upgraded_to_new_product", invoice: { total: 600 } });
    const customer = await getCustomer(t);
    expect(customer.products.map(({ id }) => id)).toEqual(["pro"]);
    expect(customer.features.uploads).toMatchObject({ unlimited: true });
    expect(customer.invoices?.[0]).toMatchObject({ total: 6, product_ids: ["pro"] });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("starts the trial first, and turns what was paid into credit", async () => {
    const t = await startOn("creator");
    setTime(APRIL_11);
    const preview = await checkedOut(t, { product_id: "pro" });
    expect(preview.product.properties.has_trial).toBe(true);
    expect(preview).toMatchObject({
      total: -4,
      next_cycle: { starts_at: APRIL_11 + 14 * DAY_MS, total: 15 },
    });
    await attached(t, { product_id: "pro" });
    expect(await credit(t)).toBe(400);
    setTime(APRIL_11 + 14 * DAY_MS);
    const { products, invoices } = await getCustomer(t);
    expect(products[0]).toMatchObject({ id: "pro", status: "active" });
    expect(invoices?.map(({ total }) => total)).toEqual([15, -4, 6]);
    expect(await credit(t)).toBe(0);
  });

  it("without a card opens a page, which completes it at the price it showed", async () => {
    const t = await startOnCreatorAfterTrial();
    await forgetCards(t);
    setTime(PRO_TRIAL_END + 10 * DAY_MS);
    const answer = await attached(t, { product_id: "pro" });
    expect(answer.code).toBe("checkout_created");
    expect(await statusOf(t, "creator")).toBe("active");
    // Three hours later a cent less would be due: the shown price counts.
    setTime(PRO_TRIAL_END + 10 * DAY_MS + 3 * 60 * 60 * 1000);
    expect((await submit(t, String(answer.checkout_url))).error).toBeNull();
    const { products, invoices } = await getCustomer(t);
    expect(products.map(({ id }) => id)).toEqual(["pro"]);
    expect(invoices?.[0]?.total).toBe(6);
  });

  it("changes nothing when the card is declined", async () => {
    const t = await startOnCreatorAfterTrial();
    setTime(PRO_TRIAL_END + 10 * DAY_MS);
    await saveCard(t, CARDS.failsLater);
    const before = await getCustomer(t);
    expect((await attach(t, { product_id: "pro" })).error?.code).toBe("payment_failed");
    expect(await getCustomer(t)).toEqual(before);
    const intents = await t.run((ctx) => ctx.db.query("intents").order("desc").take(20));
    expect(intents.slice(0, 2)).toMatchObject([
      { product_id: "pro", state: "open", token_hash: expect.any(String) as string },
      { product_id: "pro", state: "failed", token_hash: null },
    ]);
    expect(intents.filter(({ state }) => state === "open")).toHaveLength(1);
  });

  it("is not completed by a page that a later purchase has replaced", async () => {
    const t = await startEngine();
    const { url } = await checkedOut(t, { product_id: "creator" });
    await saveCard(t);
    await attached(t, { product_id: "studio" });
    expect((await submit(t, String(url))).error?.code).toBe("checkout_expired");
    expect((await getCustomer(t)).invoices).toHaveLength(1);
  });
});

describe("a page whose purchase no longer fits", () => {
  it("charges nothing once the trial that it would have replaced is over", async () => {
    const t = await startEngine();
    await attached(t, { product_id: "pro" });
    setTime(PRO_TRIAL_END - 1);
    const { url } = await checkedOut(t, { product_id: "studio" });
    setTime(PRO_TRIAL_END);
    expect((await submit(t, String(url))).error?.code).toBe("checkout_expired");
    const { products, invoices, payment_method } = await getCustomer(t);
    expect(products.map(({ id }) => id)).toEqual(["free"]);
    expect([invoices, payment_method]).toEqual([[], null]);
  });

  it("charges nothing once what it would credit has been refunded", async () => {
    const t = await startOn("creator");
    setTime(APRIL_11);
    const { url } = await checkedOut(t, { product_id: "studio", force_checkout: true });
    const invoice = await t.run(async (ctx) => (await ctx.db.query("invoices").first())?.number);
    const asked = { customerId: ANA, invoice: String(invoice) };
    await t.mutation(internal.operations.invoices.refunds.refund, asked);
    expect((await submit(t, String(url))).error).not.toBeNull();
    expect(await statusOf(t, "studio")).toBeUndefined();
    expect(await credit(t)).toBe(0);
  });

  it("charges nothing when the price has changed since it was shown", async () => {
    const t = await startEngine();
    const { url } = await checkedOut(t, { product_id: "creator" });
    await t.run((ctx) => install(ctx, withDearerCreator(), APRIL_1));
    expect((await submit(t, String(url))).error?.code).toBe("checkout_expired");
    expect(await statusOf(t, "creator")).toBeUndefined();
  });
});

describe("trial without a card", () => {
  it("starts at once, is active and charges nothing", async () => {
    const t = await startEngine();
    const preview = await checkedOut(t, { product_id: "pro" });
    expect(preview).toMatchObject({ url: null, total: 0 });
    expect(preview.next_cycle).toEqual({ starts_at: PRO_TRIAL_END, total: 15 });
    await attached(t, { product_id: "pro" });
    const { products, invoices, trials_used } = await getCustomer(t);
    expect(products).toMatchObject([
      { id: "pro", status: "active", trial_ends_at: PRO_TRIAL_END, current_period_start: APRIL_1 },
    ]);
    expect(invoices).toEqual([]);
    expect(trials_used).toMatchObject([{ product_id: "pro" }]);
  });

  it("ends on the free plan when no card is added", async () => {
    const t = await startEngine();
    await attached(t, { product_id: "pro" });
    await gate(t, "storage_gb", 0.25);
    setTime(PRO_TRIAL_END - 1);
    expect(await statusOf(t, "pro")).toBe("active");
    setTime(PRO_TRIAL_END);
    const { products, invoices, features } = await getCustomer(t);
    expect(products.map(({ id }) => id)).toEqual(["free"]);
    // What is stored stays stored, and counts against the smaller plan.
    expect(features.storage_gb).toMatchObject({ balance: 0.75, usage: 0.25 });
    expect(invoices).toEqual([]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("becomes a paid plan when there is a card, anchored at the trial's end", async () => {
    const t = await startOn("pro");
    setTime(PRO_TRIAL_END);
    const { products, invoices } = await getCustomer(t);
    expect(products).toMatchObject([
      { id: "pro", status: "active", current_period_start: PRO_TRIAL_END },
    ]);
    expect(products[0]?.trial_ends_at).toBeUndefined();
    expect(invoices).toMatchObject([{ total: 15, status: "paid", created_at: PRO_TRIAL_END }]);
  });

  it("is offered once", async () => {
    const t = await startEngine();
    await attached(t, { product_id: "pro" });
    setTime(PRO_TRIAL_END);
    const preview = await checkedOut(t, { product_id: "pro" });
    expect(preview.product.properties.has_trial).toBe(false);
    expect(preview).toMatchObject({ total: 15 });
    expect(preview.url).not.toBeNull();
  });
});

describe("downgrade", () => {
  it("costs nothing today and starts when the paid period ends", async () => {
    const t = await startOn("studio");
    setTime(APRIL_11);
    const preview = await checkedOut(t, { product_id: "creator" });
    expect(preview).toMatchObject({ url: null, total: 0, lines: [] });
    expect(preview.product.scenario).toBe("downgrade");
    expect(preview.next_cycle).toEqual({ starts_at: MAY_1, total: 6 });
    expect((await attached(t, { product_id: "creator" })).code).toBe("downgrade_scheduled");
    const { products } = await getCustomer(t);
    expect(products).toMatchObject([
      { id: "creator", status: "scheduled", started_at: MAY_1 },
      { id: "studio", status: "active", canceled_at: APRIL_11 },
    ]);

    // A new preview names what runs until then, and when the change starts.
    expect(await checkedOut(t, { product_id: "creator" })).toMatchObject({
      product: { scenario: "scheduled" },
      current_product: { id: "studio" },
      next_cycle: { starts_at: MAY_1 },
    });

    setTime(MAY_1 - 1);
    expect(await statusOf(t, "studio")).toBe("active");
    setTime(MAY_1);
    const after = await getCustomer(t);
    expect(after.products).toMatchObject([{ id: "creator", status: "active" }]);
    expect(after.features.uploads).toMatchObject({ balance: 100 });
    expect(after.invoices?.map(({ total }) => total)).toEqual([6, 39]);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("is undone by renewing the current plan", async () => {
    const t = await startOn("studio");
    const before = await getCustomer(t);
    await attached(t, { product_id: "creator" });
    expect(await attach(t, { product_id: "creator" })).toMatchObject({
      error: { code: "product_already_attached" },
    });
    expect((await checkedOut(t, { product_id: "studio" })).product.scenario).toBe("renew");
    expect((await attached(t, { product_id: "studio" })).code).toBe("renewed_product");
    expect(await getCustomer(t)).toEqual(before);
  });

  it("to the free plan is a cancellation at the end of the period", async () => {
    const t = await startOn("creator");
    const preview = await checkedOut(t, { product_id: "free" });
    expect(preview.product.scenario).toBe("cancel");
    expect(preview.next_cycle?.starts_at).toBe(MAY_1);
    await attached(t, { product_id: "free" });
    expect(await statusOf(t, "creator")).toBe("active");
    setTime(MAY_1);
    const { products, features, invoices } = await getCustomer(t);
    expect(products).toMatchObject([{ id: "free", status: "active" }]);
    expect(features.uploads).toMatchObject({ balance: 10 });
    expect(invoices).toHaveLength(1);
  });

  it("carries units in use over to the smaller plan", async () => {
    const t = await startOn("creator");
    await gate(t, "collections", 2);
    await attached(t, { product_id: "free" });
    setTime(MAY_1);
    expect((await getCustomer(t)).features.collections).toMatchObject({ balance: 1, usage: 2 });
  });
});

describe("prepaid quantity", () => {
  it("is charged in full and granted at once", async () => {
    const t = await startEngine();
    await saveCard(t);
    const credits = (quantity: number) => [{ feature_id: "credits", quantity }];
    await attached(t, { product_id: "creator", options: credits(200) });
    expect((await getCustomer(t)).features.credits).toMatchObject({ balance: 300 });
    setTime(APRIL_11);
    const preview = await checkedOut(t, { product_id: "creator", options: credits(500) });
    expect(preview).toMatchObject({ total: 12, has_prorations: true, options: credits(500) });
    expect(preview.product).toMatchObject({ scenario: "active", properties: { updateable: true } });
    expect(preview.next_cycle).toEqual({ starts_at: MAY_1, total: 26 });
    const answer = await attached(t, { product_id: "creator", options: credits(500) });
    expect(answer).toMatchObject({ code: "features_updated", invoice: { total: 1200 } });
    expect((await getCustomer(t)).features.credits).toMatchObject({ balance: 600 });
    expect(await ledgerGaps(t)).toEqual([]);
    setTime(MAY_1);
    expect((await getCustomer(t)).invoices?.[0]?.total).toBe(26);
  });

  it("of seats follows the same rule", async () => {
    const t = await startOn("studio");
    setTime(APRIL_1 + 18 * DAY_MS);
    const options = [{ feature_id: "seats", quantity: 2 }];
    const preview = await checkedOut(t, { product_id: "studio", options });
    expect(preview).toMatchObject({ total: 7.2, next_cycle: { total: 57 } });
  });

  it("can be bought for a canceled plan, and undoes the cancellation", async () => {
    const t = await startOn("creator");
    await attached(t, { product_id: "free" });
    const options = [{ feature_id: "credits", quantity: 100 }];
    await attached(t, { product_id: "creator", options });
    const { products } = await getCustomer(t);
    expect(products).toMatchObject([{ id: "creator", status: "active", canceled_at: null }]);
  });
});

describe("add-on", () => {
  it("bought once adds credits that never reset, again and again", async () => {
    const t = await startOn("creator");
    const options = [{ feature_id: "credits", quantity: 100 }];
    const preview = await checkedOut(t, { product_id: "boost_pack", options });
    expect(preview).toMatchObject({ total: 5, next_cycle: null, has_prorations: false });
    const answer = await attached(t, { product_id: "boost_pack", options });
    expect(answer.code).toBe("one_off_product_attached");
    await attached(t, { product_id: "boost_pack", options });
    const { features, products } = await getCustomer(t);
    expect(features.credits).toMatchObject({ balance: 300, interval: "multiple" });
    const pack = products.find(({ id }) => id === "boost_pack");
    expect(pack).toMatchObject({ quantity: 2, items: [{ quantity: 200 }] });
    setTime(MAY_1);
    expect((await getCustomer(t)).features.credits).toMatchObject({ balance: 400 });
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("that recurs joins the plan's cycle and pays for the rest of it", async () => {
    const t = await startOn("creator");
    setTime(APRIL_11);
    const preview = await checkedOut(t, { product_id: "storage_plus" });
    expect(preview).toMatchObject({ total: 2, next_cycle: { starts_at: MAY_1, total: 3 } });
    await attached(t, { product_id: "storage_plus" });
    expect((await getCustomer(t)).features.storage_gb).toMatchObject({ balance: 75 });
    setTime(MAY_1);
    const { invoices } = await getCustomer(t);
    expect(invoices?.map(({ total }) => total).sort()).toEqual([2, 3, 6, 6]);
  });
});

async function credit(t: Engine) {
  return await t.run(async (ctx) => (await ctx.db.query("customers").first())?.credit_minor);
}

async function forgetCards(t: Engine) {
  await t.run(async (ctx) => {
    for (const card of await ctx.db.query("paymentMethods").take(10)) {
      await ctx.db.delete("paymentMethods", card._id);
    }
  });
}
