import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import http from "../../convex/http";
import { ANA, APRIL_1, DAY_MS, getCustomer } from "../../packages/billing/tests/engine/harness";
import { billingIn, inBilling, openBackend } from "./backend";
import { MODES } from "../../packages/billing/tests/engine/modes";
import { functionsOf } from "./registered";

const ROOT = "../../convex/";
const modules = import.meta.glob(["../../convex/**/*.ts", "!../../convex/convex.config.ts"]);
const IDENTITY = { subject: ANA, issuer: "https://id", tokenIdentifier: `https://id|${ANA}` };

/** The site in a mode; Ana's customer exists from its time in the sandbox. */
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

describe("the functions that a browser may call", () => {
  it("is this list and nothing else", async () => {
    const functions = [...(await functionsOf(modules, ROOT))];
    const open = functions.filter(([, access]) => access === "public").map(([name]) => name);
    expect(open.sort()).toEqual([
      "accounts/credentials:changePassword",
      "accounts/credentials:signIn",
      "accounts/credentials:signUp",
      "accounts/email:confirm",
      "accounts/email:mine",
      "accounts/email:remove",
      "accounts/email:set",
      "accounts/language:set",
      "accounts/passwordReset:complete",
      "accounts/passwordReset:request",
      "accounts/profile:me",
      "accounts/profile:standing",
      "accounts/secondStep:signInWithCode",
      "accounts/sessionList:end",
      "accounts/sessionList:endOthers",
      "accounts/sessionList:list",
      "accounts/sessions:refresh",
      "accounts/sessions:signOut",
      "accounts/twoStep:begin",
      "accounts/twoStep:confirm",
      "accounts/twoStep:mine",
      "accounts/twoStep:turnOff",
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
      "community/accountDeletion:removeAccount",
      "community/artworks/bulkEdit:apply",
      "community/artworks/functions:byProfile",
      "community/artworks/functions:detail",
      "community/artworks/functions:edit",
      "community/artworks/functions:feed",
      "community/artworks/functions:get",
      "community/artworks/functions:remove",
      "community/artworks/functions:replaceFile",
      "community/artworks/functions:setState",
      "community/artworks/functions:unpublished",
      "community/artworks/related:list",
      "community/artworks/tagSuggestions:suggest",
      "community/boosts:boost",
      "community/collections/functions:byProfile",
      "community/collections/functions:create",
      "community/collections/functions:edit",
      "community/collections/functions:get",
      "community/collections/functions:remove",
      "community/collections/items:add",
      "community/collections/items:list",
      "community/collections/items:listContaining",
      "community/collections/items:move",
      "community/collections/items:remove",
      "community/comments/functions:add",
      "community/comments/functions:edit",
      "community/comments/functions:list",
      "community/comments/functions:remove",
      "community/comments/functions:replies",
      "community/comments/likes:set",
      "community/comments/suggestions:people",
      "community/dataExports/functions:mine",
      "community/dataExports/functions:remove",
      "community/dataExports/functions:start",
      "community/feed/functions:explore",
      "community/feed/functions:following",
      "community/feed/functions:trending",
      "community/files/functions:add",
      "community/files/functions:fits",
      "community/files/functions:remove",
      "community/files/functions:reorder",
      "community/files/functions:setCaption",
      "community/insights/functions:read",
      "community/insights/functions:works",
      "community/likes:set",
      "community/moderation/reports:send",
      "community/notifications/functions:list",
      "community/notifications/functions:markRead",
      "community/notifications/functions:unread",
      "community/notifications/settings:mine",
      "community/notifications/settings:set",
      "community/operators/actions:dismissJob",
      "community/operators/actions:extendTrial",
      "community/operators/actions:grantProduct",
      "community/operators/actions:grantUnits",
      "community/operators/actions:refund",
      "community/operators/actions:reinstate",
      "community/operators/actions:retryJob",
      "community/operators/actions:retryPayment",
      "community/operators/actions:suspend",
      "community/operators/functions:customer",
      "community/operators/functions:failedMails",
      "community/operators/functions:failedPayments",
      "community/operators/functions:find",
      "community/operators/functions:grantable",
      "community/operators/functions:invoices",
      "community/operators/functions:mine",
      "community/operators/functions:openDisputes",
      "community/operators/functions:stuckJobs",
      "community/operators/functions:timeline",
      "community/operators/reports:close",
      "community/operators/reports:open",
      "community/prints/functions:ofWork",
      "community/prints/functions:order",
      "community/profiles/functions:byUsername",
      "community/profiles/functions:counts",
      "community/profiles/functions:edit",
      "community/profiles/functions:ensure",
      "community/profiles/functions:get",
      "community/profiles/functions:mine",
      "community/profiles/functions:pin",
      "community/profiles/functions:setProfileImage",
      "community/profiles/settings:mine",
      "community/profiles/settings:set",
      "community/profiles/usernames:change",
      "community/relationships/blocks:list",
      "community/relationships/blocks:set",
      "community/relationships/follows:followed",
      "community/relationships/follows:followers",
      "community/relationships/follows:set",
      "community/relationships/follows:suggested",
      "community/search:people",
      "community/search:suggest",
      "community/search:tags",
      "community/search:works",
      "community/studios/functions:close",
      "community/studios/functions:create",
      "community/studios/functions:get",
      "community/studios/functions:listWorks",
      "community/studios/functions:mine",
      "community/studios/members:accept",
      "community/studios/members:handOver",
      "community/studios/members:invite",
      "community/studios/members:leave",
      "community/studios/members:list",
      "community/studios/members:remove",
      "community/studios/ownership:accept",
      "community/studios/ownership:decline",
      "community/studios/seatBalances:mine",
      "community/studios/seatBalances:ofMember",
      "community/studios/seatBalances:ofStudio",
      "community/studios/seats:assign",
      "community/studios/seats:release",
      "community/studios/seats:transfer",
      "community/uploads/functions:begin",
      "community/uploads/functions:prepare",
      "community/uploads/functions:publish",
      "community/uploads/reservations:release",
      "community/uploads/reservations:reserve",
      "community/views:record",
      "devBilling:run",
      "mail/devMail:list",
    ]);
  });

  it("are the same over HTTP; the API's old paths redirect to the new ones", () => {
    const routes = http.getRoutes().map(([path, method]) => `${method} ${path}`);
    expect(routes.filter((route) => !route.endsWith(" /v1/*")).sort()).toEqual([
      "DELETE /api/autumn/*",
      "GET /api/autumn/*",
      "GET /caller-address",
      "GET /feeds/*",
      "GET /heads/*",
      "GET /mail/unsubscribe",
      "GET /robots.txt",
      "GET /share/*",
      "GET /sitemap.xml",
      "GET /sitemap/*",
      "OPTIONS /api/autumn/*",
      "OPTIONS /upload",
      "PATCH /api/autumn/*",
      "POST /api/autumn/*",
      "POST /mail/unsubscribe",
      "POST /upload",
      "PUT /api/autumn/*",
    ]);
  });
});

describe("the caller's address", () => {
  it("is told to the caller alone, and not kept", async () => {
    const { t } = await openedAs("live");
    const response = await t.fetch("/caller-address");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    // Callers in the test backend have none.
    expect(await response.text()).toBe("");
  });
});

describe("the developers' page", () => {
  const read = { wish: { do: "read" as const } };

  it.each(MODES)("gets nothing when the mode is %s", async (_, mode) => {
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

describe("a deployment without payments", () => {
  it.each(MODES)("sells no paid product when the mode is %s", async (_, mode) => {
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

  it("still grants free products", async () => {
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
