import { afterEach, describe, expect, it, vi } from "vitest";
import { api, components, internal } from "../../convex/_generated/api";
import http from "../../convex/http";
import { formToken } from "../../packages/billing/src/component/payments/sandbox/formToken";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  attached,
  getCustomer,
  saveCard,
  startEngine,
} from "./engine/harness";
import type { Engine } from "./engine/harness";

const ROOT = "../../convex/";
const modules = import.meta.glob([
  "../../convex/**/*.ts",
  "!../../convex/_generated/**",
  "!../../convex/convex.config.ts",
]);
const IDENTITY = { subject: ANA, issuer: "https://id", tokenIdentifier: `https://id|${ANA}` };

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

type Access = "public" | "internal" | "http";

function accessOf(value: unknown): Access | null {
  if (value === null || (typeof value !== "function" && typeof value !== "object")) return null;
  if ("isPublic" in value) return "public";
  if ("isInternal" in value) return "internal";
  return "isHttp" in value ? "http" : null;
}

/** Every function that the deployment would register, as "module:export". */
async function functionsOf(): Promise<Map<string, Access>> {
  const found = new Map<string, Access>();
  for (const [file, load] of Object.entries(modules)) {
    const path = file.slice(ROOT.length, -".ts".length);
    for (const [name, value] of Object.entries((await load()) as Record<string, unknown>)) {
      const access = accessOf(value);
      if (access) found.set(`${path}:${name}`, access);
    }
  }
  return found;
}

/** A deployment that sold in the sandbox until its variable was taken away. */
async function closedAfterSandbox(mode: string | undefined) {
  const t = await startEngine();
  const { data } = await t.mutation(components.billing.public.checkout, {
    params: { customer_id: ANA, product_id: "creator" },
  });
  const path = new URL(String(data?.url)).pathname;
  await saveCard(t);
  await attached(t, { product_id: "print_pack" });
  const { invoices = [] } = await getCustomer(t);
  const invoicePath = new URL(String(invoices[0]?.hosted_invoice_url)).pathname;
  const portal = await t.mutation(components.billing.public.billingPortal, {
    params: { customer_id: ANA },
  });
  const portalPath = new URL(String(portal.data?.url)).pathname;
  vi.stubEnv("BILLING_MODE", mode);
  return { t, path, token: tokenOf(path), invoicePath, portalPath };
}

const tokenOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

const MODES = [
  ["unset", undefined],
  ["empty", ""],
  ["live", "live"],
  ["not quite the word", "Sandbox"],
] as const;

describe("what a browser may call", () => {
  it("is this list and nothing else", async () => {
    const functions = [...(await functionsOf())];
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

  it("over plain HTTP is the same, the server API with its keys, and pages that close with what they serve", () => {
    const routes = http.getRoutes().map(([path, method]) => `${method} ${path}`);
    expect(routes.filter((route) => !route.endsWith(" /v1/*")).sort()).toEqual([
      "DELETE /api/autumn/*",
      "GET /api/autumn/*",
      "GET /pay/*",
      "GET /sandbox/checkout/*",
      "GET /sandbox/font.woff2",
      "GET /sandbox/invoice/*",
      "GET /sandbox/portal/*",
      "GET /share/*",
      "OPTIONS /api/autumn/*",
      "OPTIONS /upload",
      "PATCH /api/autumn/*",
      "POST /api/autumn/*",
      "POST /payments/events",
      "POST /sandbox/checkout/*",
      "POST /sandbox/invoice/*",
      "POST /sandbox/portal/*",
      "POST /upload",
      "PUT /api/autumn/*",
    ]);
  });
});

interface Closed {
  t: Engine;
  token: string;
  path: string;
  invoicePath: string;
  portalPath: string;
}

const card = { number: "4242424242424242", expMonth: 12, expYear: 2030, cvc: "123" };
const FORM = {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: "number=4242424242424242&expiry=12%2F30&cvc=123",
};

const { sandbox } = internal.payments;

/** One call of every function of the sandbox: the code or the status that it answers. */
const SANDBOX_CALLS: Readonly<Record<string, (closed: Closed) => Promise<unknown>>> = {
  "payments/sandbox/checkout:readPage": async ({ t, token }) =>
    (await t.query(sandbox.checkout.readPage, { token, now: APRIL_1 })).error?.code,
  "payments/sandbox/checkout:decide": async ({ t, token }) =>
    (await t.mutation(sandbox.checkout.decide, { token, decision: "approve" })).error?.code,
  "payments/sandbox/checkout:revise": async ({ t, token }) =>
    (await t.mutation(sandbox.checkout.revise, { token, packs: [], code: "" })).error?.code,
  "payments/sandbox/checkout:submitCard": async ({ t, token }) =>
    (await t.mutation(sandbox.checkout.submitCard, { token, card })).error?.code,
  "payments/sandbox/font:showFont": async ({ t }) =>
    (await t.fetch("/sandbox/font.woff2", {})).status,
  "payments/sandbox/hosted:show": async ({ t, path }) => (await t.fetch(path, {})).status,
  "payments/sandbox/hosted:submit": async ({ t, path }) => (await t.fetch(path, FORM)).status,
  "payments/sandbox/invoice:payInvoice": async ({ t, invoicePath }) => {
    const args = { token: tokenOf(invoicePath), approve: false };
    return (await t.mutation(sandbox.invoice.payInvoice, args)).error?.code;
  },
  "payments/sandbox/invoice:readInvoice": async ({ t, invoicePath }) => {
    const args = { token: tokenOf(invoicePath), now: APRIL_1 };
    return (await t.query(sandbox.invoice.readInvoice, args)).error?.code;
  },
  "payments/sandbox/invoice:refusePayment": async ({ t, invoicePath }) => {
    const args = { token: tokenOf(invoicePath) };
    return (await t.mutation(sandbox.invoice.refusePayment, args)).error?.code;
  },
  "payments/sandbox/invoicePages:show": async ({ t, invoicePath }) =>
    (await t.fetch(invoicePath, {})).status,
  "payments/sandbox/invoicePages:submit": async ({ t, invoicePath }) =>
    (await t.fetch(invoicePath, { ...FORM, body: "do=pay" })).status,
  "payments/sandbox/portal:change": async ({ t, portalPath }) => {
    const token = tokenOf(portalPath);
    const add = { do: "add" as const, ...card };
    const args = { token, form_token: await formToken(token), change: add };
    return (await t.mutation(sandbox.portal.change, args)).error?.code;
  },
  "payments/sandbox/portal:readPortal": async ({ t, portalPath }) => {
    const args = { token: tokenOf(portalPath), now: APRIL_1 };
    return (await t.query(sandbox.portal.readPortal, args)).error?.code;
  },
  "payments/sandbox/portalPages:show": async ({ t, portalPath }) =>
    (await t.fetch(portalPath, {})).status,
  "payments/sandbox/portalPages:submit": async ({ t, portalPath }) => {
    const { body } = FORM;
    const form_token = await formToken(tokenOf(portalPath));
    const form = { ...FORM, body: `${body}&form_token=${form_token}&do=add` };
    return (await t.fetch(portalPath, form)).status;
  },
  "payments/sandbox/clock:advance": async ({ t }) => {
    const args = { customerId: ANA, to: APRIL_1 + DAY_MS };
    return (await t.mutation(sandbox.clock.advance, args)).error?.code;
  },
  "payments/sandbox/clock:failNextCharge": async ({ t }) => {
    const args = { customerId: ANA, code: "card_declined" as const };
    return (await t.mutation(sandbox.clock.failNextCharge, args)).error?.code;
  },
  "payments/sandbox/clock:goOn": async ({ t }) => {
    const { _id: customer } = await rowOf(t);
    await t.mutation(sandbox.clock.goOn, { customer, to: APRIL_1 + 2 * DAY_MS });
    const { clock_now } = await rowOf(t);
    return clock_now === undefined ? "sandbox_disabled" : undefined;
  },
  "payments/sandbox/timeline:read": async ({ t }) =>
    (await t.query(sandbox.timeline.read, { customerId: ANA, now: APRIL_1 })).error?.code,
};

/** What an open sandbox answers to these calls: nothing waits for approval, all else works. */
const OPEN_ANSWERS = [undefined, 200, 303, "invalid_request", "payment_failed"];

async function rowOf(t: Engine) {
  const row = await t.run((ctx) => ctx.db.query("customers").first());
  if (!row) throw new Error("No customer was made");
  return row;
}

describe("the sandbox", () => {
  it("has no function that this file does not call, and none that is public", async () => {
    const functions = [...(await functionsOf())];
    const ofSandbox = functions.filter(([name]) => name.startsWith("payments/sandbox/"));
    expect(ofSandbox.map(([name]) => name).sort()).toEqual(Object.keys(SANDBOX_CALLS).sort());
    expect(ofSandbox.filter(([, access]) => access === "public")).toEqual([]);
  });

  it.each(MODES)("is shut, page and function, when the mode is %s", async (_, mode) => {
    const closed = await closedAfterSandbox(mode);
    for (const [name, call] of Object.entries(SANDBOX_CALLS)) {
      const answer = name.includes(":show") || name.endsWith(":submit") ? 404 : "sandbox_disabled";
      expect([name, await call(closed)]).toEqual([name, answer]);
    }
  });

  it("opens by its word alone", async () => {
    const open = await closedAfterSandbox("sandbox");
    for (const call of Object.values(SANDBOX_CALLS)) {
      expect(OPEN_ANSWERS).toContain(await call(open));
    }
  });
});

describe("a deployment without a remote processor", () => {
  it("has no public function for one, and its addresses lead nowhere", async () => {
    const functions = [...(await functionsOf())];
    const ofPayments = functions.filter(([name]) => name.startsWith("payments/"));
    expect(ofPayments.filter(([, access]) => access === "public")).toEqual([]);
    const { t, token } = await closedAfterSandbox("sandbox");
    expect((await t.fetch(`/pay/${token}`, {})).status).toBe(404);
    const report = { method: "POST", body: "{}" };
    expect((await t.fetch("/payments/events", report)).status).toBe(404);
  });
});

describe("the developers' page", () => {
  const read = { wish: { do: "read" as const } };

  it.each(MODES)("is answered nothing when the mode is %s", async (_, mode) => {
    const { t } = await closedAfterSandbox(mode);
    const { error } = await t.withIdentity(IDENTITY).action(api.devBilling.run, read);
    expect(error?.code).toBe("sandbox_disabled");
  });

  it("moves the caller's own customer only, and none without a caller", async () => {
    const { t } = await closedAfterSandbox("sandbox");
    expect((await t.action(api.devBilling.run, read)).error?.code).toBe("unauthenticated");
    await getCustomer(t, "user_bob");
    const wish = { do: "advance" as const, to: APRIL_1 + DAY_MS };
    const { data } = await t.withIdentity(IDENTITY).action(api.devBilling.run, { wish });
    expect(data).toMatchObject({ now: APRIL_1 + DAY_MS, is_test_clock: true });
    const clocks = await t.run((ctx) => ctx.db.query("customers").take(10));
    expect(clocks.map(({ customer_id, clock_now }) => [customer_id, clock_now])).toEqual([
      [ANA, APRIL_1 + DAY_MS],
      ["user_bob", undefined],
    ]);
  });
});

describe("a deployment that nobody opened", () => {
  it.each(MODES)("sells nothing that costs money when the mode is %s", async (_, mode) => {
    const { t } = await closedAfterSandbox(mode);
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

  it("charges no card that was saved in the sandbox", async () => {
    const t = await startEngine();
    await saveCard(t);
    vi.stubEnv("BILLING_MODE", undefined);
    const { error } = await t
      .withIdentity(IDENTITY)
      .action(api.billing.attach, { productId: "creator" });
    expect(error?.code).toBe("payments_not_configured");
    expect((await getCustomer(t)).invoices).toEqual([]);
  });

  it("gives nothing back by card", async () => {
    const { t } = await closedAfterSandbox(undefined);
    const invoice = await t.run((ctx) => ctx.db.query("invoices").first());
    const { error } = await t.mutation(internal.engine.operations.invoices.refunds.refund, {
      customerId: ANA,
      invoice: String(invoice?.number),
    });
    expect(error?.code).toBe("payments_not_configured");
    expect(await t.run((ctx) => ctx.db.query("invoices").first())).toEqual(invoice);
  });

  it("still gives what is free", async () => {
    const { t } = await closedAfterSandbox(undefined);
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
