import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { internal } from "../../src/component/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../../../convex/community/plans";
import { install } from "../../src/component/store/catalogue/catalog";
import { ANA, DAY_MS, getCustomer, saveCard, submit } from "../engine/harness";
import { billingIn, inBilling } from "../../../../tests/convex/backend";
import { CREDIT_PACKS, product } from "../engine/shop";
import { TwoDeployments } from "./two-deployments";
import type { Network } from "./two-deployments";

beforeEach(() => {
  // Requests without an answer are logged for the operator.
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
});
const ONE_PAYMENT = [{ status: "paid", total: 6 }];

/** A customer of the provider's with a saved card, on the site. */
async function openWithCard() {
  const two = await TwoDeployments.open();
  await two.visit();
  await saveCard(two.provider);
  return two;
}

async function invoicesOf({ provider }: TwoDeployments) {
  const { invoices = [] } = await getCustomer(provider);
  return invoices.map(({ status, total }) => ({ status, total }));
}

async function intentsOf({ site }: TwoDeployments) {
  return await inBilling(site, (ctx) => ctx.db.query("remoteIntents").take(10));
}

describe("a site with a remote provider", () => {
  it("subscribes on the provider's page, and stores no subscriptions of its own", async () => {
    const two = await TwoDeployments.open();
    expect((await two.visit()).data).toMatchObject({ id: ANA, products: [{ id: "free" }] });
    const { data } = await two.attach("creator");
    expect(data?.code).toBe("checkout_created");
    await submit(two.provider, String(data?.checkout_url));
    expect((await two.visit()).data?.products).toMatchObject([{ id: "creator", status: "active" }]);
    expect((await two.allowed("uploads", 100)).data).toBe(true);
    const own = await inBilling(two.site, (ctx) => ctx.db.query("customers").take(1));
    expect(own).toEqual([]);
  });

  it("previews, cancels, checks and lists through the same actions", async () => {
    const two = await openWithCard();
    await two.attach("creator");
    const listed = await two.passing(two.ana.action(api.billing.listProducts, {}));
    expect(listed.data?.list).toContainEqual(
      expect.objectContaining({ id: "creator", scenario: "active" }),
    );
    const offer = await two.passing(two.ana.action(api.billing.checkout, { productId: "pro" }));
    expect(offer.data?.product).toMatchObject({ id: "pro", scenario: "upgrade" });
    const check = await two.passing(two.ana.action(api.billing.check, { featureId: "uploads" }));
    expect(check.data).toMatchObject({ allowed: true, balance: 100 });
    const ended = await two.passing(two.ana.action(api.billing.cancel, { productId: "creator" }));
    expect(ended.data).toEqual({ success: true, customer_id: ANA, product_id: "creator" });
  });

  it("takes units over into packs of another size, as the provider's preview says", async () => {
    const two = await openWithCard();
    const products = [
      ...SPOTLIGHT_CATALOGUE.products,
      product("singles", [{ ...CREDIT_PACKS, price: 1, billing_units: 1 }]),
      product("boxes", [{ ...CREDIT_PACKS, price: 50, billing_units: 1000 }]),
    ];
    await two.provider.run((ctx) => install(ctx, { ...SPOTLIGHT_CATALOGUE, products }, Date.now()));
    const options = [{ featureId: "credits", quantity: 1001 }];
    await two.passing(two.ana.action(api.billing.attach, { productId: "singles", options }));
    const asked = { productId: "boxes" };
    const { data } = await two.passing(two.ana.action(api.billing.checkout, asked));
    expect(data?.options).toEqual([{ feature_id: "credits", quantity: 2000 }]);
    await two.attach("boxes");
    expect((await two.visit()).data?.features["credits"]).toMatchObject({ balance: 2000 });
  });

  it("updates open pages when something changed", async () => {
    const two = await openWithCard();
    const before = await two.ana.query(api.billing.revision, {});
    expect(before).toMatchObject({ catalogue: 0, next_change_at: expect.any(Number) as number });
    await two.attach("creator");
    const after = await two.ana.query(api.billing.revision, {});
    expect(after.customer).toBeGreaterThan(before.customer);
    await two.settled();
    expect((await two.allowed("uploads", 100)).data).toBe(true);
    await two.visit();
    const seen = await two.ana.query(api.billing.revision, {});
    await two.visit();
    expect(await two.ana.query(api.billing.revision, {})).toEqual(seen);
  });

  it("passes the provider's refusals on, and stores them with their key", async () => {
    const two = await openWithCard();
    await two.attach("creator", "click-1");
    const again = await two.attach("creator", "click-2");
    expect([again.error?.code, again.statusCode]).toEqual(["product_already_attached", 400]);
    const sent = two.requests.length;
    expect(await two.attach("creator", "click-2")).toEqual(again);
    expect(two.requests).toHaveLength(sent);
  });

  it("answers one key once, and refuses it for another request", async () => {
    const two = await openWithCard();
    const first = await two.attach("creator", "click-1");
    expect(first.data?.code).toBe("new_product_attached");
    expect(await two.attach("creator", "click-1")).toEqual(first);
    const other = await two.attach("pro", "click-1");
    expect([other.error?.code, other.statusCode]).toEqual(["duplicate_idempotency_key", 409]);
    expect(await invoicesOf(two)).toEqual(ONE_PAYMENT);
  });

  it("does not blame the caller when its own key is refused", async () => {
    const two = await TwoDeployments.open();
    vi.stubEnv("AUTUMN_SECRET_KEY", "sk_wrong");
    const { error, statusCode } = await two.visit();
    expect([error?.code, statusCode]).toEqual(["internal_error", 500]);
    expect(error?.message).not.toContain("key");
  });
});

describe("a purchase without an answer", () => {
  const FAULTS: readonly Network[] = ["answers_are_lost", "down", "page_of_a_proxy"];

  it.each(FAULTS)("because the network is %s is pending, then made once", async (network) => {
    const two = await openWithCard();
    two.network = network;
    const pending = await two.attach("creator", "click-1");
    expect([pending.error?.code, pending.statusCode]).toEqual(["payment_pending", 202]);
    two.network = "fine";
    await two.minute();
    expect(await invoicesOf(two)).toEqual(ONE_PAYMENT);
    const { data } = await two.attach("creator", "click-1");
    expect(data?.code).toBe("new_product_attached");
    expect(await invoicesOf(two)).toEqual(ONE_PAYMENT);
    expect((await two.allowed("uploads", 100)).data).toBe(true);
  });

  it("is made once when the page repeats it before the sweep does", async () => {
    const two = await openWithCard();
    two.network = "answers_are_lost";
    await two.attach("creator", "click-1");
    two.network = "fine";
    expect((await two.attach("creator", "click-1")).data?.code).toBe("new_product_attached");
    await two.minute();
    expect(await invoicesOf(two)).toEqual(ONE_PAYMENT);
  });

  it("is made once when everything is delivered twice", async () => {
    const two = await openWithCard();
    two.network = "doubles";
    expect((await two.attach("creator", "click-1")).data?.code).toBe("new_product_attached");
    expect(await invoicesOf(two)).toEqual(ONE_PAYMENT);
  });

  it("is made once when the site stops between the call and its result", async () => {
    const two = await openWithCard();
    const call = { op: "attach" as const, params: { customer_id: ANA, product_id: "creator" } };
    const note = { call, requestKey: null };
    const { id } = await billingIn(two.site).mutation(
      internal.hostedProvider.intents.recordCall,
      note,
    );
    await two.provider.fetch("/v1/attach", {
      method: "POST",
      headers: {
        Authorization: `Bearer ${process.env["AUTUMN_SECRET_KEY"] ?? ""}`,
        "Idempotency-Key": String(id),
      },
      body: JSON.stringify(call.params),
    });
    expect((await intentsOf(two))[0]?.result).toBeNull();
    await two.minute();
    expect((await intentsOf(two))[0]?.result?.data).toMatchObject({ code: "new_product_attached" });
    expect(await invoicesOf(two)).toEqual(ONE_PAYMENT);
  });

  it("blocks a second purchase of the same product, and no others", async () => {
    const two = await openWithCard();
    two.network = "answers_are_lost";
    await two.attach("print_pack", "click-1");
    const beside = await two.attach("print_pack", "click-2");
    expect([beside.error?.code, beside.statusCode]).toEqual(["lock_already_exists", 423]);
    two.network = "fine";
    expect((await two.attach("creator", "click-3")).error).toBeNull();
    await two.minute();
    expect(await invoicesOf(two)).toHaveLength(2);
    expect((await two.attach("print_pack", "click-4")).error).toBeNull();
    expect(await invoicesOf(two)).toHaveLength(3);
  });

  it("is given up after a day, and says so", async () => {
    const two = await openWithCard();
    two.network = "down";
    await two.attach("creator", "click-1");
    await two.pass(DAY_MS);
    await two.minute();
    two.network = "fine";
    const lost = await two.attach("creator", "click-1");
    expect([lost.error?.code, lost.statusCode]).toEqual(["payment_failed", 402]);
    expect(await invoicesOf(two)).toEqual([]);
    expect((await two.attach("creator", "click-2")).error).toBeNull();
  });

  it("is deleted a month after its answer, and not before", async () => {
    const two = await openWithCard();
    await two.attach("creator", "click-1");
    await two.pass(29 * DAY_MS);
    await two.minute();
    expect(await intentsOf(two)).toHaveLength(1);
    await two.pass(2 * DAY_MS);
    await two.minute();
    expect(await intentsOf(two)).toEqual([]);
  });
});
