import { describe, expect, it } from "vitest";
import { api } from "../../src/component/_generated/api";
import {
  ANA,
  APRIL_1,
  CARDS,
  MAY_1,
  attached,
  getCustomer,
  saveCard,
  setTime,
  startEngine,
} from "../engine/harness";
import type { Engine } from "../engine/harness";
import { addEntities, bought, heldBy, openShop } from "../engine/shop";
import { GOOD_CARD, pathOf, send, textOf } from "./form";
import { formToken } from "../../src/component/pages/portal";

const MINUTE_MS = 60_000;

async function openPortal(t: Engine, id = ANA, return_url?: string) {
  const { data } = await t.mutation(api.public.billingPortal, {
    params: { customer_id: id, ...(return_url !== undefined && { return_url }) },
  });
  const path = pathOf(data?.url);
  const form_token = await formToken(path.slice(path.lastIndexOf("/") + 1));
  const post = (fields: Record<string, string>) => send(t, path, { form_token, ...fields });
  return { path, post, text: async () => await textOf(await t.fetch(path, {})) };
}

async function cardIds(t: Engine) {
  const cards = await t.run((ctx) => ctx.db.query("paymentMethods").take(10));
  return new Map(cards.map(({ last4, _id }) => [last4, String(_id)]));
}

const defaultCard = async (t: Engine) => (await getCustomer(t)).payment_method?.card.last4;

describe("the portal", () => {
  it("is closed when the host ends the session of the identity that opened it", async () => {
    const t = await startEngine();
    await getCustomer(t);
    const identity = { tokenIdentifier: "https://id|ana", customerId: ANA };
    await t.run(async (ctx) => await ctx.db.insert("identities", identity));
    const portal = await openPortal(t);
    expect((await t.fetch(portal.path, {})).status).toBe(200);
    await t.mutation(api.public.closePortals, { of: { tokenIdentifier: "https://id|other" } });
    await t.mutation(api.public.closePortals, { of: { customerId: "org_1" } });
    expect((await t.fetch(portal.path, {})).status).toBe(200);
    await t.mutation(api.public.closePortals, { of: { tokenIdentifier: "https://id|ana" } });
    expect((await t.fetch(portal.path, {})).status).toBe(404);
    expect((await portal.post({ do: "add", ...GOOD_CARD })).status).toBe(404);
  });

  it("is closed for a customer that the host names", async () => {
    const t = await startEngine();
    await getCustomer(t);
    const portal = await openPortal(t);
    await t.mutation(api.public.closePortals, { of: { customerId: ANA } });
    expect((await t.fetch(portal.path, {})).status).toBe(404);
  });

  it("lasts half an hour, for one customer, and leads back", async () => {
    const t = await startEngine();
    const { path } = await openPortal(t, ANA, "https://spotlight.example/settings/billing");
    const response = await t.fetch(path, {});
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(await response.text()).toContain('href="https://spotlight.example/settings/billing"');
    setTime(APRIL_1 + 30 * MINUTE_MS - 1);
    expect((await t.fetch(path, {})).status).toBe(200);
    setTime(APRIL_1 + 30 * MINUTE_MS);
    expect((await t.fetch(path, {})).status).toBe(404);
  });

  it("adds cards, makes one the default and removes one; each form leads back to the page", async () => {
    const t = await startEngine();
    const portal = await openPortal(t);
    const added = await portal.post({ do: "add", ...GOOD_CARD });
    expect([added.status, added.headers.get("location")]).toEqual([303, portal.path]);
    await portal.post({ do: "add", ...GOOD_CARD, number: CARDS.failsLater });
    expect(await defaultCard(t)).toBe("0341");
    const ids = await cardIds(t);
    await portal.post({ do: "choose", method: String(ids.get("4242")) });
    expect(await defaultCard(t)).toBe("4242");
    await portal.post({ do: "remove", method: String(ids.get("4242")) });
    expect(await defaultCard(t)).toBe("0341");
    expect(await portal.text()).not.toContain("4242 4242 4242 4242 Default");
  });

  it("asks for approval before it saves a card that needs it", async () => {
    const t = await startEngine();
    const portal = await openPortal(t);
    const add = () => portal.post({ do: "add", ...GOOD_CARD, number: "4000002500003155" });
    await add();
    expect(await portal.text()).toContain("Approve your card");
    expect((await portal.post({ do: "refuse" })).status).toBe(402);
    expect(await defaultCard(t)).toBeUndefined();
    await add();
    await portal.post({ do: "approve" });
    expect(await defaultCard(t)).toBe("3155");
    expect(await portal.text()).not.toContain("Approve your card");
  });

  it("cancels a plan at its end, and undoes that", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const portal = await openPortal(t);
    expect(await portal.text()).toContain("Creator Renews May 1, 2025");
    expect(await portal.text()).toContain("Next invoice");
    await portal.post({ do: "cancel", product: "creator", entity: "" });
    expect(await portal.text()).toContain("Creator Ends May 1, 2025");
    await portal.post({ do: "renew", product: "creator", entity: "" });
    expect(await portal.text()).toContain("Creator Renews May 1, 2025");
    expect((await getCustomer(t)).products).toMatchObject([{ id: "creator", canceled_at: null }]);
  });

  it("pays an open renewal with the card that is added", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    const portal = await openPortal(t);
    expect(await portal.text()).toContain("Not paid. Ends May 8, 2025 unless you pay");
    await portal.post({ do: "add", ...GOOD_CARD });
    expect(await portal.text()).toContain("Creator Renews Jun 1, 2025");
  });

  it("pays it with the card that is chosen, and not when a card is removed", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    const portal = await openPortal(t);
    const ids = await cardIds(t);
    await portal.post({ do: "remove", method: String(ids.get("0341")) });
    expect(await portal.text()).toContain("Not paid. Ends May 8, 2025 unless you pay");
    await portal.post({ do: "choose", method: String(ids.get("4242")) });
    expect(await portal.text()).toContain("Creator Renews Jun 1, 2025");
  });

  it("cancels and renews the plan of the entity that the form names, and no other", async () => {
    const t = await openShop();
    await saveCard(t);
    await bought(t, { product_id: "team" });
    await addEntities(t, "e1");
    await bought(t, { product_id: "support" });
    await bought(t, { product_id: "support", entity_id: "e1" });
    const portal = await openPortal(t);
    await portal.post({ do: "cancel", product: "support", entity: "e1" });
    const subscriptions = async () => (await heldBy(t)).filter((row) => row.startsWith("support"));
    expect(await subscriptions()).toEqual(["support active", "support active canceled e1"]);
    await portal.post({ do: "renew", product: "support", entity: "e1" });
    expect(await subscriptions()).toEqual(["support active", "support active e1"]);
  });

  it("names the customer and the recurring plans, and nothing else", async () => {
    const t = await startEngine();
    await saveCard(t);
    await t.mutation(api.public.createCustomer, {
      params: { id: ANA, email: "ana@example.com" },
    });
    await attached(t, { product_id: "print_pack" });
    const text = await (await openPortal(t)).text();
    expect(text).toContain("Your billing ana@example.com");
    expect(text).toContain("You have no paid plan.");
  });

  it("links invoices by the customer's test clock, and closes with the customer", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const to = APRIL_1 + 40 * 24 * 60 * MINUTE_MS;
    await t.mutation(api.lifecycle.testClock.advance, { customerId: ANA, to });
    const portal = await openPortal(t);
    const markup = await (await t.fetch(portal.path, {})).text();
    const links = [...markup.matchAll(/href="([^"]*\/invoice\/[^"]*)"/g)].map(([, url]) => url);
    expect(links).toHaveLength(2);
    for (const url of links) expect((await t.fetch(pathOf(url), {})).status).toBe(200);
    const params = { customer_id: ANA };
    await t.mutation(api.public.deleteCustomer, { params });
    expect((await t.fetch(portal.path, {})).status).toBe(404);
    expect((await portal.post({ do: "add", ...GOOD_CARD })).status).toBe(404);
  });

  it("refuses forms of another page, and another customer's card", async () => {
    const t = await startEngine();
    await saveCard(t);
    const portal = await openPortal(t);
    const card = String((await cardIds(t)).get("4242"));
    const forged = await portal.post({ do: "remove", method: card, form_token: "0".repeat(64) });
    expect(forged.status).toBe(403);
    const bobs = await openPortal(t, "user_bob");
    expect((await bobs.post({ do: "remove", method: card })).status).toBe(404);
    expect(await defaultCard(t)).toBe("4242");
  });

  it("sells nothing: it renews and cancels only what it shows", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "print_pack" });
    const portal = await openPortal(t);
    const products = async () => (await getCustomer(t)).products.map(({ id }) => id);
    const before = await products();
    for (const product of ["creator", "free", "print_pack", "nope"]) {
      const response = await portal.post({ do: "renew", product, entity: "" });
      expect([product, response.status]).toEqual([product, 404]);
      expect(await textOf(response)).toContain(`Product ${product} is not attached`);
    }
    expect(await products()).toEqual(before);
    expect((await getCustomer(t)).invoices).toHaveLength(1);
  });

  it("takes twenty forms, and ten a minute after that", async () => {
    const t = await startEngine();
    const portal = await openPortal(t);
    const declined = { do: "add", ...GOOD_CARD, number: CARDS.declined };
    for (let n = 0; n < 20; n += 1) expect((await portal.post(declined)).status).toBe(402);
    const refused = await portal.post({ do: "add", ...GOOD_CARD });
    expect(refused.status).toBe(429);
    expect(await textOf(refused)).toContain("Too many requests. Try again in 6 seconds");
    setTime(APRIL_1 + 6_000);
    expect((await portal.post({ do: "add", ...GOOD_CARD })).status).toBe(303);
  });

  it.each([
    [{ do: "add", ...GOOD_CARD, number: CARDS.declined }, 402, "Your card was declined."],
    [{ do: "add", ...GOOD_CARD, expiry: "soon" }, 400, "as month and year"],
    [{ do: "cancel", product: "creator", entity: "" }, 404, "creator"],
  ])("says why %j changes nothing", async (fields, status, message) => {
    const t = await startEngine();
    const portal = await openPortal(t);
    const response = await portal.post(fields);
    expect(response.status).toBe(status);
    expect(await textOf(response)).toContain(message);
  });
});
