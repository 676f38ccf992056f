import { afterEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import http from "../../convex/http";
import { ANA, APRIL_1, DAY_MS, getCustomer } from "../../packages/billing/tests/engine/harness";
import { billingIn, inBilling, openBackend } from "./backend";
import { MODES } from "../../packages/billing/tests/engine/modes";
import { functionsOf } from "./registered";

const ROOT = "../../convex/";
const modules = import.meta.glob(["../../convex/**/*.ts", "!../../convex/convex.config.ts"]);
const IDENTITY = { subject: ANA, issuer: "https://id", tokenIdentifier: `https://id|${ANA}` };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

/** The site in a mode; Ana is known from its time in the sandbox. */
async function openedAs(mode: string | undefined) {
  vi.useFakeTimers({ now: APRIL_1 });
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("CONVEX_SITE_URL", "http://127.0.0.1:3211");
  const t = openBackend(modules);
  await t.mutation(internal.billing.install, {});
  await getCustomer(billingIn(t));
  vi.stubEnv("BILLING_MODE", mode);
  return { t };
}

describe("what a browser may call", () => {
  it("is this list and nothing else", async () => {
    const functions = [...(await functionsOf(modules, ROOT))];
    const open = functions.filter(([, access]) => access === "public").map(([name]) => name);
    expect(open.sort()).toEqual([
      "accounts/credentials:changePassword",
      "accounts/credentials:signIn",
      "accounts/credentials:signUp",
      "accounts/profile:me",
      "accounts/profile:standing",
      "accounts/sessions:refresh",
      "accounts/sessions:signOut",
      "accounts/usernames:available",
      "billing:attach",
      "billing:billingPortal",
      "billing:cancel",
      "billing:check",
      "billing:checkout",
      "billing:createCustomer",
      "billing:createEntity",
      "billing:createReferralCode",
      "billing:deleteEntity",
      "billing:getEntity",
      "billing:listProducts",
      "billing:query",
      "billing:redeemReferralCode",
      "billing:revision",
      "billing:setupPayment",
      "billing:track",
      "community/artworks:byProfile",
      "community/artworks:feed",
      "community/artworks:get",
      "community/artworks:remove",
      "community/boosts:boost",
      "community/collectionItems:add",
      "community/collectionItems:holding",
      "community/collectionItems:list",
      "community/collectionItems:move",
      "community/collectionItems:remove",
      "community/collections:byProfile",
      "community/collections:create",
      "community/collections:edit",
      "community/collections:get",
      "community/collections:remove",
      "community/comments:add",
      "community/comments:list",
      "community/comments:remove",
      "community/comments:replies",
      "community/deletion:removeAccount",
      "community/feeds:explore",
      "community/feeds:following",
      "community/feeds:trending",
      "community/follows:followed",
      "community/follows:followers",
      "community/follows:set",
      "community/follows:suggested",
      "community/insights:read",
      "community/likes:set",
      "community/members:accept",
      "community/members:handOver",
      "community/members:invite",
      "community/members:leave",
      "community/members:list",
      "community/members:remove",
      "community/notifications:list",
      "community/notifications:markRead",
      "community/notifications:unread",
      "community/ownership:accept",
      "community/ownership:decline",
      "community/pages:edit",
      "community/pages:get",
      "community/pages:pin",
      "community/pages:setPortrait",
      "community/pictures:add",
      "community/pictures:describe",
      "community/pictures:fits",
      "community/pictures:remove",
      "community/pictures:reorder",
      "community/prints:ofWork",
      "community/prints:order",
      "community/profiles:byUsername",
      "community/profiles:ensure",
      "community/profiles:mine",
      "community/reports:send",
      "community/reservations:release",
      "community/reservations:reserve",
      "community/search:people",
      "community/search:tags",
      "community/search:works",
      "community/seatBalances:mine",
      "community/seatBalances:ofMember",
      "community/seatBalances:ofStudio",
      "community/seats:assign",
      "community/seats:release",
      "community/seats:transfer",
      "community/settings:mine",
      "community/settings:set",
      "community/silences:list",
      "community/silences:set",
      "community/studios:close",
      "community/studios:create",
      "community/studios:gallery",
      "community/studios:get",
      "community/studios:mine",
      "community/tagIdeas:suggest",
      "community/uploads:begin",
      "community/uploads:prepare",
      "community/uploads:publish",
      "community/views:record",
      "community/works:detail",
      "community/works:edit",
      "community/works:replaceFile",
      "community/works:setState",
      "community/works:unhung",
      "devBilling:run",
    ]);
  });

  it("over plain HTTP is the same; the old addresses of the API lead to the new ones", () => {
    const routes = http.getRoutes().map(([path, method]) => `${method} ${path}`);
    expect(routes.filter((route) => !route.endsWith(" /v1/*")).sort()).toEqual([
      "DELETE /api/autumn/*",
      "GET /api/autumn/*",
      "GET /share/*",
      "OPTIONS /api/autumn/*",
      "OPTIONS /upload",
      "PATCH /api/autumn/*",
      "POST /api/autumn/*",
      "POST /upload",
      "PUT /api/autumn/*",
    ]);
  });
});

describe("the developers' page", () => {
  const read = { wish: { do: "read" as const } };

  it.each(MODES)("is answered nothing when the mode is %s", async (_, mode) => {
    const { t } = await openedAs(mode);
    const { error } = await t.withIdentity(IDENTITY).action(api.devBilling.run, read);
    expect(error?.code).toBe("sandbox_disabled");
  });

  it("moves the caller's own customer only, and none without a caller", async () => {
    const { t } = await openedAs("sandbox");
    expect((await t.action(api.devBilling.run, read)).error?.code).toBe("unauthenticated");
    await getCustomer(billingIn(t), "user_bob");
    const wish = { do: "advance" as const, to: APRIL_1 + DAY_MS };
    const { data } = await t.withIdentity(IDENTITY).action(api.devBilling.run, { wish });
    expect(data).toMatchObject({ now: APRIL_1 + DAY_MS, is_test_clock: true });
    const clocks = await inBilling(t, (ctx) => ctx.db.query("customers").take(10));
    expect(clocks.map(({ customer_id, clock_now }) => [customer_id, clock_now])).toEqual([
      [ANA, APRIL_1 + DAY_MS],
      ["user_bob", undefined],
    ]);
  });
});

describe("a deployment that nobody opened", () => {
  it.each(MODES)("sells nothing that costs money when the mode is %s", async (_, mode) => {
    const { t } = await openedAs(mode);
    const ana = t.withIdentity(IDENTITY);
    for (const productId of ["creator", "pro_annual", "studio", "boost_pack", "lifetime_badge"]) {
      const options = productId === "boost_pack" ? [{ featureId: "credits", quantity: 100 }] : [];
      const args = { productId, options };
      const answers = [
        await ana.action(api.billing.checkout, args),
        await ana.action(api.billing.attach, args),
      ];
      expect(answers.map(({ error }) => [productId, error?.code])).toEqual([
        [productId, "payments_not_configured"],
        [productId, "payments_not_configured"],
      ]);
    }
    const page = await ana.action(api.billing.setupPayment, {});
    expect(page.error?.code).toBe("payments_not_configured");
  });

  it("still gives what is free", async () => {
    const { t } = await openedAs(undefined);
    const ana = t.withIdentity(IDENTITY);
    const { data: customer } = await ana.action(api.billing.createCustomer, {});
    expect(customer?.products).toContainEqual(
      expect.objectContaining({ id: "free", status: "active" }),
    );
    const { data: attached } = await ana.action(api.billing.attach, {
      productId: "welcome_credits",
    });
    expect(attached?.code).toBe("free_product_attached");
    const { data: check } = await ana.action(api.billing.check, { featureId: "uploads" });
    expect(check?.allowed).toBe(true);
  });
});
