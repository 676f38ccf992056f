import { Autumn } from "autumn-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Backend } from "../../packages/convex-local/src/main";
import { KEY, methodsOf, noting, payOn, sdkFor, startSpotlight } from "./backend";

let backend: Backend;
let sdk: Autumn;
let called: Set<string>;

beforeAll(async () => {
  backend = await startSpotlight();
  ({ sdk, called } = noting(sdkFor(backend)));
  await makeCatalogue(sdk);
});
afterAll(() => backend.close());

/** SDK methods for features that Spotlight does not sell. */
async function makeCatalogue(client: Autumn) {
  await client.post("/features", { id: "desks", name: "Desks", type: "continuous_use" });
  await client.post("/features", { id: "messages", name: "Messages", type: "single_use" });
  await client.products.create({
    id: "team",
    name: "Team",
    is_add_on: true,
    items: [
      { feature_id: "desks", included_usage: 5 },
      { feature_id: "messages", included_usage: 100, interval: "month" },
    ],
  });
}

/** A customer with the team add-on and a saved card. */
async function member(id: string) {
  await sdk.customers.create({ id, name: id, email: `${id}@example.com` });
  const { data: page } = await sdk.setupPayment({ customer_id: id });
  await payOn(String(page?.url));
  await sdk.attach({ customer_id: id, product_id: "team" });
  return id;
}

describe("the official SDK", () => {
  it("customers: creates, finds again, reads, lists, changes and deletes", async () => {
    const created = await sdk.customers.create({ id: "ada", name: "Ada" });
    expect(created).toMatchObject({
      statusCode: 200,
      error: null,
      data: { id: "ada", name: "Ada" },
    });
    const again = await sdk.customers.create({ id: "ada", name: "Eve", email: "ada@example.com" });
    expect(again.data).toMatchObject({ name: "Ada", email: "ada@example.com" });
    const expand = [
      "invoices",
      "rewards",
      "trials_used",
      "entities",
      "referrals",
      "payment_method",
    ] as const;
    const read = await sdk.customers.get("ada", { expand: [...expand] });
    expect(read.data).toMatchObject({
      invoices: [],
      rewards: { discounts: [] },
      trials_used: [],
      entities: [],
      referrals: [],
      payment_method: null,
    });
    const changed = await sdk.customers.update("ada", { name: "Ada L", metadata: { tier: "a" } });
    expect(changed.data).toMatchObject({ name: "Ada L", metadata: { tier: "a" } });
    const listed = await sdk.customers.list({ limit: 1, offset: 0 });
    expect(listed.data).toMatchObject({ total: 1, limit: 1, offset: 0 });
    expect((await sdk.customers.delete("ada", { delete_in_stripe: true })).data).toEqual({
      success: true,
    });
    const gone = await sdk.customers.get("ada");
    expect([gone.statusCode, gone.error?.code]).toEqual([404, "customer_not_found"]);
  });

  it("customers: opens the billing portal and sets balances", async () => {
    const id = await member("bea");
    const portal = await sdk.customers.billingPortal(id, { return_url: "http://localhost:5173/" });
    expect(portal.data).toMatchObject({ customer_id: id });
    expect((await fetch(String(portal.data?.url))).status).toBe(200);
    const set = await sdk.customers.updateBalances(id, [{ feature_id: "messages", balance: 40 }]);
    expect(set.data).toEqual({ success: true });
    const { data } = await sdk.customers.get(id);
    expect(data?.features["messages"]).toMatchObject({ balance: 40, usage: 0 });
  });

  it("products: lists, with scenarios for a customer, reads, creates and deletes", async () => {
    const id = await member("cy");
    const { data: everyone } = await sdk.products.list();
    expect(everyone?.list.map((product) => product.id)).toContain("creator");
    const { data: own } = await sdk.products.list({ customer_id: id });
    expect(own?.list.find((product) => product.id === "creator")).toMatchObject({
      scenario: "upgrade",
    });
    const created = await sdk.products.create({
      id: "patron",
      name: "Patron",
      items: [{ price: 3, interval: "month" }],
    });
    expect(created.data).toMatchObject({ id: "patron", version: 1 });
    expect((await sdk.products.get("patron")).data).toMatchObject({ name: "Patron" });
    expect((await sdk.products.delete("patron")).data).toEqual({ success: true });
    expect((await sdk.products.get("patron")).error?.code).toBe("product_not_found");
  });

  it("features: lists and reads", async () => {
    const { data } = await sdk.features.list();
    expect(data?.list.map((feature) => feature.id)).toEqual(
      expect.arrayContaining(["desks", "messages"]),
    );
    expect((await sdk.features.get("desks")).data).toMatchObject({ type: "continuous_use" });
    expect((await sdk.features.get("none")).error?.code).toBe("feature_not_found");
  });

  it("checkout and attach: a page for a new customer, the saved card afterwards", async () => {
    const params = { customer_id: "dan", product_id: "creator" };
    const offer = await sdk.checkout(params);
    expect(offer.data).toMatchObject({ customer_id: "dan", has_prorations: false });
    await payOn(String(offer.data?.url));
    const { data: customer } = await sdk.customers.get("dan");
    expect(customer?.products).toMatchObject([{ id: "creator", status: "active" }]);
    const more = await sdk.attach({ customer_id: "dan", product_id: "studio" });
    expect(more.data).toMatchObject({ success: true, code: "upgraded_to_new_product" });
    const same = await sdk.attach({ customer_id: "dan", product_id: "studio" });
    expect([same.statusCode, same.error?.code]).toEqual([400, "product_already_attached"]);
    const ended = await sdk.cancel({ customer_id: "dan", product_id: "studio" });
    expect(ended.data).toEqual({ success: true, customer_id: "dan", product_id: "studio" });
  });

  it("check, track, usage and query: use is counted", async () => {
    const id = await member("eve");
    const use = { customer_id: id, feature_id: "messages" };
    const tracked = await sdk.track({ ...use, value: 3, idempotency_key: "once" });
    expect(tracked.data).toMatchObject({ code: "event_received", customer_id: id });
    expect((await sdk.track({ ...use, value: 3, idempotency_key: "once" })).data).toEqual(
      tracked.data,
    );
    const checked = await sdk.check({ ...use, required_balance: 97 });
    expect(checked.data).toMatchObject({ allowed: true, balance: 97, usage: 3 });
    const denied = await sdk.check({ ...use, required_balance: 98, with_preview: true });
    expect(denied.data).toMatchObject({ allowed: false, preview: { scenario: "usage_limit" } });
    const held = await sdk.check({ customer_id: id, product_id: "team" });
    expect(held.data).toMatchObject({ allowed: true, status: "active" });
    expect((await sdk.usage({ ...use, value: 10 })).data).toMatchObject({ success: true });
    const { data: counted } = await sdk.query({ ...use, range: "24h" });
    expect(counted?.list.reduce((sum, { messages = 0 }) => sum + Number(messages), 0)).toBe(10);
  });

  it("entities: creates one or several, reads, moves a product between them, deletes", async () => {
    const id = await member("fay");
    const one = await sdk.entities.create(id, { id: "s1", name: "One", feature_id: "desks" });
    expect(one.data).toMatchObject({ id: "s1", customer_id: id, feature_id: "desks" });
    const two = ["s2", "s3"].map((seat) => ({ id: seat, name: seat, feature_id: "desks" }));
    expect((await sdk.entities.create(id, two)).data).toMatchObject({
      list: [{ id: "s2" }, { id: "s3" }],
    });
    expect((await sdk.entities.get(id, "s2", { expand: ["invoices"] })).data).toMatchObject({
      invoices: [],
    });
    await sdk.attach({ customer_id: id, product_id: "creator", entity_id: "s1" });
    const move = { from_entity_id: "s1", to_entity_id: "s2", product_id: "creator" };
    expect((await sdk.entities.transfer(id, move)).data).toEqual({ success: true });
    const { data: moved } = await sdk.entities.get(id, "s2");
    expect(moved?.products).toContainEqual(
      expect.objectContaining({ id: "creator", entity_id: "s2" }),
    );
    expect((await sdk.entities.delete(id, "s3")).data).toEqual({ success: true });
    expect((await sdk.entities.get(id, "s3")).error?.code).toBe("entity_not_found");
  });

  it("referrals: creates a code, and a friend redeems it", async () => {
    const [gil, hal] = [await member("gil"), await member("hal")];
    const { data: code } = await sdk.referrals.createCode({
      customer_id: gil,
      program_id: "invite-artist",
    });
    expect(code).toMatchObject({ customer_id: gil });
    const own = await sdk.referrals.redeemCode({ customer_id: gil, code: String(code?.code) });
    expect(own.error?.code).toBe("customer_cannot_redeem_own_code");
    const redeemed = await sdk.referrals.redeemCode({ customer_id: hal, code: String(code?.code) });
    expect(redeemed.data).toMatchObject({ customer_id: hal });
  });

  it("explains that later additions of the SDK are not in this API", async () => {
    const newer = [
      await sdk.events.list({ customer_id: "ada", feature_id: "messages", offset: 0, limit: 1 }),
      await sdk.events.aggregate({ customer_id: "ada", feature_id: "messages" }),
      await sdk.balances.create({ customer_id: "ada", feature_id: "messages" }),
    ];
    for (const { error, statusCode } of newer) {
      expect([statusCode, error?.code]).toEqual([404, "not_found"]);
    }
    const { error } = await new Autumn({
      secretKey: KEY,
      url: `${backend.siteUrl}/billing/v1`,
      version: "2.1.0",
      logLevel: "fatal",
    }).products.list();
    expect(error?.code).toBe("invalid_api_version");
  });

  it("has no method of this version that was not called above", () => {
    expect(methodsOf(sdkFor(backend)).filter((name) => !called.has(name))).toEqual([]);
    expect(called.size).toBeGreaterThan(25);
  });

  it("is refused with a wrong key", async () => {
    const { statusCode, error } = await sdkFor(backend, "sk_wrong").products.list();
    expect([statusCode, error?.code]).toEqual([401, "invalid_secret_key"]);
  });
});

describe("the earlier URL", () => {
  const before = () => `${backend.siteUrl}/v1`;
  const headers = { Authorization: `Bearer ${KEY}`, "Content-Type": "application/json" };

  it.each(["GET", "POST", "DELETE"])(
    "redirects a %s to the new one, query included",
    async (method) => {
      const asked = `${before()}/customers?limit=1&search=a%2Fb`;
      const { status, headers: answered } = await fetch(asked, { method, redirect: "manual" });
      expect([status, answered.get("Location")]).toEqual([
        308,
        "/billing/v1/customers?limit=1&search=a%2Fb",
      ]);
    },
  );

  it("keeps method and body, so that a client that follows is answered", async () => {
    const body = JSON.stringify({ id: "ivy", name: "Ivy" });
    const made = await fetch(`${before()}/customers`, { method: "POST", headers, body });
    expect(await made.json()).toMatchObject({ id: "ivy", name: "Ivy" });
    const sdkOfBefore = new Autumn({ secretKey: KEY, url: before(), logLevel: "fatal" });
    expect((await sdkOfBefore.customers.get("ivy")).data).toMatchObject({ id: "ivy" });
  });
});
