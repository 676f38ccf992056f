import { inspect } from "node:util";
import { getFunctionAddress, makeFunctionReference } from "convex/server";
import type { FunctionReference } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as publicActions from "../../../../convex/billing";
import { closedArgs } from "../../src/contract/browserArgs";
import { allowedArgs } from "../../src/contract/sentNames";
import { fail, ok } from "../../src/contract/errors";
import type { Failure } from "../../src/contract/errors";
import { BROWSER_OPERATIONS } from "../../src/contract/operations";
import type { BrowserOperation, OperationResult } from "../../src/contract/operations";
import type { BillingConfig } from "../../src/client/policy";
import { inBilling, openBackend } from "../../../../tests/convex/backend";
import { hostBilling } from "./host-billing";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/{billing,http}.ts",
]);
const ISSUER = "https://id.example";
const ADA = {
  ...{ subject: "ada", issuer: ISSUER, tokenIdentifier: `${ISSUER}|ada` },
  ...{ name: "Ada Lovelace", email: "ada@example.com" },
};
/** A customer with only an id, which could be confused with a key. */
const BO = {
  ...{ subject: "ada:attach", issuer: ISSUER, tokenIdentifier: `${ISSUER}|bo` },
  preferredUsername: "bo",
};
const WHO = {
  customer_id: "ada",
  customer_data: { name: "Ada Lovelace", email: "ada@example.com" },
};
const SIGN_IN = { code: "unauthenticated", message: "Sign in first" };

interface Row {
  /** Every argument that a browser may send. */
  args: Record<string, unknown>;
  /** The fields that the provider receives for Ada. */
  sends: readonly [request: string, body?: unknown];
  /** The response to a visitor; null if it is the same for everyone. */
  out: { code: string; message: string } | null;
  /** Only with the host's permission. */
  authorized?: true;
}

const purchase = {
  args: {
    ...{ productId: "pro", entityId: "s1", successUrl: "/done?a=1", reward: "INK" },
    planSchedule: "end_of_cycle",
    options: [{ featureId: "credits", quantity: 200 }],
  },
  body: {
    ...{ ...WHO, product_id: "pro", entity_id: "s1", reward: "INK" },
    plan_schedule: "end_of_cycle",
    success_url: "https://spotlight.example/done?a=1",
    options: [{ feature_id: "credits", quantity: 200 }],
  },
};

/** One row per action: an action without one does not compile. */
const ROWS: Record<BrowserOperation, Row> = {
  createCustomer: {
    args: { expand: ["invoices", "entities"], errorOnNotFound: true },
    sends: [
      "POST /customers?expand=invoices%2Centities",
      { id: "ada", name: "Ada Lovelace", email: "ada@example.com" },
    ],
    out: { code: "CUSTOMER_ID_REQUIRED", message: "Customer ID is required" },
  },
  listProducts: { args: {}, sends: ["GET /products_beta?customer_id=ada"], out: null },
  checkout: {
    args: purchase.args,
    sends: ["POST /checkout", purchase.body],
    out: SIGN_IN,
  },
  attach: {
    args: { ...purchase.args, previewId: "p1" },
    sends: ["POST /attach", { ...purchase.body, preview_id: "p1" }],
    out: SIGN_IN,
  },
  setupPayment: {
    args: { successUrl: "/" },
    sends: ["POST /setup_payment", { ...WHO, success_url: "https://spotlight.example/" }],
    out: SIGN_IN,
  },
  cancel: {
    args: { productId: "pro", entityId: "s1" },
    sends: ["POST /cancel", { ...WHO, product_id: "pro", entity_id: "s1" }],
    out: SIGN_IN,
  },
  billingPortal: {
    args: { returnUrl: "/settings" },
    sends: [
      "POST /customers/ada/billing_portal",
      { customer_data: WHO.customer_data, return_url: "https://spotlight.example/settings" },
    ],
    out: SIGN_IN,
  },
  check: {
    args: { featureId: "uploads", entityId: "s1", requiredBalance: 3, withPreview: true },
    sends: [
      "POST /check",
      { ...WHO, feature_id: "uploads", entity_id: "s1", required_balance: 3, with_preview: true },
    ],
    out: SIGN_IN,
  },
  track: {
    args: {
      ...{ featureId: "uploads", entityId: "s1", value: 2, idempotencyKey: "own" },
      properties: { planHint: "A" },
    },
    sends: [
      "POST /track",
      {
        ...{ ...WHO, feature_id: "uploads", entity_id: "s1", value: 2 },
        idempotency_key: "browser:own",
        properties: { planHint: "A" },
      },
    ],
    out: SIGN_IN,
  },
  query: {
    args: { featureId: ["uploads", "credits"], range: "7d" },
    sends: ["POST /query", { ...WHO, feature_id: ["uploads", "credits"], range: "7d" }],
    out: SIGN_IN,
  },
  createReferralCode: {
    args: { programId: "friends" },
    sends: ["POST /referrals/code", { ...WHO, program_id: "friends" }],
    out: SIGN_IN,
  },
  redeemReferralCode: {
    args: { code: "INK" },
    sends: ["POST /referrals/redeem", { ...WHO, code: "INK" }],
    out: SIGN_IN,
  },
  createEntity: {
    args: { id: "s1", name: "Seat", featureId: "seats" },
    sends: [
      "POST /customers/ada/entities",
      { id: "s1", name: "Seat", feature_id: "seats", customer_data: WHO.customer_data },
    ],
    out: SIGN_IN,
    authorized: true,
  },
  getEntity: {
    args: { entityId: "s1", expand: ["invoices"] },
    sends: ["GET /customers/ada/entities/s1?expand=invoices"],
    out: SIGN_IN,
    authorized: true,
  },
  deleteEntity: {
    args: { entityId: "s1" },
    sends: ["DELETE /customers/ada/entities/s1"],
    out: SIGN_IN,
    authorized: true,
  },
};

/** Arguments that exclude others of their operation. */
const INSTEAD: Partial<Record<BrowserOperation, readonly (readonly [object, object, object])[]>> = {
  checkout: [[{ productId: undefined }, { productIds: ["a", "b"] }, { product_ids: ["a", "b"] }]],
  attach: [[{ productId: undefined }, { productIds: ["a", "b"] }, { product_ids: ["a", "b"] }]],
  check: [[{ featureId: undefined }, { productId: "pro" }, { product_id: "pro" }]],
  track: [[{ featureId: undefined }, { eventName: "upload" }, { event_name: "upload" }]],
};

const FOREIGN_FIELDS = [
  "customer_id",
  "customerId",
  "idempotency_key",
  "items",
  "price",
  "invoice",
];

interface Sent {
  request: string;
  body: unknown;
  key: string | null;
}

/** A site with a remote provider that refuses everything and records the requests. */
function open({
  isAuthorized = true,
  ...config
}: Partial<BillingConfig> & { isAuthorized?: boolean } = {}) {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", headers, body }: RequestInit) => {
    const text = typeof body === "string" ? (JSON.parse(body) as unknown) : undefined;
    const key = new Headers(headers).get("Idempotency-Key");
    sent.push({ request: `${method} ${url.slice(PROVIDER.length)}`, body: text, key });
    return await Promise.resolve(Response.json({ code: "heard", message: "" }, { status: 400 }));
  });
  const own = hostBilling({
    clientTrackable: ["uploads", "upload"],
    ...(isAuthorized && { authorize: async () => await Promise.resolve(true) }),
    ...config,
  }).actions();
  const t = openBackend({
    ...modules,
    "../../../../convex/own.ts": () => Promise.resolve(own),
  });
  const call = async (
    op: BrowserOperation,
    args: object,
    who: typeof ADA | typeof BO | null = ADA,
  ) =>
    await (who ? t.withIdentity(who) : t).action(
      makeFunctionReference<"action", Record<string, unknown>, OperationResult<BrowserOperation>>(
        `own:${op}`,
      ),
      { ...args },
    );
  return { t, sent, call };
}

const PROVIDER = "https://provider.example/v1";
const EVERY = Object.entries(ROWS).map(([op, row]) => [op as BrowserOperation, row] as const);
const only = (which: "authorized", is: boolean) =>
  EVERY.filter(([, row]) => (row[which] === true) === is);

beforeEach(() => {
  vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "warn").mockReturnValue();
  vi.stubEnv("AUTUMN_SECRET_KEY", "sk_1");
  vi.stubEnv("AUTUMN_URL", PROVIDER);
  vi.stubEnv("SITE_ORIGIN", "https://spotlight.example");
});
describe("the public actions", () => {
  it("are those of the operations table, one each, plus the revision; only the host installs the catalogue", () => {
    const names = Object.keys(publicActions).filter((name) => name !== "billing");
    expect(names.sort()).toEqual([...BROWSER_OPERATIONS, "install", "revision"].sort());
    expect(Object.keys(ROWS).sort()).toEqual([...BROWSER_OPERATIONS].sort());
  });

  it.each(EVERY)("%s has a row with all of its arguments", (op, { args }) => {
    const instead = (INSTEAD[op] ?? []).flatMap(([, more]) => Object.keys(more));
    const named = [...Object.keys(args), ...instead, ...closedArgs(op), "clientRequestId"];
    expect(named.sort()).toEqual([...allowedArgs(op)].sort());
  });
});

describe.each(EVERY)("%s", (op, { args, sends, out, authorized }) => {
  const [request, body] = sends;

  it("sends the provider exactly what was requested, for the customer of the token", async () => {
    const { call, sent } = open();
    const invented = {
      customerData: { name: "Eve", email: "eve@example.com", id: "eve" },
      customer_data: { id: "eve" },
      ...{ dialog: "x", openInNewTab: true },
    };
    const { error } = await call(op, { ...args, ...invented });
    expect(error?.code).toBe("heard");
    expect(sent).toMatchObject([{ request, body }]);
    expect(sent[0]?.body).toEqual(body);
  });

  it.each(INSTEAD[op] ?? [])("passes on %j with %j as %j", async (without, more, wire) => {
    const { call, sent } = open();
    await call(op, { ...args, ...without, ...more });
    expect(sent).toMatchObject([{ request, body: wire }]);
  });

  it("answers a signed-out caller, and creates no customer", async () => {
    const { t, call, sent } = open();
    const { data, error, statusCode } = await call(op, args, null);
    if (out === null) expect(sent).toMatchObject([{ request: request.split("?")[0] }]);
    else expect([data, error, statusCode, sent]).toEqual([null, out, 401, []]);
    expect(await inBilling(t, (ctx) => ctx.db.query("identities").take(1))).toEqual([]);
  });

  it("is sent for each customer separately, whatever names their tokens carry", async () => {
    const { call, sent } = open();
    await call(op, args);
    await call(op, args, BO);
    const [first, second] = sent.map((one) => JSON.stringify(one));
    for (const word of ["Ada Lovelace", "ada@example.com"]) expect(second).not.toContain(word);
    expect(second).toMatch(/ada:attach|ada%3Aattach/);
    expect(first).not.toMatch(/ada:attach|ada%3Aattach/);
    if (body !== undefined) expect(second).toContain('"name":"bo"');
  });

  it("refuses fields that a browser may not set", async () => {
    const { call, sent } = open();
    for (const field of FOREIGN_FIELDS) {
      await expect(call(op, { ...args, [field]: "eve" })).rejects.toThrow(field);
    }
    expect(sent).toEqual([]);
  });

  it("returns the host's refusal of the caller", async () => {
    const refusal = fail("unauthenticated", "Sign in again", 401);
    const { call, sent } = open({ identify: async () => await Promise.resolve(refusal) });
    expect([await call(op, args), sent]).toEqual([refusal, []]);
  });

  it("names its customer without seeing an argument of the browser", async () => {
    const heard: unknown[][] = [];
    const identify = async (...given: unknown[]) => {
      heard.push(given);
      return await Promise.resolve({ customerId: "org_1" });
    };
    const { call, sent } = open({ identify });
    // Old clients send this; it is ignored.
    await call(op, { ...args, customerData: { id: "org_victim" } });
    expect(heard.map((given) => given.length)).toEqual([1]);
    expect(inspect([heard, sent], { depth: null })).not.toContain("org_victim");
    expect(JSON.stringify(sent)).not.toContain("ada");
  });

  it("is refused where the host leaves it out of what its caller can do", async () => {
    const who = { customerId: "org_1" };
    const refusal = fail("forbidden", "Ask an admin", 403);
    const limited = (only: BrowserOperation[]) =>
      open({ identify: async () => await Promise.resolve({ who, only, refusal }) });
    const rest = limited(BROWSER_OPERATIONS.filter((one) => one !== op));
    expect([await rest.call(op, args), rest.sent]).toEqual([refusal, []]);
    const own = limited([op]);
    expect((await own.call(op, args)).error?.code).toBe("heard");
  });

  const whose = authorized ? "the request names, which `authorize` allowed" : "identify names";
  it(`is about the entity that ${whose}, and about no other`, async () => {
    const who = { customerId: "studio", entityId: "seat_1" };
    const { call, sent } = open({ identify: async () => await Promise.resolve(who) });
    await call(op, args);
    const [asked] = sent.map((one) => JSON.stringify(one));
    const names = (id: string) => new RegExp(`"entity_id":"${id}"|entities/${id}`);
    const [own, other] = authorized ? ["s1", "seat_1"] : ["seat_1", "s1"];
    if ("entityId" in args || asked?.includes("entity_id")) expect(asked).toMatch(names(own));
    expect(asked).not.toMatch(names(other));
  });

  it(`${authorized ? "asks" : "does not ask"} the host's authorize hook`, async () => {
    const authorize = vi.fn(async () => await Promise.resolve(false));
    const { call, sent } = open({ authorize });
    const { error, statusCode } = await call(op, args);
    expect(authorize).toHaveBeenCalledTimes(authorized ? 1 : 0);
    if (authorized) expect([error?.code, statusCode, sent]).toEqual(["forbidden", 403, []]);
    else expect(error?.code).toBe("heard");
  });

  it("gives a repeated request a key of its customer and operation, and a single request none", async () => {
    const { t, call, sent } = open();
    const noted = async () => {
      const rows = await inBilling(t, (ctx) => ctx.db.query("remoteIntents").take(5));
      return rows.map(({ request_key }) => request_key);
    };
    const keys = async () => [...sent.map(({ key }) => key), ...(await noted())];
    await call(op, args);
    expect((await keys()).filter((key) => key?.includes(op))).toEqual([]);
    await call(op, { ...args, clientRequestId: "try-1" });
    const named = op === "track" ? "browser:own" : `ada:browser:${op}:try-1`;
    expect(await keys()).toContain(named);
    await call(op, { ...args, clientRequestId: "try-1" }, BO);
    const other = op === "track" ? "browser:own" : `ada%3Aattach:browser:${op}:try-1`;
    expect((await keys()).map((key) => key?.replace("%253A", "%3A"))).toContain(other);
  });
});

describe("queries and mutations", () => {
  it.each(EVERY)(
    "of %s are at most two: one for the caller, one for the request",
    async (op, { args }) => {
      const asked: string[] = [];
      const answers = async (reference: FunctionReference<"query" | "mutation">) => {
        asked.push(getFunctionAddress(reference).reference?.split("/").at(-1) ?? "");
        const who = { customerId: "ada", customerData: {} };
        return await Promise.resolve(ok(asked.at(-1) === "identifyCaller" ? who : { list: [1] }));
      };
      const auth = { getUserIdentity: async () => await Promise.resolve(ADA) };
      const ctx = { auth, runQuery: answers, runMutation: answers, runAction: expect.unreachable };
      const terms = {
        clientTrackable: ["uploads", "upload"],
        authorize: () => Promise.resolve(true),
      };
      const action = hostBilling(terms).actions()[op] as unknown as {
        _handler: (given: typeof ctx, args: object) => Promise<Failure>;
      };
      expect((await action._handler(ctx, args)).error).toBeNull();
      expect(asked).toEqual(["identifyCaller", op]);
    },
  );
});

describe("closed arguments", () => {
  it.each(BROWSER_OPERATIONS.flatMap((op) => closedArgs(op).map((name) => [op, name] as const)))(
    "%s accepts %s only once the host has opened it",
    async (op, name) => {
      const args = { ...ROWS[op].args, [name]: true };
      const shut = open();
      expect((await shut.call(op, args)).error).toEqual({
        code: "forbidden",
        message: `${op} takes "${name}" from server code only`,
      });
      expect(shut.sent).toEqual([]);
      const opened = open({ allowFromBrowser: { [op]: [name] } });
      await opened.call(op, args);
      expect(opened.sent).toMatchObject([{ body: { cancel_immediately: true } }]);
    },
  );
});

describe("a host without an authorize hook", () => {
  it.each(only("authorized", true))("refuses %s", async (op, { args }) => {
    const { call, sent } = open();
    expect((await call(op, args)).error?.code).toBe("heard");
    const shut = open({ isAuthorized: false });
    expect((await shut.call(op, args)).error?.code).toBe("forbidden");
    expect([sent.length, shut.sent]).toEqual([1, []]);
  });
});

describe("a hook that throws", () => {
  const broken = async () => await Promise.reject<boolean>(new Error("the host failed"));

  it.each(only("authorized", true))("for authorization stops %s", async (op, { args }) => {
    const { call, sent } = open({ authorize: broken });
    await expect(call(op, args)).rejects.toThrow("the host failed");
    expect(sent).toEqual([]);
  });

  it.each(EVERY)("for the caller stops %s", async (op, { args }) => {
    const identify = async () => await Promise.reject<Failure>(new Error("the host failed"));
    const { call, sent } = open({ identify });
    await expect(call(op, args)).rejects.toThrow("the host failed");
    expect(sent).toEqual([]);
  });
});
