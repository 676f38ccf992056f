import { afterEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import http from "../../convex/http";
import { ANA, APRIL_1, DAY_MS, getCustomer, saveCard, startEngine } from "./engine/harness";
import type { Engine } from "./engine/harness";

const ROOT = "../../convex/";
const modules = import.meta.glob([`../../convex/**/*.ts`, `!../../convex/_generated/**`]);
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
  const { data } = await t.mutation(internal.engine.operations.checkout, {
    params: { customer_id: ANA, product_id: "creator" },
  });
  const url = new URL(String(data?.url));
  vi.stubEnv("BILLING_MODE", mode);
  return { t, path: url.pathname, token: url.pathname.slice(-32) };
}

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
      "accounts/sessions:refresh",
      "accounts/sessions:signOut",
      "accounts/usernames:available",
      "billing:attach",
      "billing:check",
      "billing:checkout",
      "billing:createCustomer",
      "billing:listProducts",
      "billing:revision",
      "billing:setupPayment",
      "billing:track",
      "community/artworks:byProfile",
      "community/artworks:feed",
      "community/artworks:get",
      "community/artworks:remove",
      "community/likes:set",
      "community/profiles:byUsername",
      "community/profiles:ensure",
      "community/profiles:mine",
      "community/uploads:begin",
      "community/uploads:publish",
    ]);
  });

  it("over plain HTTP is the sandbox's page, which closes with it", () => {
    expect(http.getRoutes().map(([path, method]) => [method, path])).toEqual([
      ["GET", "/sandbox/checkout/*"],
      ["POST", "/sandbox/checkout/*"],
    ]);
  });
});

interface Closed {
  t: Engine;
  token: string;
  path: string;
}

const card = { number: "4242424242424242", expMonth: 12, expYear: 2030, cvc: "123" };
const FORM = {
  method: "POST",
  headers: { "Content-Type": "application/x-www-form-urlencoded" },
  body: "number=4242424242424242&expiry=12%2F30&cvc=123",
};

/** One call of every function of the sandbox: the code or the status that it answers. */
const SANDBOX_CALLS: Readonly<Record<string, (closed: Closed) => Promise<unknown>>> = {
  "payments/sandbox/checkout:readPage": async ({ t, token }) =>
    (await t.query(internal.payments.sandbox.checkout.readPage, { token, now: APRIL_1 })).error
      ?.code,
  "payments/sandbox/checkout:submitCard": async ({ t, token }) =>
    (await t.mutation(internal.payments.sandbox.checkout.submitCard, { token, card })).error?.code,
  "payments/sandbox/clock:advance": async ({ t }) => {
    const args = { customerId: ANA, to: APRIL_1 + DAY_MS };
    return (await t.mutation(internal.payments.sandbox.clock.advance, args)).error?.code;
  },
  "payments/sandbox/hosted:show": async ({ t, path }) => (await t.fetch(path, {})).status,
  "payments/sandbox/hosted:submit": async ({ t, path }) => (await t.fetch(path, FORM)).status,
};

describe("the sandbox", () => {
  it("has no function that this file does not call, and none that is public", async () => {
    const functions = [...(await functionsOf())];
    const ofSandbox = functions.filter(([name]) => name.startsWith("payments/"));
    expect(ofSandbox.map(([name]) => name).sort()).toEqual(Object.keys(SANDBOX_CALLS).sort());
    expect(ofSandbox.filter(([, access]) => access === "public")).toEqual([]);
  });

  it.each(MODES)("is shut, page and function, when the mode is %s", async (_, mode) => {
    const closed = await closedAfterSandbox(mode);
    for (const [name, call] of Object.entries(SANDBOX_CALLS)) {
      const answer = name.includes("/hosted:") ? 404 : "sandbox_disabled";
      expect([name, await call(closed)]).toEqual([name, answer]);
    }
  });

  it("opens by its word alone", async () => {
    const open = await closedAfterSandbox("sandbox");
    for (const call of Object.values(SANDBOX_CALLS)) {
      expect([undefined, 200]).toContain(await call(open));
    }
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

  it("still gives what is free", async () => {
    const { t } = await closedAfterSandbox(undefined);
    const ana = t.withIdentity(IDENTITY);
    const { data: customer } = await ana.action(api.billing.createCustomer, {});
    expect(customer?.products.map(({ id, status }) => [id, status])).toEqual([["free", "active"]]);
    const { data: attached } = await ana.action(api.billing.attach, {
      productId: "referral_credits",
    });
    expect(attached?.code).toBe("free_product_attached");
    const { data: check } = await ana.action(api.billing.check, { featureId: "uploads" });
    expect(check?.allowed).toBe(true);
  });
});
