import { describe, expect, it, vi } from "vitest";
import { billing } from "./host-billing";
import { internal } from "../../../../convex/_generated/api";
import type { ActionCtx } from "../../src/client/context";
import { ANA, APRIL_1, saveCard as saveCardIn } from "../engine/harness";
import { billingIn, openBackend } from "../../../../tests/convex/backend";

const who = { customerId: ANA, customerData: { email: "ana@example.com" } };

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/billing.ts",
]);

type Site = Awaited<ReturnType<typeof openShop>>;

/** A host in the sandbox with an installed catalogue. */
async function openShop() {
  vi.useFakeTimers({ now: APRIL_1 });
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "http://127.0.0.1:3211");
  const t = openBackend(modules);
  await t.mutation(internal.billing.install, {});
  return t;
}

const saveCard = async (t: Site) => await saveCardIn(billingIn(t));

/** Host code in an action. */
const inAction = <T>(t: Site, run: (ctx: ActionCtx) => Promise<T>) =>
  t.action(async (ctx) => await run(ctx));

describe("billing, called by a host's actions", () => {
  it("buys a product, and cancels it", async () => {
    const t = await openShop();
    await saveCard(t);
    await inAction(t, async (ctx) => {
      const { data: offer } = await billing.checkout(ctx, who, { productId: "creator" });
      expect(offer).toMatchObject({ customer_id: ANA, url: null });
      const attached = await billing.attach(ctx, who, { productId: "creator" });
      expect(attached.data?.code).toBe("new_product_attached");
      const canceled = await billing.cancel(ctx, who, { productId: "creator" });
      expect(canceled.data).toEqual({ success: true, customer_id: ANA, product_id: "creator" });
    });
  });

  it("renames parameters to wire names at every depth, and leaves the caller's own keys unchanged", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      const options = [{ featureId: "credits", quantity: 200 }];
      const { data } = await billing.checkout(ctx, who, { productId: "boost_pack", options });
      expect(data?.options).toEqual([{ feature_id: "credits", quantity: 200 }]);
      const updated = await billing.customers.update(ctx, who, { metadata: { plan_hint: "A" } });
      expect(updated.data?.metadata).toEqual({ plan_hint: "A" });
    });
  });

  it("throws at an unknown parameter, because that is the host's mistake", async () => {
    const t = await openShop();
    const misspelt = inAction(t, async (ctx) => {
      const params = { productID: "creator" } as unknown as { productId: string };
      return await billing.cancel(ctx, who, params);
    });
    await expect(misspelt).rejects.toThrow("There is no parameter called productID");
  });

  it("returns a refusal when the caller is signed out", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      const { error, statusCode } = await billing.track(ctx, null, { featureId: "uploads" });
      expect([error?.code, statusCode]).toEqual(["unauthenticated", 401]);
    });
  });

  it("refuses an empty key, which could not name a request", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      const { error } = await billing.track(ctx, who, { featureId: "uploads" }, { key: "" });
      expect(error).toEqual({ code: "invalid_inputs", message: "key must name this request" });
    });
  });

  it("counts a use with one key once", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      await billing.track(ctx, who, { featureId: "uploads" }, { key: "upload-1" });
      await billing.track(ctx, who, { featureId: "uploads" }, { key: "upload-1" });
      const { data } = await billing.check(ctx, who, { featureId: "uploads" });
      expect(data).toMatchObject({ usage: 1 });
    });
  });

  it("creates a customer from the identity, and reads, updates, lists and deletes it", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      const { data: made } = await billing.customers.create(ctx, who, { expand: ["invoices"] });
      expect(made).toMatchObject({ id: ANA, email: "ana@example.com", invoices: [] });
      const renamed = await billing.customers.update(ctx, who, { name: "Ana" });
      expect(renamed.data?.name).toBe("Ana");
      expect((await billing.customers.get(ctx, who, {})).data?.name).toBe("Ana");
      const { data: everyone } = await billing.customers.list(ctx, { limit: 5 });
      expect(everyone).toMatchObject({ total: 1, list: [{ id: ANA }] });
      expect((await billing.customers.delete(ctx, who, {})).data).toEqual({ success: true });
      expect((await billing.customers.get(ctx, who, {})).error?.code).toBe("customer_not_found");
    });
  });

  it("sets the remaining balance, and records that in the ledger", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      await billing.customers.create(ctx, who, {});
      const balances = [{ featureId: "uploads", balance: 25 }];
      expect((await billing.balances.set(ctx, who, { balances })).data).toEqual({ success: true });
      const { data: customer } = await billing.customers.get(ctx, who, {});
      expect(customer?.features["uploads"]).toMatchObject({ balance: 25, usage: 0 });
      const { data: ledger } = await billing.customers.ledger(ctx, who, { featureId: "uploads" });
      expect(ledger?.list[0]).toMatchObject({ cause: "adjustment", amount: 15 });
    });
  });

  it("acts for the entity that the host names", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      await billing.customers.create(ctx, who, {});
      const studio = { ...who, entityId: "nobody_yet" };
      const { error } = await billing.entities.get(ctx, studio, { entityId: "other" });
      expect(error?.message).toContain("other");
      const used = await billing.track(ctx, studio, { featureId: "uploads" });
      expect(used.error?.code).toBe("entity_not_found");
    });
  });

  it("refuses an unknown referral code", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      await billing.customers.create(ctx, who, {});
      const { error } = await billing.referrals.redeemCode(ctx, who, { code: "NOBODY" });
      expect(error?.code).toBe("referral_code_not_found");
    });
  });

  it("opens the pages on which cards are added and changed", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      const successUrl = "https://spotlight.example/settings";
      const setup = await billing.setupPayment(ctx, who, { successUrl });
      expect(setup.data).toMatchObject({ customer_id: ANA });
      expect(setup.data?.url).toMatch(/^http/);
      const portal = await billing.customers.billingPortal(ctx, who, { returnUrl: successUrl });
      expect(portal.data?.url).toMatch(/^http/);
    });
  });

  it("explains which balance pays for a use, and why none does", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      await billing.customers.create(ctx, who, {});
      const three = { featureId: "uploads", requiredBalance: 3 };
      const { data: paid } = await billing.explain(ctx, who, three);
      expect(paid).toMatchObject({
        allowed: true,
        sources: [{ feature_id: "uploads", verdict: "pays", needed: 3, balance: 10 }],
        takes: [{ feature_id: "uploads", from: "balance", amount: 3 }],
      });
      const { data: short } = await billing.explain(ctx, who, { ...three, requiredBalance: 11 });
      expect(short).toMatchObject({ reason: "insufficient_balance", takes: [] });
      const { data } = await billing.check(ctx, who, { featureId: "uploads" });
      expect(data).toMatchObject({ usage: 0 });
    });
  });

  it("counts what was used, and sets it", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      await billing.track(ctx, who, { featureId: "uploads", value: 4 });
      const used = await billing.query(ctx, who, { featureId: "uploads", range: "24h" });
      expect(used.data?.total["uploads"]).toEqual({ count: 1, sum: 4 });
      await billing.balances.setUsage(ctx, who, { featureId: "uploads", value: 6 });
      const { data } = await billing.check(ctx, who, { featureId: "uploads" });
      expect(data).toMatchObject({ usage: 6, balance: 4 });
    });
  });

  it("creates an entity, reads it, gives it a product, and deletes it", async () => {
    const t = await openShop();
    await saveCard(t);
    await inAction(t, async (ctx) => {
      await billing.attach(ctx, who, { productId: "studio" });
      const seats = ["one", "two"].map((id) => ({ id, featureId: "seats" }));
      expect((await billing.entities.create(ctx, who, { entities: seats })).error).toBeNull();
      const move = { toEntityId: "one", productId: "studio" };
      expect((await billing.entities.transfer(ctx, who, move)).data).toEqual({ success: true });
      const seat = await billing.entities.get(ctx, who, { entityId: "one" });
      expect(seat.data?.products.map(({ id }) => id)).toContain("studio");
      const gone = await billing.entities.delete(ctx, who, { entityId: "two" });
      expect(gone.data).toEqual({ success: true });
    });
  });

  it("creates a referral code, which a friend redeems", async () => {
    const t = await openShop();
    await inAction(t, async (ctx) => {
      await billing.customers.create(ctx, who, {});
      const { data } = await billing.referrals.createCode(ctx, who, { programId: "invite-artist" });
      const friend = { customerId: "user_bo" };
      await billing.customers.create(ctx, friend, {});
      const redeemed = await billing.referrals.redeemCode(ctx, friend, { code: data?.code ?? "" });
      expect(redeemed.data).toMatchObject({ customer_id: "user_bo" });
    });
  });
});
