import { afterEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../../convex/_generated/api";
import { formToken } from "../../../convex/payments/sandbox/formToken";
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
import { GOOD_CARD, pathOf, send, textOf } from "./form";

const MINUTE_MS = 60_000;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

async function openPortal(t: Engine, id = ANA, return_url?: string) {
  const { data } = await t.mutation(internal.engine.operations.billingPortal, {
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

  it("asks for approval before it saves a card that wants it", async () => {
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
  });

  it("cancels a plan at its end, and keeps it after all", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    const portal = await openPortal(t);
    expect(await portal.text()).toContain("Creator Renews May 1, 2025");
    await portal.post({ do: "cancel", product: "creator", entity: "" });
    expect(await portal.text()).toContain("Creator Ends May 1, 2025");
    await portal.post({ do: "renew", product: "creator", entity: "" });
    expect(await portal.text()).toContain("Creator Renews May 1, 2025");
    expect((await getCustomer(t)).products).toMatchObject([{ id: "creator", canceled_at: null }]);
  });

  it("pays what a failed renewal left open with the card that is added", async () => {
    const t = await startEngine();
    await saveCard(t);
    await attached(t, { product_id: "creator" });
    await saveCard(t, CARDS.failsLater);
    setTime(MAY_1);
    const portal = await openPortal(t);
    expect(await portal.text()).toContain("The last renewal is unpaid");
    await portal.post({ do: "add", ...GOOD_CARD });
    expect(await portal.text()).toContain("Creator Renews Jun 1, 2025");
  });

  it("takes no form of another page, nor another customer's card", async () => {
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
