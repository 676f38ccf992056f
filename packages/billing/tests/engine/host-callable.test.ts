import { describe, expect, it, vi } from "vitest";
import { api, internal } from "../../src/component/_generated/api";
import http from "../../src/component/http";
import { OPERATIONS } from "../../src/contract/operations";
import {
  ANA,
  APRIL_1,
  DAY_MS,
  attach,
  attached,
  getCustomer,
  saveCard,
  startEngine,
} from "./harness";
import type { Engine } from "./harness";
import { MODES } from "./modes";
import { functionsOf } from "../../../../tests/convex/registered";
import { formToken } from "../../src/component/pages/portal";

const ROOT = "../../src/component/";
const modules = import.meta.glob([
  "../../src/component/**/*.ts",
  "!../../src/component/_generated/**",
  "!../../src/component/convex.config.ts",
]);

/** A deployment that sold in the sandbox until its variable was removed. */
async function closedAfterSandbox(mode: string | undefined) {
  const t = await startEngine();
  const { data } = await t.mutation(api.public.checkout, {
    params: { customer_id: ANA, product_id: "creator" },
  });
  const path = new URL(String(data?.url)).pathname;
  await saveCard(t);
  await attached(t, { product_id: "print_pack" });
  const { invoices = [] } = await getCustomer(t);
  const invoicePath = new URL(String(invoices[0]?.hosted_invoice_url)).pathname;
  const portal = await t.mutation(api.public.billingPortal, {
    params: { customer_id: ANA },
  });
  const portalPath = new URL(String(portal.data?.url)).pathname;
  vi.stubEnv("BILLING_MODE", mode);
  return { t, path, token: tokenOf(path), invoicePath, portalPath };
}

const tokenOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);

describe("the functions that a host may call", () => {
  it("is this list and nothing else", async () => {
    const functions = [...(await functionsOf(modules, ROOT))];
    const open = functions.filter(([, access]) => access === "public").map(([name]) => name);
    const operations = OPERATIONS.map((op) => `public:${op}`);
    expect(open.filter((name) => !operations.includes(name)).sort()).toEqual([
      "hostedProvider/call:call",
      "lifecycle/stuckJobs:dismiss",
      "lifecycle/stuckJobs:retry",
      "lifecycle/stuckJobs:stuck",
      "lifecycle/testClock:advance",
      "lifecycle/testClock:failNextCharge",
      "operations/operators/actions:extendTrial",
      "operations/operators/actions:grantProduct",
      "operations/operators/actions:grantUnits",
      "operations/operators/actions:record",
      "operations/operators/actions:refund",
      "operations/operators/actions:retryPayment",
      "operations/operators/find:findCustomers",
      "operations/operators/lists:failedPayments",
      "operations/operators/lists:openDisputes",
      "operations/operators/products:grantable",
      "operations/operators/timeline:timeline",
      "pages/checkout:submitCard",
      "payments/charges/sendCharge:poll",
      "payments/sandbox/timeline:read",
      "public:allowed",
      "public:closePortals",
      "public:customerByToken",
      "public:customerOf",
      "public:feature",
      "public:forgetIdentity",
      "public:gate",
      "public:identifyCaller",
      "public:installCatalogue",
      "public:isInstalled",
      "public:revision",
      "public:setup",
      "public:tokenOfCustomer",
    ]);
    expect(open.filter((name) => operations.includes(name)).sort()).toEqual(operations.sort());
  });

  it("has routes only for the API with its keys, and for the hosted pages", () => {
    const routes = http.getRoutes().map(([path, method]) => `${method} ${path}`);
    expect(routes.filter((route) => !route.endsWith(" /v1/*")).sort()).toEqual([
      "GET /invoice/*",
      "GET /pay/*",
      "GET /payments/approve/*",
      "GET /payments/return/*",
      "GET /portal/*",
      "GET /sandbox/checkout/*",
      "GET /sandbox/font.woff2",
      "GET /sandbox/invoice/*",
      "GET /sandbox/portal/*",
      "POST /invoice/*",
      "POST /payments/events",
      "POST /portal/*",
      "POST /sandbox/checkout/*",
      "POST /sandbox/invoice/*",
      "POST /sandbox/portal/*",
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

const { pages } = internal;
const { testClock } = internal.lifecycle;
const { testClock: open } = api.lifecycle;

/** One call of every function of the sandbox: its code or status. */
const SANDBOX_CALLS: Readonly<Record<string, (closed: Closed) => Promise<unknown>>> = {
  "pages/checkout:readPage": async ({ t, token }) =>
    (await t.query(pages.checkout.readPage, { token, now: APRIL_1 })).error?.code,
  "pages/checkout:decide": async ({ t, token }) =>
    (await t.mutation(pages.checkout.decide, { token, decision: "approve" })).error?.code,
  "pages/checkout:revise": async ({ t, token }) =>
    (await t.mutation(pages.checkout.revise, { token, packs: [], code: "" })).error?.code,
  "pages/checkout:submitCard": async ({ t, token }) =>
    (await t.mutation(api.pages.checkout.submitCard, { token, card })).error?.code,
  "pages/font:showFont": async ({ t }) => (await t.fetch("/sandbox/font.woff2", {})).status,
  "pages/hosted:show": async ({ t, path }) => (await t.fetch(path, {})).status,
  "pages/hosted:submit": async ({ t, path }) => (await t.fetch(path, FORM)).status,
  "pages/invoice:payInvoice": async ({ t, invoicePath }) => {
    const args = { token: tokenOf(invoicePath), approve: false };
    return (await t.mutation(pages.invoice.payInvoice, args)).error?.code;
  },
  "pages/invoice:readInvoice": async ({ t, invoicePath }) => {
    const args = { token: tokenOf(invoicePath), now: APRIL_1 };
    return (await t.query(pages.invoice.readInvoice, args)).error?.code;
  },
  "pages/invoice:readDocument": async ({ t, invoicePath }) => {
    const args = { token: tokenOf(invoicePath), number: "none", now: APRIL_1 };
    return (await t.query(pages.invoice.readDocument, args)).error?.code;
  },
  "pages/invoice:refusePayment": async ({ t, invoicePath }) => {
    const args = { token: tokenOf(invoicePath) };
    return (await t.mutation(pages.invoice.refusePayment, args)).error?.code;
  },
  "pages/invoicePages:show": async ({ t, invoicePath }) => (await t.fetch(invoicePath, {})).status,
  "pages/invoicePages:submit": async ({ t, invoicePath }) =>
    (await t.fetch(invoicePath, { ...FORM, body: "do=pay" })).status,
  "pages/portal:change": async ({ t, portalPath }) => {
    const token = tokenOf(portalPath);
    const add = { do: "add" as const, ...card };
    const args = { token, form_token: await formToken(token), change: add };
    return (await t.mutation(pages.portal.change, args)).error?.code;
  },
  "pages/portal:readPortal": async ({ t, portalPath }) => {
    const args = { token: tokenOf(portalPath), now: APRIL_1 };
    return (await t.query(pages.portal.readPortal, args)).error?.code;
  },
  "pages/portalPages:show": async ({ t, portalPath }) => (await t.fetch(portalPath, {})).status,
  "pages/portalPages:submit": async ({ t, portalPath }) => {
    const { body } = FORM;
    const form_token = await formToken(tokenOf(portalPath));
    const form = { ...FORM, body: `${body}&form_token=${form_token}&do=add` };
    return (await t.fetch(portalPath, form)).status;
  },
  "lifecycle/testClock:advance": async ({ t }) => {
    const args = { customerId: ANA, to: APRIL_1 + DAY_MS };
    return (await t.mutation(open.advance, args)).error?.code;
  },
  "lifecycle/testClock:failNextCharge": async ({ t }) => {
    const args = { customerId: ANA, code: "card_declined" as const };
    return (await t.mutation(open.failNextCharge, args)).error?.code;
  },
  "lifecycle/testClock:continueAdvance": async ({ t }) => {
    const { _id: customer } = await rowOf(t);
    await t.mutation(testClock.continueAdvance, { customer, to: APRIL_1 + 2 * DAY_MS });
    const { clock_now } = await rowOf(t);
    return clock_now === undefined ? "sandbox_disabled" : undefined;
  },
  "payments/sandbox/timeline:read": async ({ t }) =>
    (await t.query(api.payments.sandbox.timeline.read, { customerId: ANA, now: APRIL_1 })).error
      ?.code,
};

/** The answers of an open sandbox to these calls: nothing waits for approval, all else works. */
const OPEN_ANSWERS = [undefined, 200, 303, "invalid_request", "payment_failed", "not_found"];

async function rowOf(t: Engine) {
  const row = await t.run((ctx) => ctx.db.query("customers").first());
  if (!row) throw new Error("No customer was made");
  return row;
}

describe("the sandbox", () => {
  it("has no function that this file does not call", async () => {
    const functions = [...(await functionsOf(modules, ROOT))];
    // A session is a page of a remote processor, which the next test is about.
    const own = /^(pages\/(?!session:)|payments\/sandbox\/|lifecycle\/testClock:)/;
    const ofSandbox = functions.filter(([name]) => own.test(name));
    expect(ofSandbox.map(([name]) => name).sort()).toEqual(Object.keys(SANDBOX_CALLS).sort());
  });

  it.each(MODES)("is closed, page and function, when the mode is %s", async (_, mode) => {
    const closed = await closedAfterSandbox(mode);
    for (const [name, call] of Object.entries(SANDBOX_CALLS)) {
      const answer = name.includes(":show") || name.endsWith(":submit") ? 404 : "sandbox_disabled";
      expect([name, await call(closed)]).toEqual([name, answer]);
    }
  });

  it("opens in sandbox mode only", async () => {
    const open = await closedAfterSandbox("sandbox");
    for (const call of Object.values(SANDBOX_CALLS)) {
      expect(OPEN_ANSWERS).toContain(await call(open));
    }
  });
});

describe("a deployment without a remote processor", () => {
  it("has no routes for one", async () => {
    const { t, token } = await closedAfterSandbox("sandbox");
    expect((await t.fetch(`/pay/${token}`, {})).status).toBe(404);
    const report = { method: "POST", body: "{}" };
    expect((await t.fetch("/payments/events", report)).status).toBe(404);
  });
});

describe("a deployment whose sandbox was closed", () => {
  it("charges no card that was saved in the sandbox", async () => {
    const t = await startEngine();
    await saveCard(t);
    vi.stubEnv("BILLING_MODE", undefined);
    const { error } = await attach(t, { product_id: "creator" });
    expect(error?.code).toBe("payments_not_configured");
    expect((await getCustomer(t)).invoices).toEqual([]);
  });

  it("refunds nothing to a card", async () => {
    const { t } = await closedAfterSandbox(undefined);
    const invoice = await t.run((ctx) => ctx.db.query("invoices").first());
    const { error } = await t.mutation(internal.operations.invoices.refunds.refund, {
      customerId: ANA,
      invoice: String(invoice?.number),
    });
    expect(error?.code).toBe("payments_not_configured");
    expect(await t.run((ctx) => ctx.db.query("invoices").first())).toEqual(invoice);
  });
});
