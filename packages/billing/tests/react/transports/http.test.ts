import { beforeEach, describe, expect, it, vi } from "vitest";
import { failTooMany } from "../../../src/contract/errors";
import { BROWSER_OPERATIONS } from "../../../src/contract/operations";
import type { BrowserArgs, BrowserOperation } from "../../../src/contract/operations";
import { httpTransport } from "../../../src/react/transports/http";
import type { HttpOptions } from "../../../src/react/transports/http-options";
import { loggedTransport } from "../../../src/react/transports/logged";

interface Sent {
  method: string;
  url: string;
  body: unknown;
  headers: Headers;
  credentials: RequestCredentials | undefined;
}

type Answer = (sent: Sent, init: RequestInit) => Response | Promise<Response>;

const log = vi.fn<(...said: unknown[]) => void>();
let pages = 0;
/** The page caches what a backend accepts, so each test has its own backend. */
let host: string;

beforeEach(() => {
  pages += 1;
  host = `https://host-${pages}.example`;
  log.mockReset();
  vi.spyOn(console, "error").mockImplementation(log);
});

const OK: Answer = () => Response.json({});

/** A transport that records its requests; `answer` responds to them, and `probe` to probes. */
function client(options: HttpOptions = {}, answer: Answer = OK, probe: Answer = OK) {
  const all: Sent[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init = {}) => {
    const sent: Sent = {
      method: init.method ?? "GET",
      url: typeof input === "string" ? input : "",
      body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      headers: new Headers(init.headers),
      credentials: init.credentials,
    };
    all.push(sent);
    return await (isProbe(sent) ? probe : answer)(sent, init);
  });
  const transport = loggedTransport(httpTransport(host, () => options));
  const requests = () => all.filter((sent) => !isProbe(sent));
  const probes = () => all.filter(isProbe).map(({ credentials }) => credentials);
  return { transport, requests, probes };
}

const isProbe = ({ url }: Sent) => url.endsWith("/cors");
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

type Row = [args: Record<string, unknown>, route: string, body?: unknown];

/** Spec §7: verb, path and body of every operation. */
const ROUTES: Record<BrowserOperation, Row> = {
  createCustomer: [
    { expand: ["invoices"], errorOnNotFound: false },
    "POST /customers",
    { expand: ["invoices"], errorOnNotFound: false },
  ],
  listProducts: [{}, "GET /products"],
  checkout: [{ productId: "pro" }, "POST /checkout", { productId: "pro" }],
  attach: [
    { productId: "pro", clientRequestId: "r1", options: [{ featureId: "seats", quantity: 2 }] },
    "POST /attach",
    { productId: "pro", clientRequestId: "r1", options: [{ featureId: "seats", quantity: 2 }] },
  ],
  setupPayment: [{ successUrl: "/done" }, "POST /setup_payment", { successUrl: "/done" }],
  cancel: [{ productId: "pro" }, "POST /cancel", { productId: "pro" }],
  billingPortal: [{ returnUrl: "/plans" }, "POST /billing_portal", { returnUrl: "/plans" }],
  check: [
    { featureId: "a", requiredBalance: 0, withPreview: true },
    "POST /check",
    { featureId: "a", requiredBalance: 0, withPreview: true },
  ],
  track: [
    { featureId: "a", value: 2, properties: { myKey: 1, other_key: "x" } },
    "POST /track",
    { featureId: "a", value: 2, properties: { myKey: 1, other_key: "x" } },
  ],
  query: [
    { featureId: ["a", "b"], range: "7d" },
    "POST /query",
    { featureId: ["a", "b"], range: "7d" },
  ],
  createEntity: [
    { id: "s1", name: "One", featureId: "seats" },
    "POST /entities",
    { id: "s1", name: "One", featureId: "seats" },
  ],
  getEntity: [
    { entityId: "team:1", expand: ["invoices"] },
    "GET /entities/team%3A1?expand=invoices",
  ],
  deleteEntity: [{ entityId: "s1" }, "DELETE /entities/s1"],
  createReferralCode: [{ programId: "friends" }, "POST /referrals/code", { programId: "friends" }],
  redeemReferralCode: [{ code: "ABC" }, "POST /referrals/redeem", { code: "ABC" }],
};

describe("httpTransport", () => {
  it.each(BROWSER_OPERATIONS)("sends the request of %s as its row says", async (op) => {
    const [args, route, body] = ROUTES[op];
    const { transport, requests } = client();
    await transport.call(op, args);
    const [sent] = requests();
    expect(`${sent?.method} ${sent?.url}`).toBe(route.replace(" ", ` ${host}/api/autumn`));
    expect(sent?.body).toEqual(body);
    expect(sent?.headers.get("Content-Type")).toBe(body === undefined ? null : "application/json");
  });

  it.each<[string, HttpOptions, string]>([
    ["the provider's own by default", {}, "/api/autumn"],
    ["another one in auth-provider mode", { servedBy: "auth_provider" }, "/api/auth/autumn"],
    ["the host's own", { pathPrefix: "billing" }, "/billing"],
    ["the host's own, tidied", { pathPrefix: "//my//billing/" }, "/my/billing"],
    ["the host's own in either mode", { servedBy: "auth_provider", pathPrefix: "/b" }, "/b"],
  ])("has a prefix: %s", async (_what, options, prefix) => {
    const { transport, requests } = client(options);
    await transport.call("listProducts", {});
    expect(requests()[0]?.url).toBe(`${host}${prefix}/products`);
  });

  it("leaves out null and empty values of a URL, and has no lone question mark", async () => {
    const { transport, requests } = client();
    const args = { entityId: "s1", expand: [], clientRequestId: "" };
    await transport.call("getEntity", args);
    expect(requests()[0]?.url).toBe(`${host}/api/autumn/entities/s1`);
  });

  it.each(["../victim", "a/b", "..", "a?x", "", "a%2Fb"])(
    "does not send the id %j, which could lead to another path",
    async (entityId) => {
      const { transport, requests } = client();
      const { error } = await transport.call("getEntity", { entityId });
      expect(error).toEqual({ code: "invalid_inputs", message: "entityId is not a valid id" });
      expect(requests()).toEqual([]);
    },
  );

  it("never sends parameters of the page, nor undefined ones", async () => {
    const { transport, requests } = client();
    const args = {
      productId: "pro",
      entityId: undefined,
      dialog: () => null,
      openInNewTab: true,
      customerData: { name: "Eve" },
      customer_data: { name: "Eve" },
    };
    // As a caller without types would send it.
    await transport.call("checkout", args as unknown as BrowserArgs<"checkout">);
    expect(requests()[0]?.body).toEqual({ productId: "pro" });
  });

  it("names a field that a browser may not set, and sends nothing", async () => {
    const { transport, requests } = client();
    const args = { productId: "pro", freeTrial: true } as BrowserArgs<"checkout">;
    const { error, statusCode } = await transport.call("checkout", args);
    expect([error?.code, statusCode]).toEqual(["invalid_inputs", 400]);
    expect(error?.message).toContain('"freeTrial"');
    expect(requests()).toEqual([]);
  });

  it("sends the customer's data in bodies, as the host gives it", async () => {
    const customerData = { name: "Ada", email: "ada@example.com" };
    const own = client({ customerData });
    await own.transport.call("check", { featureId: "a" });
    expect(own.requests()[0]?.body).toEqual({ featureId: "a", customer_data: customerData });
    const auth = client({ customerData, servedBy: "auth_provider" });
    await auth.transport.call("check", { featureId: "a" });
    expect(auth.requests()[0]?.body).toEqual({ featureId: "a", customerData });
    await auth.transport.call("listProducts", {});
    expect(auth.requests()[1]?.body).toBeUndefined();
  });

  it("sends several entities as a list, and refuses a list of anything else", async () => {
    const { transport, requests } = client({ customerData: { name: "Ada" } });
    const seats = ["s1", "s2"].map((id) => ({ id, featureId: "seats" }));
    await transport.call("createEntity", seats);
    expect(requests()[0]?.body).toEqual(
      seats.map((seat) => ({ ...seat, customer_data: { name: "Ada" } })),
    );
    const wrong = [...seats, { id: "s3", featureId: "seats", price: 0 }];
    expect((await transport.call("createEntity", wrong)).error?.message).toContain('"price"');
    const list = [{ featureId: "a" }] as unknown as BrowserArgs<"check">;
    expect((await transport.call("check", list)).error?.code).toBe("invalid_inputs");
    expect(requests()).toHaveLength(1);
  });
});

describe("the caller", () => {
  it("is named by the bearer token, which is read for each request", async () => {
    const tokens = ["one", "two"];
    const { transport, requests } = client({
      getBearerToken: () => Promise.resolve(tokens.shift()),
    });
    await transport.call("listProducts", {});
    await transport.call("listProducts", {});
    expect(requests().map(({ headers }) => headers.get("Authorization"))).toEqual([
      "Bearer one",
      "Bearer two",
    ]);
  });

  it("has the token of the call, though another user signs in while the code loads", async () => {
    const { requests } = client();
    let token = "ines";
    const transport = httpTransport(host, () => {
      const own = token;
      return { getBearerToken: () => Promise.resolve(own) };
    });
    const asking = transport.call("listProducts", {});
    token = "sade";
    await asking;
    expect(requests()[0]?.headers.get("Authorization")).toBe("Bearer ines");
  });

  it.each([null, undefined, ""])("has no header when the token is %j", async (token) => {
    const { transport, requests } = client({ getBearerToken: () => Promise.resolve(token) });
    await transport.call("listProducts", {});
    expect(requests()[0]?.headers.has("Authorization")).toBe(false);
  });

  it("is anonymous when the token getter fails, and a warning is logged", async () => {
    const failure = new Error("signed out");
    const { transport, requests } = client({ getBearerToken: () => Promise.reject(failure) });
    expect((await transport.call("listProducts", {})).error).toBeNull();
    expect(requests()[0]?.headers.has("Authorization")).toBe(false);
    expect(log.mock.calls).toEqual([["[billing] getBearerToken failed", failure]]);
  });

  it("may have the host's headers, which win, except for the content type", async () => {
    const headers = { Authorization: "Custom x", "X-Team": "a", "Content-Type": "text/plain" };
    const { transport, requests } = client({
      headers,
      getBearerToken: () => Promise.resolve("one"),
    });
    await transport.call("check", { featureId: "a" });
    const sent = requests()[0]?.headers;
    expect(["Authorization", "X-Team", "Content-Type"].map((name) => sent?.get(name))).toEqual([
      "Custom x",
      "a",
      "application/json",
    ]);
  });
});

describe("cookies", () => {
  const refusing: Answer = ({ credentials }) =>
    credentials === "include" ? lost() : Response.json({});

  it.each<[string, Answer, RequestCredentials[], RequestCredentials]>([
    ["are sent where the backend accepts them", OK, ["include"], "include"],
    [
      "are sent whatever the status of the answer is",
      () => new Response("no", { status: 404 }),
      ["include"],
      "include",
    ],
    ["are not sent where it does not", refusing, ["include", "omit"], "omit"],
  ])("%s", async (_what, probe, asked, used) => {
    const { transport, requests, probes } = client({}, OK, probe);
    await transport.call("listProducts", {});
    await transport.call("listProducts", {});
    expect(probes()).toEqual(asked);
    expect(requests().map(({ credentials }) => credentials)).toEqual([used, used]);
  });

  it("are probed once for concurrent first calls, by all transports of the page", async () => {
    const { transport, probes } = client();
    const again = httpTransport(host, () => ({}));
    await Promise.all([1, 2, 3].map(() => transport.call("listProducts", {})));
    await again.call("listProducts", {});
    expect(probes()).toEqual(["include"]);
  });

  it("are probed again after a time without any answer", async () => {
    let isDown = true;
    const { transport, requests } = client({}, OK, () => (isDown ? lost() : Response.json({})));
    await transport.call("listProducts", {});
    isDown = false;
    await transport.call("listProducts", {});
    expect(requests().map(({ credentials }) => credentials)).toEqual(["omit", "include"]);
  });

  it.each<[HttpOptions, RequestCredentials]>([
    [{ includeCredentials: true }, "include"],
    [{ includeCredentials: false }, "omit"],
    [{ servedBy: "auth_provider" }, "include"],
  ])("need no probe with %j", async (options, used) => {
    const { transport, requests, probes } = client(options);
    await transport.call("listProducts", {});
    expect([probes(), requests()[0]?.credentials]).toEqual([[], used]);
  });
});

describe("answers", () => {
  it.each([
    [200, { id: "ada" }],
    [202, null],
  ])("of status %s are data", async (status, body) => {
    const { transport } = client({}, () => Response.json(body, { status }));
    expect(await transport.call("createCustomer", {})).toEqual({
      data: body,
      error: null,
      statusCode: status,
    });
    expect(log).not.toHaveBeenCalled();
  });

  it("may be empty", async () => {
    const { transport } = client({}, () => new Response(null, { status: 204 }));
    const answer = await transport.call("deleteEntity", { entityId: "s1" });
    expect(answer).toEqual({ data: null, error: null, statusCode: 204 });
  });

  it.each([
    [402, { message: "Declined", code: "payment_failed" }, "Declined", "payment_failed"],
    [404, { error: "Not found" }, "Refused with status 404", "unknown_error"],
    [500, [1], "Refused with status 500", "unknown_error"],
    [400, null, "Refused with status 400", "unknown_error"],
  ])("of status %s become an error of %j, logged once", async (status, body, message, code) => {
    const { transport } = client({}, () => Response.json(body, { status }));
    expect(await transport.call("attach", { productId: "pro" })).toEqual({
      data: null,
      error: { message, code },
      statusCode: status,
    });
    expect(log.mock.calls).toEqual([[`[billing] attach failed: ${message} (${code})`]]);
  });

  it("that were refused by a rate limit say when to try again", async () => {
    const refused = failTooMany(2_000);
    const { transport } = client({}, () => Response.json(refused.error, { status: 429 }));
    expect(await transport.call("attach", { productId: "pro" })).toEqual(refused);
  });

  const HINT = ". Check backendUrl, and that the billing routes are registered there.";

  it.each([
    [404, HINT],
    [200, HINT],
    [502, ""],
  ])("of status %s that are not JSON have that status; the hint is %j", async (status, hint) => {
    const { transport } = client({}, () => new Response("<html>", { status }));
    const message = `The answer, of status ${status}, is not JSON`;
    expect(await transport.call("listProducts", {})).toEqual({
      data: null,
      error: { message, code: "fetch_failed" },
      statusCode: status,
    });
    expect(log.mock.calls).toEqual([
      [`[billing] listProducts failed: ${message} (fetch_failed)${hint}`],
    ]);
  });

  it("that never arrive are fetch_failed, without a status and with the hint", async () => {
    const { transport, requests } = client({}, lost);
    expect(await transport.call("listProducts", {})).toEqual({
      data: null,
      error: { message: "No answer: Failed to fetch", code: "fetch_failed" },
    });
    expect(requests()).toHaveLength(1);
    expect(log.mock.calls).toEqual([
      [`[billing] listProducts failed: No answer: Failed to fetch (fetch_failed)${HINT}`],
    ]);
  });

  it("that refuse a missing token log how to set it, and nothing else", async () => {
    const body = { message: "Missing authorization header", code: "unauthenticated" };
    const { transport } = client({}, () => Response.json(body, { status: 401 }));
    const { error, statusCode } = await transport.call("attach", { productId: "pro" });
    expect([error, statusCode]).toEqual([body, 401]);
    expect(log.mock.calls).toEqual([
      [
        "[billing] attach reached the backend without a token. " +
          "Set getBearerToken of BillingProvider to what gives the session's token.",
      ],
    ]);
  });

  it.each([
    [403, "Missing authorization header"],
    [401, "Sign in first"],
  ])("of status %s saying %j are logged as any other", async (status, message) => {
    const { transport } = client({}, () => Response.json({ message, code: "no" }, { status }));
    await transport.call("attach", { productId: "pro" });
    expect(log.mock.calls).toEqual([[`[billing] attach failed: ${message} (no)`]]);
  });
});

describe("a pending request", () => {
  const silent: Answer = (_, { signal }) =>
    new Promise((_resolve, reject) => {
      const leave = () => reject(signal?.reason as Error);
      if (signal?.aborted) leave();
      signal?.addEventListener("abort", leave);
    });

  it("ends at the time-out", async () => {
    const { transport } = client({ timeoutMs: 20 }, silent);
    const { error, statusCode } = await transport.call("attach", { productId: "pro" });
    expect([error?.code, statusCode]).toEqual(["fetch_failed", undefined]);
  });

  it("ends when the host aborts", async () => {
    const leaving = new AbortController();
    const { transport } = client({ signal: leaving.signal }, silent);
    const asked = transport.call("checkout", { productId: "pro" });
    leaving.abort(new Error("signed out"));
    expect((await asked).error).toEqual({ code: "fetch_failed", message: "No answer: signed out" });
  });

  it("is repeated once for a lost purchase, with the same id", async () => {
    let tries = 0;
    const { transport, requests } = client({}, () => (tries++ === 0 ? lost() : Response.json({})));
    const { error } = await transport.call("attach", { productId: "pro" });
    expect(error).toBeNull();
    const [first, second] = requests().map(({ body }) => body);
    expect(first).toMatchObject({ clientRequestId: expect.stringMatching(/^.{36}$/) as string });
    expect(second).toEqual(first);
  });
});
