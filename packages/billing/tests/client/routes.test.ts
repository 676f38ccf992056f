import { httpRouter } from "convex/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { components, internal } from "../../../../convex/_generated/api";
import { BROWSER_OPERATIONS } from "../../src/contract/operations";
import type { BrowserOperation } from "../../src/contract/operations";
import type { Billing } from "../../src/client";
import { submit } from "../engine/harness";
import { billingIn, inBilling, openBackend } from "../../../../tests/convex/backend";
import { hostBilling } from "./host-billing";

const modules = import.meta.glob([
  "../../../../convex/{_generated,accounts}/**/*.ts",
  "../../../../convex/{billing,http,seed}.ts",
]);
const SITE = "https://spotlight.example";
const JSON_BODY = { "Content-Type": "application/json" };
const ADA = identityOf("ada");

function identityOf(subject: string) {
  return { subject, issuer: "https://local", tokenIdentifier: `https://local|${subject}` };
}

type Options = NonNullable<Parameters<Billing["registerRoutes"]>[1]>;

/** A deployment whose host lets browsers create entities and report uploads. */
async function host(options: Options = {}) {
  const http = httpRouter();
  const config = { clientTrackable: ["uploads"], authorize: () => Promise.resolve(true) };
  hostBilling(config).registerRoutes(http, options);
  const t = openBackend({
    ...modules,
    "../../../../convex/http.ts": () => Promise.resolve({ default: http }),
  });
  await t.mutation(internal.billing.install, {});
  await t.mutation(components.billing.public.createFeature, {
    params: { id: "desks", type: "continuous_use" },
  });
  return t;
}

type Host = Awaited<ReturnType<typeof host>>;
type Client = Pick<Host, "fetch">;

interface Sent {
  body?: unknown;
  headers?: Record<string, string>;
}

async function ask(t: Client, method: string, path: string, { body, headers }: Sent = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const response = await t.fetch(`/api/autumn${path}`, {
    method,
    headers: { ...JSON_BODY, ...headers },
    ...(body !== undefined && { body: text }),
  });
  const said = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (said === "" ? null : JSON.parse(said)) as Record<string, unknown> | null,
  };
}

const countCustomers = async (t: Host) =>
  (await inBilling(t, (ctx) => ctx.db.query("customers").take(5))).length;

beforeEach(() => {
  vi.stubEnv("BILLING_MODE", "sandbox");
  vi.stubEnv("SITE_ORIGIN", SITE);
  vi.stubEnv("CONVEX_SITE_URL", "https://deployment.example");
});
/** The arguments of each operation, in an order in which each succeeds. */
const REQUESTS: readonly [BrowserOperation, string, body: unknown, answer: unknown][] = [
  ["createCustomer", "POST /customers", { expand: ["invoices"] }, { id: "ada", invoices: [] }],
  ["listProducts", "GET /products", undefined, { list: expect.any(Array) as unknown[] }],
  ["setupPayment", "POST /setup_payment", { successUrl: "/" }, { customer_id: "ada" }],
  ["checkout", "POST /checkout", { productId: "creator" }, { customer_id: "ada" }],
  ["attach", "POST /attach", { productId: "creator" }, { customer_id: "ada", success: true }],
  ["check", "POST /check", { featureId: "uploads" }, { allowed: true, customer_id: "ada" }],
  ["track", "POST /track", { featureId: "uploads" }, { customer_id: "ada" }],
  ["query", "POST /query", { featureId: "uploads", range: "24h" }, {}],
  ["billingPortal", "POST /billing_portal", { returnUrl: "/" }, { customer_id: "ada" }],
  ["createReferralCode", "POST /referrals/code", { programId: "invite-artist" }, {}],
  ["createEntity", "POST /entities", { id: "d1", featureId: "desks" }, { id: "d1" }],
  ["getEntity", "GET /entities/d1?expand=invoices", undefined, { id: "d1" }],
  ["deleteEntity", "DELETE /entities/d1", undefined, { success: true }],
  ["cancel", "POST /cancel", { productId: "creator" }, { success: true }],
];

describe("every operation", () => {
  it("is answered for the customer of the token", async () => {
    const t = await host();
    const ada = t.withIdentity(ADA);
    const answered: string[] = [];
    for (const [op, route, body, expected] of REQUESTS) {
      const [method = "", path = ""] = route.split(" ");
      const answer = await ask(ada, method, path, { body });
      expect([op, answer.status, answer.body]).toEqual([
        op,
        200,
        expect.objectContaining(expected as object),
      ]);
      if (op === "setupPayment") await submit(billingIn(t), String(answer.body?.["url"]));
      answered.push(op);
    }
    const code = await ask(ada, "POST", "/referrals/code", {
      body: { programId: "invite-artist" },
    });
    const bo = t.withIdentity(identityOf("bo"));
    await ask(bo, "POST", "/customers", { body: {} });
    const redeemed = await ask(bo, "POST", "/referrals/redeem", {
      body: { code: code.body?.["code"] },
    });
    expect(redeemed).toMatchObject({ status: 200, body: { customer_id: "bo" } });
    expect([...answered, "redeemReferralCode"].sort()).toEqual([...BROWSER_OPERATIONS].sort());
  });

  it("creates several entities together, or none", async () => {
    const ada = (await host()).withIdentity(ADA);
    const desks = ["d1", "d2"].map((id) => ({ id, featureId: "desks", customer_data: {} }));
    const made = await ask(ada, "POST", "/entities", { body: desks });
    expect(made.body).toMatchObject({ list: [{ id: "d1" }, { id: "d2" }] });
    const wrong = [
      { id: "d3", featureId: "desks" },
      { id: "../d4", featureId: "desks" },
    ];
    expect((await ask(ada, "POST", "/entities", { body: wrong })).status).toBe(400);
    expect((await ask(ada, "GET", "/entities/d3")).body?.["code"]).toBe("entity_not_found");
  });

  it("makes one purchase, however often a lost request is repeated", async () => {
    const t = await host();
    const ada = t.withIdentity(ADA);
    const page = await ask(ada, "POST", "/setup_payment", { body: {} });
    await submit(billingIn(t), String(page.body?.["url"]));
    const body = { productId: "creator", clientRequestId: "r1" };
    const first = await ask(ada, "POST", "/attach", { body });
    expect(await ask(ada, "POST", "/attach", { body })).toMatchObject({ body: first.body });
  });
});

describe("signed out", () => {
  it.each(REQUESTS.filter(([op]) => op !== "listProducts" && op !== "createCustomer"))(
    "%s is refused, and the refusal names the missing token",
    async (_op, route, body) => {
      const t = await host();
      const [method = "", path = ""] = route.split(" ");
      const { status, body: said } = await ask(t, method, path, { body });
      expect([status, said]).toEqual([
        401,
        { message: "Missing authorization header", code: "unauthenticated" },
      ]);
      expect(await countCustomers(t)).toBe(0);
    },
  );

  it("refuses an invalid token with the same words", async () => {
    const headers = { Authorization: "Bearer nobody" };
    const { body } = await ask(await host(), "POST", "/attach", { body: {}, headers });
    expect(body).toEqual({ message: "Sign in first", code: "unauthenticated" });
  });

  it("reads the catalogue, and has no customer", async () => {
    const t = await host();
    expect((await ask(t, "GET", "/products")).status).toBe(200);
    const wanted = await ask(t, "POST", "/customers", { body: {} });
    expect([wanted.status, wanted.body]).toEqual([
      401,
      { message: "Customer ID is required", code: "CUSTOMER_ID_REQUIRED" },
    ]);
    const asked = await ask(t, "POST", "/customers", { body: { errorOnNotFound: false } });
    expect([asked.status, asked.body]).toEqual([202, null]);
  });
});

describe("identity that a browser sends", () => {
  it("never gives units back, neither as a value nor as a property", async () => {
    const t = await host();
    const ada = t.withIdentity(ADA);
    const use = { featureId: "uploads" };
    expect((await ask(ada, "POST", "/track", { body: { ...use, value: 4 } })).status).toBe(200);
    for (const given of [{ value: -4 }, { properties: { value: -4 } }]) {
      const { status, body } = await ask(ada, "POST", "/track", { body: { ...use, ...given } });
      expect([status, body?.["code"]]).toEqual([400, "invalid_inputs"]);
    }
    expect((await ask(ada, "POST", "/check", { body: use })).body).toMatchObject({ balance: 6 });
  });

  it("names keys of its own: a key of server code is neither used up nor answered", async () => {
    const t = await host();
    const ada = t.withIdentity(ADA);
    const billing = hostBilling();
    const track = async (value: number) =>
      await t.action(async (ctx) => {
        const who = { customerId: "ada" };
        return await billing.track(ctx, who, { featureId: "uploads", value }, { key: "order-1" });
      });
    const own = { featureId: "uploads", value: 1, idempotencyKey: "order-1" };
    await ask(ada, "POST", "/track", { body: own });
    expect((await track(5)).error).toBeNull();
    expect((await track(5)).error).toBeNull();
    const { body } = await ask(ada, "POST", "/check", { body: { featureId: "uploads" } });
    expect(body).toMatchObject({ balance: 4 });
  });

  it("is dropped: a request body cannot name another customer", async () => {
    const t = await host();
    await t.withIdentity(identityOf("victim")).fetch("/api/autumn/customers", {
      method: "POST",
      headers: JSON_BODY,
      body: "{}",
    });
    const forged = { id: "victim", email: "eve@example.com", stripe_id: "cus_victim" };
    const { body } = await ask(t.withIdentity(ADA), "POST", "/customers", {
      body: { customer_data: forged, customerData: forged, dialog: "x", openInNewTab: true },
    });
    expect(body).toMatchObject({ id: "ada", email: null, stripe_id: null });
  });

  it.each([
    ["/customers", { customer_id: "victim" }, "customer_id"],
    ["/customers", { stripe_id: "cus_1" }, "stripe_id"],
    ["/checkout", { productId: "creator", items: [] }, "items"],
    ["/attach", { productId: "creator", freeTrial: true }, "freeTrial"],
    ["/attach", { product_id: "creator" }, "product_id"],
    ["/check", { featureId: "uploads", sendEvent: true }, "sendEvent"],
    ["/track", { featureId: "uploads", value: "2" }, "value"],
  ])("%s refuses %j by name", async (path, body, field) => {
    const answer = await ask((await host()).withIdentity(ADA), "POST", path, { body });
    expect([answer.status, answer.body?.["code"]]).toEqual([400, "invalid_inputs"]);
    expect(answer.body?.["message"]).toContain(field);
  });

  it.each([
    ["/track", { featureId: "uploads", value: -5 }, 400, "invalid_inputs"],
    ["/track", { featureId: "credits" }, 403, "forbidden"],
    ["/cancel", { productId: "creator", cancelImmediately: true }, 403, "forbidden"],
    [
      "/checkout",
      { productId: "creator", successUrl: "//evil.example" },
      400,
      "invalid_return_url",
    ],
  ])("%s validates arguments as the actions do: %j", async (path, body, status, code) => {
    const answer = await ask((await host()).withIdentity(ADA), "POST", path, { body });
    expect([answer.status, answer.body?.["code"]]).toEqual([status, code]);
  });
});

describe("the origin of a page", () => {
  const FOREIGN = [
    "https://evil.example",
    "null",
    "http://spotlight.example",
    "https://spotlight.example.evil.example",
    "https://xspotlight.example",
    "https://spotlight.example:8443",
  ];

  it.each(FOREIGN)("%s gets 403 and no CORS headers", async (origin) => {
    const t = await host();
    const ada = t.withIdentity(ADA);
    for (const method of ["OPTIONS", "POST"]) {
      const headers = { Origin: origin };
      const answer = await ask(ada, method, "/customers", {
        headers,
        ...(method === "POST" && { body: {} }),
      });
      expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([
        403,
        null,
      ]);
      expect(answer.headers.get("Vary")).toBe("Origin");
    }
    expect(await countCustomers(t)).toBe(0);
  });

  it.each([SITE, "https://shop.example"])("%s may, without cookies", async (Origin) => {
    const t = await host({ origins: ["https://shop.example"] });
    const before = await ask(t, "OPTIONS", "/attach", { headers: { Origin } });
    expect([before.status, before.headers.get("Access-Control-Allow-Origin")]).toEqual([
      204,
      Origin,
    ]);
    expect(before.headers.get("Access-Control-Allow-Headers")).toBe("Authorization, Content-Type");
    expect(before.headers.get("Access-Control-Allow-Methods")).toBe("GET, POST, DELETE");
    const answer = await ask(t, "GET", "/products", { headers: { Origin } });
    expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([
      200,
      Origin,
    ]);
    expect(answer.headers.has("Access-Control-Allow-Credentials")).toBe(false);
  });

  it.each(["*", "shop.example", ""])("cannot be mounted for the origin %j", async (origin) => {
    await expect(host({ origins: [origin] })).rejects.toThrow(
      `Billing: an origin of the routes is "${origin}": it must be an address`,
    );
  });

  it.each<[string, Record<string, string>, number]>([
    ["sends no origin", {}, 403],
    ["comes from elsewhere on the same site", { "Sec-Fetch-Site": "same-site" }, 403],
    ["comes from another site", { Origin: "https://evil.example" }, 403],
    ["comes from the backend's own origin", { "Sec-Fetch-Site": "same-origin" }, 200],
    ["comes from the site", { Origin: SITE }, 200],
  ])("a request with a cookie that %s is decided by its origin", async (_what, from, status) => {
    const headers = { Cookie: "session=1", ...from };
    expect((await ask(await host(), "GET", "/products", { headers })).status).toBe(status);
  });

  it("needs no origin without a cookie", async () => {
    expect((await ask(await host(), "GET", "/products")).status).toBe(200);
  });
});

describe("the request body", () => {
  it.each(["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])(
    "is refused as %j, because forms could send it",
    async (type) => {
      const t = await host();
      const sent = { body: { productId: "creator" }, headers: { "Content-Type": type } };
      const { status, body } = await ask(t.withIdentity(ADA), "POST", "/attach", sent);
      expect([status, body?.["code"]]).toEqual([415, "invalid_inputs"]);
      expect(await countCustomers(t)).toBe(0);
    },
  );

  it.each([
    ["{", 400],
    ["[]", 400],
    ["[{}]", 400],
    ["null", 400],
    ['"text"', 400],
    [`{"a":"${"x".repeat(33 * 1024)}"}`, 413],
    ['{"failure":{}}', 400],
  ])("is an object of bounded size: not %.20s", async (body, status) => {
    const answer = await ask((await host()).withIdentity(ADA), "POST", "/check", { body });
    expect([answer.status, answer.body?.["code"]]).toEqual([status, "invalid_inputs"]);
  });

  it.each([[[]], [Array.from({ length: 101 }, (_, n) => ({ id: `d${n}`, featureId: "desks" }))]])(
    "holds 1 to 100 entities",
    async (body) => {
      const answer = await ask((await host()).withIdentity(ADA), "POST", "/entities", { body });
      expect([answer.status, answer.body?.["message"]]).toEqual([
        400,
        "body: must hold 1 to 100 entities",
      ]);
    },
  );

  it.each([
    ["GET", "/nothing", 404, "not_found"],
    ["GET", "/", 404, "not_found"],
    ["POST", "/usage", 404, "not_found"],
    ["GET", "/customers/victim", 404, "not_found"],
    ["GET", "/cors", 404, "not_found"],
    ["GET", "/attach", 405, "method_not_allowed"],
    ["PUT", "/customers", 405, "method_not_allowed"],
    ["DELETE", "/entities/%2e%2e", 404, "not_found"],
    ["DELETE", "/entities/a%2Fb", 400, "invalid_inputs"],
    ["DELETE", "/entities/", 400, "invalid_inputs"],
    ["GET", "/entities/d1?expand=cards", 400, "invalid_inputs"],
    ["GET", "/entities/d1?customer_id=victim", 400, "invalid_inputs"],
  ])("needs a known route and a valid id, unlike %s %s", async (method, path, status, code) => {
    const answer = await ask((await host()).withIdentity(ADA), method, path);
    expect([answer.status, answer.body?.["code"]]).toEqual([status, code]);
    expect(typeof answer.body?.["message"]).toBe("string");
  });

  it("lists the verbs of a route in the Allow header", async () => {
    const { headers } = await ask(await host(), "PUT", "/entities/d1");
    expect(headers.get("Allow")?.split(", ").sort()).toEqual(["DELETE", "GET"]);
  });
});

describe("the ping route", () => {
  it("answers any origin that may call, and changes nothing", async () => {
    const t = await host();
    const headers = { Origin: SITE };
    const { status, body } = await ask(t, "POST", "/cors", { body: {}, headers });
    expect([status, body]).toEqual([200, { message: "OK" }]);
  });
});

describe("the response", () => {
  it("is JSON that is neither cached nor sniffed", async () => {
    const { headers } = await ask(await host(), "GET", "/products");
    const named = ["Content-Type", "Cache-Control", "X-Content-Type-Options"];
    expect(named.map((name) => headers.get(name))).toEqual([
      "application/json",
      "no-store",
      "nosniff",
    ]);
  });

  it("hides the details of an internal error", async () => {
    vi.spyOn(console, "error").mockReturnValue();
    vi.stubEnv("SITE_ORIGIN", "no address");
    const body = { productId: "creator", successUrl: "/secret" };
    const answer = await ask((await host()).withIdentity(ADA), "POST", "/checkout", { body });
    expect([answer.status, answer.body]).toEqual([
      500,
      { message: "Something went wrong here", code: "internal_error" },
    ]);
  });
});

describe("another prefix", () => {
  it.each(["/a b", "/größe", "/api?x", "/api/*"])(
    "is refused when no request could match it: %s",
    (prefix) => {
      expect(() => hostBilling().registerRoutes(httpRouter(), { prefix })).toThrow(
        `Billing: "${prefix}" is no prefix of routes`,
      );
    },
  );

  it.each(["/billing", "billing/"])(
    "%s is where the routes are, and only there",
    async (prefix) => {
      const t = await host({ prefix });
      expect((await t.fetch("/billing/products")).status).toBe(200);
      expect((await t.fetch("/billing/nothing")).status).toBe(404);
      await expect(ask(t, "GET", "/products")).rejects.toThrow();
    },
  );
});
