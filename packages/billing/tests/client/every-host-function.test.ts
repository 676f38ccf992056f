import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ActionCtx } from "../../src/client/context";
import type { Result } from "../../src/contract/errors";
import { billing } from "./host-billing";
import { internal } from "../../../../convex/_generated/api";
import { getCustomer } from "../engine/harness";
import { billingIn, inBilling, openBackend } from "../../../../tests/convex/backend";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/billing.ts",
]);
const PROVIDER = "https://provider.example/v1";
const SEAT = {
  ...{ customerId: "ada", entityId: "s1" },
  customerData: { name: "Ada", email: "ada@example.com" },
};
type Caller = typeof SEAT | { customerId: string } | null;
const data = { customer_data: SEAT.customerData };
const ada = { customer_id: "ada", ...data };
const seat = { ...ada, entity_id: "s1" };
/** An operation that reads by its path has no other arguments. */
const READ = undefined;

interface Row {
  call: (ctx: ActionCtx, who: Caller, options?: { key?: string }) => Promise<Result<unknown>>;
  /** The fields that the provider receives for ada's seat s1. */
  sends: readonly [request: string, body: unknown];
}

/** Fields that are not part of an operation. */
type Plain =
  | (
      | "me"
      | "other"
      | "tokenOf"
      | "forget"
      | "closePortals"
      | "allowed"
      | "feature"
      | "gate"
      | "revision"
    )
  | ("actions" | "registerRoutes" | "sandbox" | "operators");
type Groups = "customers" | "entities" | "balances" | "invoices" | "refunds" | "referrals";
type Flat = Exclude<keyof typeof billing, Plain | Groups>;
type Nested<Group extends Groups> = `${Group}.${string & keyof (typeof billing)[Group]}`;
type Name =
  | Flat
  | Exclude<Nested<"customers">, "customers.list">
  | Nested<"entities">
  | Nested<"balances">
  | Nested<"invoices">
  | Nested<"refunds">
  | Nested<"referrals">;

/** Every function for a host's actions: one without a row does not compile. */
const ROWS: Record<Name, Row> = {
  checkout: {
    call: async (ctx, who, o) => await billing.checkout(ctx, who, { productId: "pro" }, o),
    sends: ["POST /checkout", { ...seat, product_id: "pro" }],
  },
  attach: {
    call: async (ctx, who, o) => await billing.attach(ctx, who, { productIds: ["a", "b"] }, o),
    sends: ["POST /attach", { ...seat, product_ids: ["a", "b"] }],
  },
  cancel: {
    call: async (ctx, who, o) =>
      await billing.cancel(ctx, who, { productId: "pro", cancelImmediately: true }, o),
    sends: ["POST /cancel", { ...seat, product_id: "pro", cancel_immediately: true }],
  },
  setupPayment: {
    call: async (ctx, who, o) => await billing.setupPayment(ctx, who, { successUrl: "/" }, o),
    sends: ["POST /setup_payment", { ...ada, success_url: "/" }],
  },
  check: {
    call: async (ctx, who, o) =>
      await billing.check(ctx, who, { featureId: "uploads", requiredBalance: 2 }, o),
    sends: ["POST /check", { ...seat, feature_id: "uploads", required_balance: 2 }],
  },
  explain: {
    call: async (ctx, who, o) => await billing.explain(ctx, who, { featureId: "uploads" }, o),
    sends: ["POST /check/explain", { customer_id: "ada", entity_id: "s1", feature_id: "uploads" }],
  },
  track: {
    call: async (ctx, who, o) =>
      await billing.track(ctx, who, { featureId: "uploads", value: 3 }, o),
    sends: ["POST /track", { ...seat, feature_id: "uploads", value: 3 }],
  },
  query: {
    call: async (ctx, who, o) =>
      await billing.query(ctx, who, { featureId: "uploads", range: "7d" }, o),
    sends: ["POST /query", { ...ada, feature_id: "uploads", range: "7d" }],
  },
  "customers.create": {
    call: async (ctx, who, o) =>
      await billing.customers.create(ctx, who, { expand: ["entities"] }, o),
    sends: ["POST /customers?expand=entities", { id: "ada", ...SEAT.customerData }],
  },
  "customers.get": {
    call: async (ctx, who, o) => await billing.customers.get(ctx, who, { expand: ["entities"] }, o),
    sends: ["GET /customers/ada?expand=entities", READ],
  },
  "customers.update": {
    call: async (ctx, who, o) => await billing.customers.update(ctx, who, { name: "A" }, o),
    sends: ["POST /customers/ada", { name: "A" }],
  },
  "customers.delete": {
    call: async (ctx, who, o) => await billing.customers.delete(ctx, who, {}, o),
    sends: ["DELETE /customers/ada", READ],
  },
  "customers.billingPortal": {
    call: async (ctx, who, o) =>
      await billing.customers.billingPortal(ctx, who, { returnUrl: "/" }, o),
    sends: ["POST /customers/ada/billing_portal", { ...data, return_url: "/" }],
  },
  "customers.ledger": {
    call: async (ctx, who, o) => await billing.customers.ledger(ctx, who, { limit: 2 }, o),
    sends: ["GET /customers/ada/ledger?limit=2", READ],
  },
  "entities.create": {
    call: async (ctx, who, o) =>
      await billing.entities.create(ctx, who, { entities: [{ id: "s2", featureId: "seats" }] }, o),
    sends: ["POST /customers/ada/entities", { id: "s2", feature_id: "seats", ...data }],
  },
  "entities.get": {
    call: async (ctx, who, o) => await billing.entities.get(ctx, who, { entityId: "s2" }, o),
    sends: ["GET /customers/ada/entities/s2", READ],
  },
  "entities.delete": {
    call: async (ctx, who, o) => await billing.entities.delete(ctx, who, { entityId: "s2" }, o),
    sends: ["DELETE /customers/ada/entities/s2", READ],
  },
  "entities.transfer": {
    call: async (ctx, who, o) =>
      await billing.entities.transfer(ctx, who, { toEntityId: "s2", productId: "pro" }, o),
    sends: ["POST /customers/ada/transfer", { to_entity_id: "s2", product_id: "pro" }],
  },
  "balances.set": {
    call: async (ctx, who, o) =>
      await billing.balances.set(ctx, who, { balances: [{ featureId: "credits", balance: 3 }] }, o),
    sends: ["POST /customers/ada/balances", { balances: [{ feature_id: "credits", balance: 3 }] }],
  },
  "balances.setUsage": {
    call: async (ctx, who, o) =>
      await billing.balances.setUsage(ctx, who, { featureId: "credits", value: 3 }, o),
    sends: ["POST /usage", { ...seat, feature_id: "credits", value: 3 }],
  },
  "invoices.list": {
    call: async (ctx, who, o) => await billing.invoices.list(ctx, who, { limit: 2 }, o),
    sends: ["GET /customers/ada/invoices?limit=2", READ],
  },
  "refunds.create": {
    call: async (ctx, who, o) =>
      await billing.refunds.create(
        ctx,
        who,
        { invoice: "A-1", lines: [{ line: 0, amount: 1 }] },
        o,
      ),
    sends: ["POST /customers/ada/refunds", { invoice: "A-1", lines: [{ line: 0, amount: 1 }] }],
  },
  "refunds.list": {
    call: async (ctx, who, o) => await billing.refunds.list(ctx, who, { cursor: "c" }, o),
    sends: ["GET /customers/ada/credit_notes?cursor=c", READ],
  },
  "referrals.createCode": {
    call: async (ctx, who, o) =>
      await billing.referrals.createCode(ctx, who, { programId: "p" }, o),
    sends: ["POST /referrals/code", { ...ada, program_id: "p" }],
  },
  "referrals.redeemCode": {
    call: async (ctx, who, o) => await billing.referrals.redeemCode(ctx, who, { code: "C" }, o),
    sends: ["POST /referrals/redeem", { ...ada, code: "C" }],
  },
};
const EVERY = Object.entries(ROWS);

/** A host with a remote provider that refuses everything and records the requests. */
function open(status = 400) {
  const sent: { request: string; body: unknown; key: string | null }[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", headers, body }: RequestInit) => {
    const text = typeof body === "string" ? (JSON.parse(body) as unknown) : undefined;
    const key = new Headers(headers).get("Idempotency-Key");
    sent.push({ request: `${method} ${url.slice(PROVIDER.length)}`, body: text, key });
    return await Promise.resolve(Response.json({ code: "heard", message: "key" }, { status }));
  });
  const t = openBackend(modules);
  const asked = async (run: (ctx: ActionCtx) => Promise<Result<unknown>>) =>
    await t.action(async (ctx) => await run(ctx));
  /** Keys of stored money calls: they are sent under the key of the stored row. */
  const noted = async () =>
    (await inBilling(t, (ctx) => ctx.db.query("remoteIntents").take(9))).map(
      (row) => row.request_key,
    );
  return { t, sent, asked, keys: async () => [...sent.map(({ key }) => key), ...(await noted())] };
}

beforeEach(() => {
  vi.stubEnv("AUTUMN_SECRET_KEY", "sk_1");
  vi.stubEnv("AUTUMN_URL", PROVIDER);
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
});
describe.each(EVERY)("billing.%s", (_name, { call, sends: [request, body] }) => {
  it("sends what the host asked for, for the customer that the host named", async () => {
    const { sent, asked } = open();
    const { error } = await asked(async (ctx) => await call(ctx, SEAT));
    expect(error?.code).toBe("heard");
    expect(sent.map((one) => [one.request, one.body])).toEqual([[request, body]]);
  });

  it("sends no customer data when only the customer's id is known", async () => {
    const { sent, asked } = open();
    await asked(async (ctx) => await call(ctx, { customerId: "ada" }));
    expect(sent).toHaveLength(1);
    for (const word of ["customer_data", "Ada", "s1"]) {
      expect(JSON.stringify(sent)).not.toContain(word);
    }
  });

  it("refuses a call without a customer, and sends nothing", async () => {
    const { sent, asked } = open();
    expect(await asked(async (ctx) => await call(ctx, null))).toEqual({
      data: null,
      error: { code: "unauthenticated", message: "Sign in first" },
      statusCode: 401,
    });
    expect(sent).toEqual([]);
  });

  it("stores the key under that customer's id", async () => {
    const { asked, keys } = open();
    await asked(async (ctx) => await call(ctx, SEAT, { key: "k" }));
    await asked(async (ctx) => await call(ctx, { customerId: "b:o" }, { key: "k" }));
    const told = (await keys()).map((key) => key && decodeURIComponent(key));
    expect(told).toEqual(expect.arrayContaining(["ada:k"]));
    expect(told.some((key) => key === "b:o:k" || key === "b%3Ao:k")).toBe(true);
  });

  it.each([401, 403])(
    "does not blame the caller when the provider refuses the deployment (%i)",
    async (status) => {
      const { asked } = open(status);
      expect(await asked(async (ctx) => await call(ctx, SEAT))).toEqual({
        data: null,
        error: { code: "internal_error", message: "The billing provider refused this deployment" },
        statusCode: 500,
      });
    },
  );
});

describe("the functions of a host", () => {
  it("list all customers without naming a customer", async () => {
    const { sent, asked } = open();
    await asked(async (ctx) => await billing.customers.list(ctx, { limit: 5 }));
    expect(sent).toMatchObject([{ request: "GET /customers?limit=5", key: null }]);
  });

  it("let no parameter replace the customer", async () => {
    const { sent, asked } = open();
    const invented = { featureId: "uploads", customerId: "eve", customerData: { name: "Eve" } };
    await asked(async (ctx) => await billing.track(ctx, SEAT, invented));
    expect(sent[0]?.body).toEqual({ ...seat, feature_id: "uploads" });
  });

  it("let a parameter name another entity of the same customer", async () => {
    const { sent, asked } = open();
    const named = { featureId: "uploads", entityId: "s2" };
    await asked(async (ctx) => await billing.track(ctx, SEAT, named));
    expect(sent[0]?.body).toMatchObject({ customer_id: "ada", entity_id: "s2" });
  });

  it.each([
    [251, 255],
    [252, 64],
  ])("send a key of %i characters as one of %i, with the customer's name", async (chars, sent) => {
    const { asked, keys } = open();
    const key = "k".repeat(chars);
    await asked(async (ctx) => await billing.query(ctx, SEAT, { featureId: "uploads" }, { key }));
    expect((await keys())[0]).toHaveLength(sent);
  });

  it.each([
    [1, true],
    [10, true],
    [11, false],
    [0, true],
    [undefined, true],
  ])("answer in an action whether %s units are available: %s", async (required, is) => {
    vi.stubEnv("AUTUMN_SECRET_KEY", "");
    vi.stubEnv("BILLING_MODE", "sandbox");
    const t = openBackend(modules);
    await t.mutation(internal.billing.install, {});
    await getCustomer(billingIn(t), "ada");
    const need = { featureId: "uploads", ...(required !== undefined && { required }) };
    const who = { customerId: "ada" };
    const told = await t.action(async (ctx) => await billing.allowed(ctx, who, need));
    expect(told.data).toBe(is);
  });

  it.each([-1, NaN, Infinity])("refuse to check %d units", async (required) => {
    const { asked } = open();
    const need = { featureId: "uploads", required };
    const { error } = await asked(async (ctx) => await billing.allowed(ctx, SEAT, need));
    expect(error?.code).toBe("invalid_inputs");
  });

  it("find another customer by the stored token only", async () => {
    const { t } = open();
    const ada = { tokenIdentifier: "https://id|ada", customerId: "ada" };
    await inBilling(t, (ctx) => ctx.db.insert("identities", ada));
    await t.run(async (ctx) => {
      expect(await billing.other(ctx, "https://id|ada")).toEqual({ customerId: "ada" });
      expect(await billing.other(ctx, "ada")).toBeNull();
      expect(await billing.tokenOf(ctx, "ada")).toBe("https://id|ada");
      expect(await billing.tokenOf(ctx, "ben")).toBeNull();
    });
  });
});
