import { describe, expect, it, vi } from "vitest";
import { api } from "../../../src/component/_generated/api";
import { readRevision } from "../../../src/component/operations/customers/customers";
import {
  ANA,
  APRIL_1,
  CARDS,
  MAY_1,
  attach,
  attached,
  checkedOut,
  gate,
  getCustomer,
  ledgerGaps,
  saveCard,
  startEngine,
  statusOf,
  submit,
} from "../harness";

describe("a new customer", () => {
  it("gets the free plan in the transaction that creates the customer", async () => {
    const t = await startEngine();
    const customer = await getCustomer(t);
    expect(customer.products.map(({ id, status }) => [id, status])).toEqual([["free", "active"]]);
    expect(customer.features.uploads).toMatchObject({
      balance: 10,
      included_usage: 10,
      interval: "month",
      next_reset_at: MAY_1,
    });
    expect(customer.env).toBe("sandbox");
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("is created once, however often the call is repeated, and keeps the first name", async () => {
    const t = await startEngine();
    const named = (name: string) =>
      t.mutation(api.public.createCustomer, {
        params: { id: ANA, customer_data: { name } },
      });
    await getCustomer(t);
    const [first, second] = [await named("Ana"), await named("Someone else")];
    expect([first.data?.name, second.data?.name]).toEqual(["Ana", "Ana"]);
    expect(second.data?.products).toHaveLength(1);
  });

  it("uploads ten times, and the eleventh upload is denied with the plan that unlocks it", async () => {
    const t = await startEngine();
    for (let upload = 1; upload <= 10; upload += 1) {
      const { data } = await gate(t, "uploads");
      expect(data).toMatchObject({ allowed: true, balance: 10 - upload });
    }
    const { data } = await gate(t, "uploads");
    expect(data).toMatchObject({
      allowed: false,
      balance: 0,
      preview: { scenario: "usage_limit", upgrade_product_id: "creator" },
    });
    const { features } = await getCustomer(t);
    expect(features.uploads).toMatchObject({ balance: 0, usage: 10 });
  });

  it("buys Creator on the hosted page, and pays what the preview showed", async () => {
    const t = await startEngine();
    const preview = await checkedOut(t, { product_id: "creator" });
    expect(preview).toMatchObject({ total: 6, has_prorations: false, currency: "usd" });
    expect(preview.product.scenario).toBe("upgrade");
    expect(preview.next_cycle).toEqual({ starts_at: MAY_1, total: 6 });
    expect(preview.url).toMatch(
      /^http:\/\/127\.0\.0\.1:3211\/(?:sandbox\/checkout|pay)\/[0-9a-f]{32}$/,
    );
    expect(await statusOf(t, "creator")).toBeUndefined();

    const before = await revision(t);
    const paid = await submit(t, String(preview.url));
    expect(paid.error).toBeNull();

    const customer = await getCustomer(t);
    expect(customer.products.map(({ id }) => id)).toEqual(["creator"]);
    expect(customer.features.uploads).toMatchObject({ balance: 100, included_usage: 100 });
    expect(customer.invoices).toMatchObject([{ total: 6, status: "paid", currency: "usd" }]);
    expect(customer.payment_method?.card).toMatchObject({ brand: "visa", last4: "4242" });
    expect(await revision(t)).toBe(before + 1);
    expect(await ledgerGaps(t)).toEqual([]);
  });

  it("is charged once when the page's button is pressed twice", async () => {
    const t = await startEngine();
    const { url } = await checkedOut(t, { product_id: "creator" });
    const results = await Promise.all([submit(t, String(url)), submit(t, String(url))]);
    expect(results.map(({ error }) => error)).toEqual([null, null]);
    expect((await getCustomer(t)).invoices).toHaveLength(1);
  });

  it("may try another card after a declined one, and nothing has changed in between", async () => {
    const t = await startEngine();
    const { url } = await checkedOut(t, { product_id: "creator" });
    const before = await getCustomer(t);
    for (const card of [CARDS.declined, CARDS.failsLater]) {
      const { error, statusCode } = await submit(t, String(url), card);
      expect(error).toEqual({ code: "payment_failed", message: "Your card was declined." });
      expect(statusCode).toBe(402);
      expect(await getCustomer(t)).toEqual(before);
    }
    expect((await submit(t, String(url))).error).toBeNull();
    expect(await statusOf(t, "creator")).toBe("active");
  });

  it("cannot use an unknown page or a page that is a day old", async () => {
    const t = await startEngine();
    const { url } = await checkedOut(t, { product_id: "creator" });
    expect((await submit(t, "/0".repeat(16))).error?.code).toBe("checkout_expired");
    vi.setSystemTime(APRIL_1 + 24 * 60 * 60 * 1000);
    expect((await submit(t, String(url))).error?.code).toBe("checkout_expired");
  });

  it("finds the first page closed after a second one for the same group was opened", async () => {
    const t = await startEngine();
    const first = await checkedOut(t, { product_id: "creator" });
    const second = await checkedOut(t, { product_id: "studio" });
    expect((await submit(t, String(first.url))).error?.code).toBe("checkout_expired");
    expect((await submit(t, String(second.url))).error).toBeNull();
    expect((await getCustomer(t)).products.map(({ id }) => id)).toEqual(["studio"]);
  });
});

describe("attach with a saved card", () => {
  it("charges at once and returns the invoice in minor units", async () => {
    const t = await startEngine();
    await saveCard(t);
    const preview = await checkedOut(t, { product_id: "creator" });
    expect(preview.url).toBeNull();
    const answer = await attached(t, { product_id: "creator" });
    expect(answer).toMatchObject({
      code: "new_product_attached",
      product_ids: ["creator"],
      invoice: { status: "paid", total: 600, currency: "usd" },
    });
  });

  it("changes nothing when the card is declined, and says why", async () => {
    const t = await startEngine();
    await saveCard(t, CARDS.failsLater);
    const before = await getCustomer(t);
    const { data, error, statusCode } = await attach(t, { product_id: "creator" });
    expect(data).toBeNull();
    expect(error).toMatchObject({ code: "payment_failed", message: "Your card was declined." });
    expect(statusCode).toBe(402);
    expect(await getCustomer(t)).toEqual(before);
    expect(await intentStates(t)).toEqual(["settled", "failed", "open"]);
  });

  it("leads from a declined card to a page where another one pays for the same", async () => {
    const t = await startEngine();
    await saveCard(t, CARDS.failsLater);
    const { error } = await attach(t, { product_id: "creator" });
    expect((await submit(t, String(error?.checkout_url))).error).toBeNull();
    expect(await statusOf(t, "creator")).toBe("active");
    expect((await getCustomer(t)).invoices).toMatchObject([{ status: "paid", total: 6 }]);
    await submit(t, String(error?.checkout_url));
    expect((await getCustomer(t)).invoices).toHaveLength(1);
  });

  it("has one page for a declined purchase, the newest", async () => {
    const t = await startEngine();
    await saveCard(t, CARDS.failsLater);
    const first = await attach(t, { product_id: "creator" });
    const second = await attach(t, { product_id: "creator" });
    expect((await submit(t, String(first.error?.checkout_url))).error?.code).toBe(
      "checkout_expired",
    );
    expect((await submit(t, String(second.error?.checkout_url))).error).toBeNull();
  });

  it("charges once for one key, and refuses the key for another request", async () => {
    const t = await startEngine();
    await saveCard(t);
    const answers = await Promise.all([
      attach(t, { product_id: "creator" }, "click-1"),
      attach(t, { product_id: "creator" }, "click-1"),
    ]);
    expect(answers[1]).toEqual(answers[0]);
    expect((await getCustomer(t)).invoices).toHaveLength(1);
    const other = await attach(t, { product_id: "studio" }, "click-1");
    expect(other).toMatchObject({
      error: { code: "duplicate_idempotency_key" },
      statusCode: 409,
    });
  });

  it("returns a page when a checkout is forced", async () => {
    const t = await startEngine();
    await saveCard(t);
    const answer = await attached(t, { product_id: "creator", force_checkout: true });
    expect(answer.code).toBe("checkout_created");
    expect((await submit(t, String(answer.checkout_url))).error).toBeNull();
    expect(await statusOf(t, "creator")).toBe("active");
  });

  it.each([
    [{ product_id: "nothing" }, "product_not_found", 404],
    [{ product_id: "free" }, "product_already_attached", 400],
    [
      { product_id: "creator", options: [{ feature_id: "uploads", quantity: 1 }] },
      "price_not_found",
      404,
    ],
    [{ product_id: "creator", entity_id: "e1" }, "entity_not_found", 404],
    [{ product_id: "creator", reward: "100OFF" }, "reward_not_found", 404],
    [{ product_ids: ["creator", "boost_pack"] }, "invalid_options", 400],
    [{}, "invalid_inputs", 400],
  ])("refuses %j with %s", async (params, code, statusCode) => {
    const t = await startEngine();
    const refused = await t.mutation(api.public.attach, {
      params: { customer_id: ANA, ...params },
    });
    expect(refused).toMatchObject({ error: { code }, statusCode });
  });
});

describe("live mode", () => {
  it("sells nothing that costs money, opens no page, and still serves the free plan", async () => {
    const t = await startEngine("");
    expect((await getCustomer(t)).products.map(({ id }) => id)).toEqual(["free"]);
    const paid = await attach(t, { product_id: "creator" });
    expect(paid.error?.code).toBe("payments_not_configured");
    const page = await t.mutation(api.public.setupPayment, {
      params: { customer_id: ANA },
    });
    expect(page.error?.code).toBe("payments_not_configured");
    expect((await attached(t, { product_id: "welcome_credits" })).code).toBe(
      "free_product_attached",
    );
    expect((await getCustomer(t)).env).toBe("live");
  });
});

async function revision(t: Awaited<ReturnType<typeof startEngine>>) {
  return await t.run(async (ctx) => (await readRevision(ctx, ANA)).customer);
}

async function intentStates(t: Awaited<ReturnType<typeof startEngine>>) {
  return await t.run(async (ctx) => {
    const intents = await ctx.db.query("intents").take(10);
    return intents.map(({ state }) => state);
  });
}
