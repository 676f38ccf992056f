import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../src/component/_generated/api";
import {
  ANA,
  APRIL_1,
  CARDS,
  DAY_MS,
  attached,
  checkedOut,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
  submit,
} from "../engine/harness";
import type { Engine } from "../engine/harness";

function read(t: Engine, url: string, now = APRIL_1) {
  const token = url.slice(url.lastIndexOf("/") + 1);
  return t.query(internal.pages.checkout.readPage, { token, now });
}

describe("the hosted page", () => {
  it("shows the lines that will be charged, then that the purchase is complete", async () => {
    const t = await startEngine();
    const { url, lines, total } = await checkedOut(t, { product_id: "creator" });
    const { data } = await read(t, String(url));
    expect(data).toMatchObject({ state: "open", kind: "purchase", product_id: "creator", total });
    expect(data?.lines).toEqual(lines.map(({ description, amount }) => ({ description, amount })));
    const paid = await submit(t, String(url));
    expect((await read(t, String(url))).data?.state).toBe("settled");
    expect(await submit(t, String(url))).toEqual(paid);
  });

  it("is expired after a day, even before the sweep", async () => {
    const t = await startEngine();
    const { url } = await checkedOut(t, { product_id: "creator" });
    expect((await read(t, String(url), APRIL_1 + DAY_MS - 1)).data?.state).toBe("open");
    expect((await read(t, String(url), APRIL_1 + DAY_MS)).data?.state).toBe("expired");
  });

  it("is found by its token alone, which is stored nowhere in plain text", async () => {
    const t = await startEngine();
    const { url } = await checkedOut(t, { product_id: "creator" });
    const token = String(url).slice(-32);
    const intents = await t.run((ctx) => ctx.db.query("intents").take(10));
    expect(JSON.stringify(intents)).not.toContain(token);
    expect((await read(t, "0".repeat(32))).error?.code).toBe("checkout_expired");
  });

  it("that saves a card charges nothing, and a declined card is not saved", async () => {
    const t = await startEngine();
    expect((await saveCard(t, CARDS.declined)).error?.code).toBe("payment_failed");
    expect((await getCustomer(t)).payment_method).toBeNull();
    expect((await saveCard(t, CARDS.failsLater)).error).toBeNull();
    const customer = await getCustomer(t);
    expect(customer.payment_method?.card.last4).toBe("0341");
    expect(customer.invoices).toEqual([]);
  });
});

describe("a trial", () => {
  it("is given once to one device with two accounts", async () => {
    const t = await startEngine();
    const begin = (id: string, fingerprint: string) =>
      t.mutation(api.public.attach, {
        params: { customer_id: id, customer_data: { fingerprint }, product_id: "pro" },
      });
    expect((await begin("user_1", "device")).data?.code).toBe("new_product_attached");
    expect((await begin("user_2", "device")).data?.code).toBe("checkout_created");
    expect((await begin("user_3", "other")).data?.code).toBe("new_product_attached");
  });
});

describe("the test clock", () => {
  const advance = (t: Engine, to: number) =>
    t.mutation(api.lifecycle.testClock.advance, { customerId: ANA, to });

  it("moves one customer forward, and processes due steps", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    expect((await advance(t, APRIL_1 + 61 * DAY_MS)).error).toBeNull();
    const { invoices } = await getCustomer(t);
    expect(invoices).toHaveLength(3);
    expect((await getCustomer(t, "user_bob")).created_at).toBe(APRIL_1);
  });

  it("never moves back, and does not exist outside the sandbox", async () => {
    const t = await startEngine();
    await getCustomer(t);
    expect((await advance(t, APRIL_1 - 1)).error?.code).toBe("invalid_inputs");
    expect((await advance(t, NaN)).error?.code).toBe("invalid_inputs");
    vi.stubEnv("BILLING_MODE", "live");
    expect((await advance(t, APRIL_1 + 1)).error?.code).toBe("sandbox_disabled");
  });
});

describe("a refund without a processor", () => {
  it("changes nothing, and succeeds once there is a processor again", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const stored = () => t.run((ctx) => ctx.db.query("invoices").first());
    const before = await stored();
    const asked = { customerId: ANA, invoice: String(before?.number), amount: 5 };
    const refund = () => t.mutation(internal.operations.invoices.refunds.refund, asked);
    vi.stubEnv("BILLING_MODE", "live");
    expect((await refund()).error?.code).toBe("payments_not_configured");
    expect(await stored()).toEqual(before);
    vi.stubEnv("BILLING_MODE", "sandbox");
    expect((await refund()).data).toMatchObject({ refunded: 5, by_card: 5 });
  });
});

describe("retention", () => {
  it("deletes keys and intents that ended thirty days ago, and nothing younger", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await t.mutation(api.public.track, {
      params: { customer_id: ANA, feature_id: "uploads", idempotency_key: "upload-1" },
    });
    const sweep = () => t.mutation(internal.lifecycle.retention.deleteOld, {});
    setTime(APRIL_1 + 30 * DAY_MS);
    expect(await sweep()).toBe(0);
    setTime(APRIL_1 + 32 * DAY_MS);
    expect(await sweep()).toBe(3);
  });

  it("continues until nothing is left, however much there is", async () => {
    const t = await startEngine();
    await t.mutation(api.public.track, {
      params: { customer_id: ANA, feature_id: "uploads", idempotency_key: "upload-1" },
    });
    await t.run(async ({ db }) => {
      const [known] = await db.query("idempotencyKeys").take(1);
      if (!known) throw new Error("No key was kept");
      const { _id, _creationTime, ...row } = known;
      for (let n = 0; n < 300; n += 1) {
        await db.insert("idempotencyKeys", { ...row, key: `${row.key} ${n}` });
      }
    });
    setTime(APRIL_1 + 32 * DAY_MS);
    await t.mutation(internal.lifecycle.retention.deleteOld, {});
    await t.finishAllScheduledFunctions(() => vi.advanceTimersByTime(0));
    expect(await t.run(async ({ db }) => await db.query("idempotencyKeys").take(10))).toEqual([]);
  });

  it("deletes abandoned pages and their approval requests", async () => {
    const t = await startEngine();
    const params = { customer_id: ANA };
    await t.mutation(api.public.billingPortal, { params });
    await saveCard(t, "4000002500003155");
    const left = () =>
      t.run(async (ctx) => [
        (await ctx.db.query("portalSessions").take(5)).length,
        (await ctx.db.query("challenges").take(5)).length,
      ]);
    expect(await left()).toEqual([1, 1]);
    setTime(APRIL_1 + 30 * DAY_MS);
    await t.mutation(internal.lifecycle.retention.deleteOld, {});
    expect(await left()).toEqual([1, 1]);
    setTime(APRIL_1 + 32 * DAY_MS);
    await t.mutation(internal.lifecycle.retention.deleteOld, {});
    expect(await left()).toEqual([0, 0]);
  });
});
