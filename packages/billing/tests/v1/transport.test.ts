import { afterEach, describe, expect, it, vi } from "vitest";
import { internal } from "../../src/component/_generated/api";
import { operations } from "../../src/contract/operations";
import type { Operation } from "../../src/contract/operations";
import { sha256Hex } from "../../src/component/platform/digest";
import { apiLimitOf } from "../../src/component/platform/rateLimits";
import { ANA, APRIL_1, getCustomer, setTime, startEngine } from "../engine/harness";
import { openApi, request } from "./api";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const TRACK = { customer_id: ANA, feature_id: "uploads" };

describe("authentication", () => {
  it.each([
    ["no header", {}, "no_secret_key"],
    ["an empty header", { Authorization: "" }, "no_secret_key"],
    ["another scheme", { Authorization: "Basic YTpi" }, "invalid_secret_key"],
    ["an unknown key", { Authorization: `Bearer sk_${"0".repeat(48)}` }, "invalid_secret_key"],
    [
      "an unknown publishable key",
      { Authorization: `Bearer pk_${"0".repeat(48)}` },
      "invalid_publishable_key",
    ],
    ["two keys", { Authorization: "Bearer sk_one, Bearer sk_two" }, "invalid_secret_key"],
    [
      "a key of a megabyte",
      { Authorization: `Bearer ${"k".repeat(2 ** 20)}` },
      "invalid_secret_key",
    ],
  ])("refuses %s", async (_, headers, code) => {
    const t = await startEngine();
    const answer = await request(t, "GET", "/products_beta", { headers });
    expect([answer.status, answer.body["code"]]).toEqual([401, code]);
    expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  it("ignores a key in the URL, where logs would store it", async () => {
    const t = await startEngine();
    const { key } = await openApi(t);
    const answer = await request(t, "GET", `/products_beta?key=${key}&api_key=${key}`);
    expect(answer.status).toBe(401);
  });

  it("stores a key's hash, and shows the key once", async () => {
    const t = await startEngine();
    const { key, id } = await openApi(t);
    const rows = await t.run((ctx) => ctx.db.query("apiKeys").take(10));
    expect(rows).toMatchObject([{ _id: id, hash: await sha256Hex(key), kind: "secret" }]);
    expect(JSON.stringify(rows)).not.toContain(key);
    const listed = await t.query(internal.http.keys.listKeys, {});
    expect(listed).toEqual([
      {
        id,
        name: "test",
        kind: "secret",
        prefix: key.slice(0, 14),
        created_at: APRIL_1,
        revoked_at: null,
      },
    ]);
  });

  it("refuses a key from the moment it was revoked", async () => {
    const t = await startEngine();
    const { id, call } = await openApi(t);
    expect((await call("GET", "/products_beta")).status).toBe(200);
    await t.mutation(internal.http.keys.revokeKey, { id });
    expect((await call("GET", "/products_beta")).body["code"]).toBe("invalid_secret_key");
    setTime(APRIL_1 + 60_000);
    await t.mutation(internal.http.keys.revokeKey, { id });
    const [listed] = await t.query(internal.http.keys.listKeys, {});
    expect(listed?.revoked_at).toBe(APRIL_1);
  });

  it("accepts the deployment's own first key, and none that could be guessed", async () => {
    const t = await startEngine();
    const ask = (key: string) =>
      request(t, "GET", "/products_beta", { headers: { Authorization: `Bearer ${key}` } });
    const first = "sk_sandbox_0123456789abcdef";
    expect((await ask(first)).status).toBe(401);
    vi.stubEnv("BILLING_SECRET_KEY", first);
    expect((await ask(first)).status).toBe(200);
    vi.stubEnv("BILLING_SECRET_KEY", "short");
    expect((await ask("short")).status).toBe(401);
    expect((await ask("")).status).toBe(401);
  });
});

describe("a publishable key", () => {
  it("reads what is on sale", async () => {
    const t = await startEngine();
    const { call } = await openApi(t, "publishable");
    for (const path of ["/products_beta", "/products/creator"]) {
      expect([path, (await call("GET", path)).status]).toEqual([path, 200]);
    }
  });

  it.each([
    ["GET", `/products_beta?customer_id=${ANA}`],
    ["GET", `/customers/${ANA}`],
    ["GET", "/customers"],
    ["DELETE", `/customers/${ANA}`],
  ])("cannot read a customer with %s %s", async (method, path) => {
    const t = await startEngine();
    await getCustomer(t);
    const { call } = await openApi(t, "publishable");
    const { status, body } = await call(method, path);
    expect([status, body["code"]]).toEqual([401, "endpoint_not_public"]);
  });

  it("writes nothing", async () => {
    const t = await startEngine();
    const { call } = await openApi(t, "publishable");
    const { body } = await call("POST", "/track", { body: TRACK });
    expect(body["code"]).toBe("endpoint_not_public");
    expect(await t.run((ctx) => ctx.db.query("customers").take(1))).toEqual([]);
  });
});

describe("a request", () => {
  it.each([
    ["GET", "/nothing", 404, "not_found"],
    ["GET", "/", 404, "not_found"],
    ["PUT", "/customers", 405, "method_not_allowed"],
    ["GET", "/attach", 405, "method_not_allowed"],
    ["PATCH", `/customers/${ANA}`, 405, "method_not_allowed"],
    ["GET", "/customers/a%2Fb", 400, "invalid_inputs"],
    ["GET", "/products_beta?limit=1", 400, "invalid_inputs"],
  ])("%s %s answers %i %s", async (method, path, status, code) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const answer = await call(method, path);
    expect([answer.status, answer.body["code"]]).toEqual([status, code]);
  });

  it("lists the verbs of a path", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    expect((await call("PUT", "/customers")).headers.get("Allow")).toBe("POST, GET");
  });

  it.each([
    ["1.2", 200],
    ["1.1", 400],
    ["2.1.0", 400],
    ["", 400],
    ["latest", 400],
  ])("uses version 1.2, so that x-api-version %j answers %i", async (version, status) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const headers = { "x-api-version": version };
    const answer = await call("GET", "/products_beta", { headers });
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body["code"]).toBe("invalid_api_version");
  });

  it.each([
    ["{", "body: is not JSON"],
    ["[]]", "body: is not JSON"],
    ["null", "body: must be an object"],
    ['"x"', "body: must be an object"],
    ["[1]", "body: must be an object"],
    [`${"[".repeat(50_000)}${"]".repeat(50_000)}`, "body: must be an object"],
    ["{}", "customer_id: is required"],
    ['{"customer_id":7}', "customer_id: must be a string"],
    ['{"customer_id":"a/b"}', "customer_id: is not a valid id"],
    ['{"customer_id":"a","value":"1"}', "value: must be a number"],
    ['{"customer_id":"a","value":1e999}', "value: must be a number"],
    ['{"customer_id":"a","colour":"red"}', "colour: is not a field here"],
    ['{"customer_id":"a","__proto__":{"value":1}}', "__proto__: is not a field here"],
    ['{"customer_id":"a","properties":{"$where":1}}', "properties: has a key that can't be kept"],
    ['{"customer_id":"a","properties":{"deep":{"er":1}}}', "properties.deep"],
    ['{"customer_id":"\\ud800"}', "customer_id: must be a string"],
  ])("refuses the body %.60s and says why", async (body, message) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const answer = await call("POST", "/track", { body });
    expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_inputs"]);
    expect(answer.body["message"]).toContain(message);
  });

  it.each([
    ["/customers", { id: "a/b" }],
    ["/track", { feature_id: "a/b" }],
    ["/track", { feature_id: "uploads", entity_id: "a/b" }],
    ["/attach", { product_id: "a/b" }],
    ["/transfer", { product_id: "a", to_entity_id: "a/b" }],
    ["/transfer", { product_id: "a", to_entity_id: "b", from_entity_id: "a/b" }],
    ["/referrals/code", { program_id: "a/b" }],
  ])("refuses an id that no path can contain, to %s: %j", async (path, fields) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const inPath = path === "/transfer" ? `/customers/${ANA}${path}` : path;
    const isNamed = path === "/customers" || path === "/transfer";
    const body = { ...fields, ...(!isNamed && { customer_id: ANA }) };
    const answer = await call("POST", inPath, { body });
    expect([answer.status, answer.body["message"]]).toEqual([
      400,
      expect.stringMatching(/^\w+: is not a valid id$/),
    ]);
  });

  it.each([
    ["is_custom", true],
    ["items", [{ price: 1, interval: "month" }]],
    ["cancel_on_past_due", true],
    ["new_billing_subscription", true],
    ["enable_product_immediately", true],
    ["version", 1],
  ])("refuses a purchase with an unknown field, by its name: %s", async (field, value) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    for (const path of ["/attach", "/checkout"]) {
      const body = { customer_id: ANA, product_id: "creator", [field]: value };
      const answer = await call("POST", path, { body });
      expect([answer.status, answer.body]).toEqual([
        400,
        { code: "invalid_inputs", message: `${field}: is not a field here`, env: "sandbox" },
      ]);
    }
    expect(await t.run((ctx) => ctx.db.query("customers").take(1))).toEqual([]);
  });

  it("refuses a body of more than 256 KiB", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const body = (bytes: number) => `{"customer_id":"${"x".repeat(bytes - 18)}"}`;
    const largest = await call("POST", "/track", { body: body(256 * 1024) });
    expect(largest.status).toBe(400);
    const larger = await call("POST", "/track", { body: body(256 * 1024 + 1) });
    expect(larger.status).toBe(413);
  });

  it("ignores options of a remote processor's own page", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const ignored = { metadata: { a: "b" }, checkout_session_params: { mode: "payment" } };
    const body = { customer_id: ANA, product_id: "creator", ...ignored };
    expect((await call("POST", "/checkout", { body })).status).toBe(200);
  });

  it("names the environment in a refusal", async () => {
    const t = await startEngine("live");
    const { body } = await request(t, "GET", "/products_beta");
    expect(body).toEqual({
      code: "no_secret_key",
      message: "Send your key as a bearer token",
      env: "live",
    });
  });
});

describe("rate limits", () => {
  it("allow thirty purchases a minute, and say when the next is allowed", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const ask = (customer_id: string) =>
      call("POST", "/setup_payment", { body: { customer_id } }).then((answer) => answer);
    for (let asked = 0; asked < 30; asked++) expect((await ask(ANA)).status).toBe(200);
    const limited = await ask(ANA);
    expect([limited.status, limited.body["code"]]).toEqual([429, "rate_limit_exceeded"]);
    expect(limited.headers.get("Retry-After")).toBe("2");
    expect((await ask("bo")).status).toBe(200);
    setTime(APRIL_1 + 1_999);
    expect((await ask(ANA)).status).toBe(429);
    setTime(APRIL_1 + 2_000);
    expect((await ask(ANA)).status).toBe(200);
  });

  it("allow no more after a quiet time than at first", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const ask = async () =>
      (await call("POST", "/setup_payment", { body: { customer_id: ANA } })).status;
    await ask();
    setTime(APRIL_1 + 9 * 60_000);
    const answers = [];
    for (let asked = 0; asked < 31; asked++) answers.push(await ask());
    expect(answers).toEqual([...Array<number>(30).fill(200), 429]);
  });

  it("are lower for calls that move money or create codes", () => {
    const dearer = (Object.keys(operations) as Operation[]).filter(
      (operation) => apiLimitOf(operation) === "purchases",
    );
    expect(dearer.sort()).toEqual([
      ...["attach", "billingPortal", "cancel", "checkout"],
      ...["createReferralCode", "createRefund", "redeemReferralCode", "setupPayment"],
    ]);
  });

  it("count each key separately", async () => {
    const t = await startEngine();
    const [one, other] = [await openApi(t), await openApi(t)];
    const body = { customer_id: ANA };
    for (let asked = 0; asked < 31; asked++) await one.call("POST", "/setup_payment", { body });
    expect((await other.call("POST", "/setup_payment", { body })).status).toBe(200);
  });
});

describe("a repeated use", () => {
  const use = async (key: Record<string, string>, body: object, asked = 2) => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const answers = [];
    for (let count = 0; count < asked; count++) {
      answers.push(await call("POST", "/track", { body, headers: key }));
    }
    const { features } = await getCustomer(t);
    return { t, call, answers, used: features["uploads"]?.usage };
  };

  it("without a key counts twice", async () => {
    const { used, answers } = await use({}, TRACK);
    expect(used).toBe(2);
    expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([null, null]);
  });

  it.each([
    ["in the header", { "Idempotency-Key": "k1" }, TRACK],
    ["in the body", {}, { ...TRACK, idempotency_key: "k1" }],
  ])("with a key %s counts once, and says so", async (_, header: Record<string, string>, body) => {
    const { used, answers } = await use(header, body);
    expect(used).toBe(1);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(answers.map(({ headers }) => headers.get("idempotent-replayed"))).toEqual([
      null,
      "true",
    ]);
  });

  it("is the same request though the customer's name has changed", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const headers = { "Idempotency-Key": "k1" };
    for (const name of ["Ana", "Anna"]) {
      const body = { ...TRACK, customer_data: { name } };
      expect((await call("POST", "/track", { body, headers })).status).toBe(200);
    }
    expect((await getCustomer(t)).features["uploads"]?.usage).toBe(1);
  });

  it("is checked again each time, and counted only once it was allowed", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const headers = { "Idempotency-Key": "k1" };
    const check = async (over: object) =>
      (await call("POST", "/check", { body: { ...TRACK, ...over }, headers })).body["allowed"];
    expect(await check({})).toBe(true);
    await call("POST", "/track", { body: { ...TRACK, value: 10 } });
    expect(await check({})).toBe(false);
    const use = { send_event: true };
    expect(await check(use)).toBe(false);
    await call("POST", "/track", { body: { ...TRACK, value: -10 } });
    expect([await check(use), await check(use)]).toEqual([true, true]);
    expect((await getCustomer(t)).features["uploads"]?.usage).toBe(1);
  });

  it("with the key of another request is refused", async () => {
    const { call } = await use({ "Idempotency-Key": "k1" }, TRACK, 1);
    const other = await call("POST", "/track", {
      body: { ...TRACK, value: 2 },
      headers: { "Idempotency-Key": "k1" },
    });
    expect([other.status, other.body["code"]]).toEqual([409, "duplicate_idempotency_key"]);
    expect(other.headers.get("idempotent-replayed")).toBeNull();
  });

  it("with the same key for another customer is counted", async () => {
    const { call } = await use({ "Idempotency-Key": "k1" }, TRACK, 1);
    const body = { ...TRACK, customer_id: "bo" };
    const other = await call("POST", "/track", { body, headers: { "Idempotency-Key": "k1" } });
    expect([other.status, other.body["customer_id"]]).toEqual([200, "bo"]);
  });

  it("refuses a key that is too long to store", async () => {
    const t = await startEngine();
    const { call } = await openApi(t);
    const headers = { "Idempotency-Key": "k".repeat(256) };
    expect((await call("POST", "/track", { body: TRACK, headers })).status).toBe(400);
  });
});
