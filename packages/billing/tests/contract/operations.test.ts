import { describe, expect, it } from "vitest";
import { actionArgs, closedArgs, toWire } from "../../src/contract/browserArgs";
import { BROWSER_ROUTES } from "../../src/contract/browserRoutes";
import { allowedArgs, DROPPED_ARGS, withoutDropped } from "../../src/contract/sentNames";
import { BROWSER_OPERATIONS, operations, OPERATIONS } from "../../src/contract/operations";
import type { BrowserOperation, Operation } from "../../src/contract/operations";

const PURCHASE = {
  productId: "product_id",
  productIds: "product_ids",
  entityId: "entity_id",
  options: "options",
  successUrl: "success_url",
  reward: "reward",
  planSchedule: "plan_schedule",
};

/**
 * What a browser may send, per operation, and the wire field of each; null: used
 * in the browser only.
 */
const FENCE: Record<BrowserOperation, Record<string, string | null>> = {
  createCustomer: { expand: "expand", errorOnNotFound: null },
  listProducts: {},
  checkout: PURCHASE,
  attach: { ...PURCHASE, previewId: "preview_id" },
  cancel: {
    productId: "product_id",
    entityId: "entity_id",
    cancelImmediately: "cancel_immediately",
  },
  check: {
    featureId: "feature_id",
    productId: "product_id",
    entityId: "entity_id",
    requiredBalance: "required_balance",
    withPreview: "with_preview",
  },
  track: {
    featureId: "feature_id",
    eventName: "event_name",
    entityId: "entity_id",
    value: "value",
    idempotencyKey: "idempotency_key",
    properties: "properties",
  },
  query: { featureId: "feature_id", range: "range" },
  setupPayment: { successUrl: "success_url" },
  billingPortal: { returnUrl: "return_url" },
  createEntity: { id: "id", name: "name", featureId: "feature_id" },
  getEntity: { entityId: "entity_id", expand: "expand" },
  deleteEntity: { entityId: "entity_id" },
  createReferralCode: { programId: "program_id" },
  redeemReferralCode: { code: "code" },
};

/** Spec §7: the /v1 API, and the route under the host's prefix where a browser may call. */
const ENDPOINTS: Record<Operation, [direct: string, route?: string]> = {
  createCustomer: ["POST /customers", "POST /customers"],
  listCustomers: ["GET /customers"],
  getCustomer: ["GET /customers/{customer_id}"],
  updateCustomer: ["POST /customers/{customer_id}"],
  deleteCustomer: ["DELETE /customers/{customer_id}"],
  billingPortal: ["POST /customers/{customer_id}/billing_portal", "POST /billing_portal"],
  setBalances: ["POST /customers/{customer_id}/balances"],
  listLedger: ["GET /customers/{customer_id}/ledger"],
  listInvoices: ["GET /customers/{customer_id}/invoices"],
  listCreditNotes: ["GET /customers/{customer_id}/credit_notes"],
  createRefund: ["POST /customers/{customer_id}/refunds"],
  createEntity: ["POST /customers/{customer_id}/entities", "POST /entities"],
  getEntity: ["GET /customers/{customer_id}/entities/{entity_id}", "GET /entities/{entity_id}"],
  deleteEntity: [
    "DELETE /customers/{customer_id}/entities/{entity_id}",
    "DELETE /entities/{entity_id}",
  ],
  transferProduct: ["POST /customers/{customer_id}/transfer"],
  listProducts: ["GET /products_beta", "GET /products"],
  getProduct: ["GET /products/{product_id}"],
  createProduct: ["POST /products"],
  updateProduct: ["POST /products/{product_id}"],
  deleteProduct: ["DELETE /products/{product_id}"],
  listFeatures: ["GET /features"],
  getFeature: ["GET /features/{feature_id}"],
  createFeature: ["POST /features"],
  updateFeature: ["POST /features/{feature_id}"],
  deleteFeature: ["DELETE /features/{feature_id}"],
  checkout: ["POST /checkout", "POST /checkout"],
  attach: ["POST /attach", "POST /attach"],
  cancel: ["POST /cancel", "POST /cancel"],
  check: ["POST /check", "POST /check"],
  explainCheck: ["POST /check/explain"],
  track: ["POST /track", "POST /track"],
  setUsage: ["POST /usage"],
  query: ["POST /query", "POST /query"],
  setupPayment: ["POST /setup_payment", "POST /setup_payment"],
  createReferralCode: ["POST /referrals/code", "POST /referrals/code"],
  redeemReferralCode: ["POST /referrals/redeem", "POST /referrals/redeem"],
};

/** Pricing terms, and the identity: never the browser's to set. */
const NEVER_FROM_BROWSER = [
  "customerId",
  "customer_id",
  "customerData",
  "sendEvent",
  "forceCheckout",
  "invoice",
  "freeTrial",
  "items",
  "cancelImmediately",
];

describe("the operations table", () => {
  it("lists every operation that this file knows, and no other", () => {
    expect([...OPERATIONS].sort()).toEqual(Object.keys(ENDPOINTS).sort());
    expect([...BROWSER_OPERATIONS].sort()).toEqual(Object.keys(FENCE).sort());
  });

  it.each(BROWSER_OPERATIONS)("%s accepts only the listed arguments from the browser", (op) => {
    const named = Object.entries<{ wire: string | null }>(operations[op].args);
    expect(Object.fromEntries(named.map(([name, { wire }]) => [name, wire]))).toEqual(FENCE[op]);
  });

  it.each(OPERATIONS)("%s has the paths of the specification", (op) => {
    const { direct } = operations[op];
    const route = BROWSER_OPERATIONS.filter((one) => one === op).map((one) => BROWSER_ROUTES[one]);
    const spelled = [direct, ...route].map(({ verb, path }) => `${verb} ${path}`);
    expect(spelled.map((text) => text.replace("{entityId}", "{entity_id}"))).toEqual(ENDPOINTS[op]);
  });

  it.each(BROWSER_OPERATIONS)("%s has only arguments in its route", (op) => {
    const named = [...BROWSER_ROUTES[op].path.matchAll(/{(\w+)}/g)].map(([, name = ""]) => name);
    expect(named.filter((name) => !allowedArgs(op).includes(name))).toEqual([]);
  });

  it("has one row per verb and path", () => {
    const spelled = OPERATIONS.map((op) => Object.values(operations[op].direct).join(" "));
    expect(new Set(spelled).size).toBe(OPERATIONS.length);
  });

  it.each([
    ["the /v1 API", OPERATIONS.map((op) => operations[op].direct.path)],
    ["the host", BROWSER_OPERATIONS.map((op) => BROWSER_ROUTES[op].path)],
  ])("has no two paths that fit one request to %s", (_to, paths) => {
    const isId = (segment: string | undefined) => segment?.startsWith("{") === true;
    const collide = (one: readonly string[], other: readonly string[]) =>
      one.length === other.length &&
      one.every((segment, at) => segment === other[at] || isId(segment) || isId(other[at]));
    const distinct = [...new Set<string>(paths)];
    const both = distinct.flatMap((one, at) =>
      distinct
        .slice(at + 1)
        .filter((other) => collide(one.split("/"), other.split("/")))
        .map((other) => [one, other]),
    );
    expect(both).toEqual([]);
  });

  it("names in a path only fields of the parameters", () => {
    const unknown = OPERATIONS.flatMap((op) => {
      const { direct, params } = operations[op];
      const named = [...direct.path.matchAll(/{(\w+)}/g)].map(([, name]) => String(name));
      return named.filter((name) => !(name in params.fields));
    });
    expect(unknown).toEqual([]);
  });

  it("answers only the pricing table without an identity", () => {
    const open = BROWSER_OPERATIONS.filter((op) => operations[op].callers === "anyone");
    expect(open).toEqual(["listProducts"]);
  });

  it("leaves changes of entities to the host's own hook", () => {
    const asked = BROWSER_OPERATIONS.filter((op) => operations[op].callers === "authorized");
    expect(asked).toEqual(["createEntity", "getEntity", "deleteEntity"]);
  });

  it("lets a publishable key read what is on sale, and nothing else", () => {
    const open = OPERATIONS.filter((op) => "publishable" in operations[op]);
    expect(open).toEqual(["listProducts", "getProduct", "listFeatures", "getFeature"]);
  });
});

describe.each(BROWSER_OPERATIONS)("%s", (op) => {
  it("allows its own arguments and a request id", () => {
    expect(allowedArgs(op)).toEqual([...Object.keys(FENCE[op]), "clientRequestId"]);
  });

  it("never allows pricing terms or identity", () => {
    const open = allowedArgs(op).filter((name) => !closedArgs(op).includes(name));
    expect(open.filter((name) => NEVER_FROM_BROWSER.includes(name))).toEqual([]);
  });

  it("validates what is allowed, and drops what other clients add", () => {
    expect(Object.keys(actionArgs(op)).sort()).toEqual(
      [...allowedArgs(op), ...DROPPED_ARGS].sort(),
    );
  });
});

describe("closedArgs", () => {
  it("leaves out arguments that may cost the host a refund", () => {
    const closed = BROWSER_OPERATIONS.flatMap((op) => closedArgs(op).map((name) => [op, name]));
    expect(closed).toEqual([["cancel", "cancelImmediately"]]);
  });
});

describe("withoutDropped", () => {
  it("leaves given values as they are, also false, null and empty ones, and removes the rest", () => {
    const said = { featureId: "f", value: 0, withPreview: false, name: null, reward: "" };
    const left = withoutDropped({
      ...said,
      ...{ dialog: () => null, openInNewTab: true, customerData: {}, customer_data: {} },
      entityId: undefined,
    });
    expect(left).toEqual(said);
    expect(Object.keys(left)).toEqual(Object.keys(said));
  });
});

describe("toWire", () => {
  it.each<[string, BrowserOperation, Record<string, unknown>, Record<string, unknown>]>([
    [
      "renames",
      "check",
      { featureId: "f", requiredBalance: 0 },
      { feature_id: "f", required_balance: 0 },
    ],
    [
      "renames inside options",
      "attach",
      { productId: "p", options: [{ featureId: "f", quantity: 3 }] },
      { product_id: "p", options: [{ feature_id: "f", quantity: 3 }] },
    ],
    [
      "leaves the caller's own keys unchanged",
      "track",
      { properties: { featureId: "mine", nested_key: 1 } },
      { properties: { featureId: "mine", nested_key: 1 } },
    ],
    [
      "drops what only the browser uses",
      "createCustomer",
      { errorOnNotFound: true, expand: [] },
      { expand: [] },
    ],
    [
      "leaves out what is undefined",
      "check",
      { featureId: "f", entityId: undefined },
      { feature_id: "f" },
    ],
    ["passes null and false on", "check", { withPreview: false }, { with_preview: false }],
    [
      "drops identity",
      "attach",
      { productId: "p", customer_id: "x", customerData: {} },
      { product_id: "p" },
    ],
    [
      "puts a single entity into a list",
      "createEntity",
      { id: "seat_1", featureId: "seats", clientRequestId: "r" },
      { entities: [{ id: "seat_1", feature_id: "seats" }] },
    ],
    ["drops wire names", "check", { feature_id: "f" }, {}],
    [
      "drops inherited names",
      "check",
      JSON.parse('{"__proto__":{"featureId":"f"}}') as Record<string, unknown>,
      {},
    ],
  ])("%s", (_what, op, args, wire) => {
    expect(toWire(op, args)).toEqual(wire);
  });

  // The validators of both ways in have refused these before.
  it("throws for unknown fields of options: a browser sets no price", () => {
    const options = [{ featureId: "f", quantity: 3, price: 1 }];
    expect(() => toWire("checkout", { options })).toThrow("There is no parameter called price");
  });
});
