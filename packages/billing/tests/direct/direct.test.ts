import { afterEach, describe, expect, it, vi } from "vitest";
import { OPERATIONS } from "../../src/contract/operations";
import type { Operation } from "../../src/contract/operations";
import { createDirectClient } from "../../src/direct/index";
import { fakeFetch, json } from "./fake-fetch";

afterEach(() => vi.restoreAllMocks());

const ana = { customer_id: "ana" };
const data = { customer_data: { name: "Ana", email: "ana@example.com" } };

type Row = readonly [params: Record<string, unknown>, request: string, body?: unknown];

/** The request of each operation. */
const ROWS: Record<Operation, Row> = {
  createCustomer: [
    { id: "ana", expand: ["invoices", "rewards"], metadata: { tier: "a" }, ...data },
    "POST /customers?expand=invoices%2Crewards",
    { id: "ana", name: "Ana", email: "ana@example.com", metadata: { tier: "a" } },
  ],
  listCustomers: [{ limit: 5, offset: 0 }, "GET /customers?limit=5&offset=0"],
  getCustomer: [{ ...ana, expand: ["entities"] }, "GET /customers/ana?expand=entities"],
  updateCustomer: [{ ...ana, name: null }, "POST /customers/ana", { name: null }],
  deleteCustomer: [
    { ...ana, delete_in_stripe: true },
    "DELETE /customers/ana?delete_in_stripe=true",
  ],
  billingPortal: [
    { ...ana, return_url: "https://s.example/" },
    "POST /customers/ana/billing_portal",
    { return_url: "https://s.example/" },
  ],
  setBalances: [
    { ...ana, balances: [{ feature_id: "credits", balance: 3 }] },
    "POST /customers/ana/balances",
    { balances: [{ feature_id: "credits", balance: 3 }] },
  ],
  listProducts: [ana, "GET /products_beta?customer_id=ana"],
  getProduct: [{ product_id: "pro" }, "GET /products/pro"],
  createProduct: [{ id: "pro", name: "Pro" }, "POST /products", { id: "pro", name: "Pro" }],
  updateProduct: [{ product_id: "pro", name: "P" }, "POST /products/pro", { name: "P" }],
  deleteProduct: [{ product_id: "pro" }, "DELETE /products/pro"],
  listFeatures: [{}, "GET /features"],
  getFeature: [{ feature_id: "a:b" }, "GET /features/a%3Ab"],
  createFeature: [
    { id: "seats", type: "continuous_use" },
    "POST /features",
    { id: "seats", type: "continuous_use" },
  ],
  updateFeature: [
    { feature_id: "seats", archived: true },
    "POST /features/seats",
    { archived: true },
  ],
  deleteFeature: [{ feature_id: "seats" }, "DELETE /features/seats"],
  checkout: [
    { ...ana, ...data, product_id: "pro" },
    "POST /checkout",
    { ...ana, ...data, product_id: "pro" },
  ],
  attach: [
    { ...ana, product_ids: ["a", "b"] },
    "POST /attach",
    { ...ana, product_ids: ["a", "b"] },
  ],
  setupPayment: [ana, "POST /setup_payment", ana],
  cancel: [{ ...ana, product_id: "pro" }, "POST /cancel", { ...ana, product_id: "pro" }],
  check: [{ ...ana, feature_id: "credits" }, "POST /check", { ...ana, feature_id: "credits" }],
  explainCheck: [
    { ...ana, feature_id: "credits" },
    "POST /check/explain",
    { ...ana, feature_id: "credits" },
  ],
  track: [
    { ...ana, feature_id: "credits", value: -1, properties: { planHint: "A" } },
    "POST /track",
    { ...ana, feature_id: "credits", value: -1, properties: { planHint: "A" } },
  ],
  setUsage: [
    { ...ana, feature_id: "credits", value: 3 },
    "POST /usage",
    { ...ana, feature_id: "credits", value: 3 },
  ],
  query: [{ ...ana, feature_id: "credits" }, "POST /query", { ...ana, feature_id: "credits" }],
  listLedger: [{ ...ana, limit: 2, cursor: "" }, "GET /customers/ana/ledger?limit=2"],
  listInvoices: [{ ...ana, limit: 2, cursor: "c" }, "GET /customers/ana/invoices?limit=2&cursor=c"],
  listCreditNotes: [ana, "GET /customers/ana/credit_notes"],
  createRefund: [
    { ...ana, invoice: "A-1", lines: [{ line: 0, amount: 1 }] },
    "POST /customers/ana/refunds",
    { invoice: "A-1", lines: [{ line: 0, amount: 1 }] },
  ],
  createEntity: [
    { ...ana, ...data, entities: [{ id: "s1", feature_id: "seats" }] },
    "POST /customers/ana/entities",
    { id: "s1", feature_id: "seats", ...data },
  ],
  getEntity: [{ ...ana, ...data, entity_id: "s1" }, "GET /customers/ana/entities/s1"],
  deleteEntity: [{ ...ana, ...data, entity_id: "s1" }, "DELETE /customers/ana/entities/s1"],
  transferProduct: [
    { ...ana, to_entity_id: "s1", product_id: "pro" },
    "POST /customers/ana/transfer",
    { to_entity_id: "s1", product_id: "pro" },
  ],
  createReferralCode: [
    { ...ana, program_id: "p" },
    "POST /referrals/code",
    { ...ana, program_id: "p" },
  ],
  redeemReferralCode: [{ ...ana, code: "C" }, "POST /referrals/redeem", { ...ana, code: "C" }],
};

const URL_OF_PROVIDER = "https://billing.example/v1";

function open(network: ReturnType<typeof fakeFetch>, options = {}) {
  const client = createDirectClient({
    secretKey: "sk_1",
    url: URL_OF_PROVIDER,
    logLevel: "fatal",
    fetch: network.fetch,
    ...options,
  });
  /** The rows are typed by the table, but looked up by name here. */
  const call = (op: Operation, params: object, callOptions = {}) =>
    client[op](params as never, callOptions);
  return { client, call };
}

describe("the direct client", () => {
  it.each(OPERATIONS)("sends %s as its row of the table says", async (op) => {
    const network = fakeFetch(() => json({ ok: 1 }));
    const [params, request, body] = ROWS[op];
    const before = structuredClone(params);
    expect(await open(network).call(op, params)).toEqual({
      data: { ok: 1 },
      error: null,
      statusCode: 200,
    });
    const [sent] = network.sent;
    expect(`${sent?.method} ${sent?.url.slice(URL_OF_PROVIDER.length)}`).toBe(request);
    expect(sent?.body).toEqual(body);
    expect(Object.fromEntries(sent?.headers ?? [])).toEqual({
      authorization: "Bearer sk_1",
      "content-type": "application/json",
      "x-api-version": "1.2",
    });
    expect(params).toEqual(before);
  });

  it("sends several entities as a list", async () => {
    const network = fakeFetch();
    const entities = ["s1", "s2"].map((id) => ({ id, feature_id: "seats" }));
    await open(network).call("createEntity", { ...ana, entities });
    expect(network.sent[0]?.body).toEqual(entities);
  });

  it("leaves null and empty values out of a URL", async () => {
    const network = fakeFetch();
    await open(network).call("listCustomers", { limit: null, offset: "" });
    expect(network.sent[0]?.url).toBe(`${URL_OF_PROVIDER}/customers`);
  });

  it("sends the idempotency key in a header, and for a use in its body as well", async () => {
    const network = fakeFetch();
    const { call } = open(network);
    await call("attach", { ...ana, product_id: "pro" }, { idempotencyKey: "key 1" });
    await call("track", { ...ana, feature_id: "credits" }, { idempotencyKey: "key-2" });
    await call("track", { ...ana, feature_id: "credits", idempotency_key: "key-3" });
    const keys = network.sent.map(({ headers, body }) => {
      return [
        headers.get("Idempotency-Key"),
        (body as object as Record<string, unknown>)["idempotency_key"],
      ];
    });
    expect(keys).toEqual([
      ["key%201", undefined],
      ["key-2", "key-2"],
      ["key-3", "key-3"],
    ]);
  });

  it.each(["../admin", "..", "a/b", "a b", "x".repeat(129)])(
    "does not send the id %j, because it could lead to another path",
    async (entity_id) => {
      const network = fakeFetch();
      const { error } = await open(network).call("getEntity", { ...ana, entity_id });
      expect(error).toEqual({ code: "invalid_inputs", message: "entity_id is not a valid id" });
      expect(network.sent).toEqual([]);
    },
  );

  it.each([{}, { customer_id: "" }])("requires a customer id in place of %j", async (params) => {
    const network = fakeFetch();
    expect(await open(network).call("getCustomer", params)).toEqual({
      data: null,
      error: { code: "CUSTOMER_ID_REQUIRED", message: "Customer ID is required" },
    });
    expect(network.sent).toEqual([]);
  });
});

describe("its options", () => {
  const NO_KEY = "Autumn secret key or publishable key is required";

  it.each([undefined, {}, { secretKey: "" }, { publishableKey: "" }])(
    "%j are refused: they name no way to authenticate",
    (options) => {
      expect(() => createDirectClient(options)).toThrow(NO_KEY);
    },
  );

  it("prefer the secret key to the publishable one", async () => {
    const network = fakeFetch();
    const publishableKey = "pk_1";
    await open(network, { publishableKey }).client.listFeatures({});
    await open(network, { secretKey: undefined, publishableKey }).client.listFeatures({});
    const authorizations = network.sent.map(({ headers }) => headers.get("Authorization"));
    expect(authorizations).toEqual(["Bearer sk_1", "Bearer pk_1"]);
  });

  it("accept headers instead of a key, and never change them", async () => {
    const network = fakeFetch();
    const headers = Object.freeze({ authorization: "Basic x", "X-Tenant": "t" });
    const options = { secretKey: undefined, headers, version: "1.3", url: `${URL_OF_PROVIDER}//` };
    await open(network, options).client.listFeatures({});
    expect(network.sent[0]?.url).toBe(`${URL_OF_PROVIDER}/features`);
    expect(Object.fromEntries(network.sent[0]?.headers ?? [])).toEqual({
      authorization: "Basic x",
      "content-type": "application/json",
      "x-api-version": "1.3",
      "x-tenant": "t",
    });
  });

  it("default to the provider's URL, and call the global fetch of the moment", async () => {
    const network = fakeFetch();
    const client = createDirectClient({ secretKey: "sk_1" });
    vi.spyOn(globalThis, "fetch").mockImplementation((url, init) =>
      network.fetch(url as string, init ?? {}),
    );
    await client.listFeatures({});
    expect(network.sent[0]?.url).toBe("https://api.useautumn.com/v1/features");
  });

  it("set the log level of one client only", async () => {
    const lines: unknown[] = [];
    vi.spyOn(console, "error").mockImplementation((line) => lines.push(line));
    const network = fakeFetch(() => json({ code: "c", message: "It is gone" }, 404));
    await open(network, { logLevel: undefined }).client.listFeatures({});
    await open(network, { logLevel: "error" }).client.listFeatures({});
    await open(network, { logLevel: "fatal" }).client.listFeatures({});
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d error \[Autumn\] listFeatures: It is gone$/);
  });
});
