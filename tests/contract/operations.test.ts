import { describe, expect, it } from "vitest";
import {
  actionArgs,
  allowedArgs,
  DROPPED_ARGS,
  operations,
  OPERATIONS,
  toWire,
} from "../../convex/contract/operations";
import type { Operation } from "../../convex/contract/operations";

/** What a browser may send, per operation, and the wire field of each; null stays at the edge. */
const FENCE: Record<Operation, Record<string, string | null>> = {
  createCustomer: { expand: "expand", errorOnNotFound: null },
  listProducts: {},
  checkout: {
    productId: "product_id",
    productIds: "product_ids",
    entityId: "entity_id",
    options: "options",
    successUrl: "success_url",
    reward: "reward",
  },
  attach: {
    productId: "product_id",
    productIds: "product_ids",
    entityId: "entity_id",
    options: "options",
    successUrl: "success_url",
    reward: "reward",
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
  setupPayment: { successUrl: "success_url" },
};

const ENDPOINTS: Record<Operation, [direct: string, route: string]> = {
  createCustomer: ["POST /customers", "POST /customers"],
  listProducts: ["GET /products_beta", "GET /products"],
  checkout: ["POST /checkout", "POST /checkout"],
  attach: ["POST /attach", "POST /attach"],
  check: ["POST /check", "POST /check"],
  track: ["POST /track", "POST /track"],
  setupPayment: ["POST /setup_payment", "POST /setup_payment"],
};

/** Terms of a deal, and who it is for: never the browser's to say. */
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
    expect([...OPERATIONS].sort()).toEqual(Object.keys(FENCE).sort());
  });

  it.each(Object.entries(FENCE))("%s takes from the browser only what is listed", (op, fence) => {
    const { args } = operations[op as Operation];
    const named = Object.entries(args as Record<string, { wire: string | null }>);
    expect(Object.fromEntries(named.map(([name, { wire }]) => [name, wire]))).toEqual(fence);
  });

  it.each(Object.entries(ENDPOINTS))("%s keeps its paths", (op, [direct, route]) => {
    const row = operations[op as Operation];
    expect(`${row.direct.verb} ${row.direct.path}`).toBe(direct);
    expect(`${row.route.verb} ${row.route.path}`).toBe(route);
  });

  it("answers only the pricing table without identity", () => {
    const open = OPERATIONS.filter((op) => operations[op].signedOut === "answered");
    expect(open).toEqual(["listProducts"]);
  });
});

describe.each(OPERATIONS)("%s", (op) => {
  it("allows its own arguments and a request id", () => {
    expect(allowedArgs(op)).toEqual([...Object.keys(FENCE[op]), "clientRequestId"]);
  });

  it("never allows terms or identity", () => {
    expect(allowedArgs(op).filter((name) => NEVER_FROM_BROWSER.includes(name))).toEqual([]);
  });

  it("validates what is allowed, and drops what other clients send", () => {
    expect(Object.keys(actionArgs(op)).sort()).toEqual(
      [...allowedArgs(op), ...DROPPED_ARGS].sort(),
    );
  });
});

describe("toWire", () => {
  it.each<[string, Operation, Record<string, unknown>, Record<string, unknown>]>([
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
      "leaves the caller's own keys alone",
      "track",
      { properties: { featureId: "mine", nested_key: 1 } },
      { properties: { featureId: "mine", nested_key: 1 } },
    ],
    [
      "keeps what the edge consumes",
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
    ["drops wire names", "check", { feature_id: "f" }, {}],
    [
      "drops names of every object",
      "check",
      JSON.parse('{"__proto__":{"featureId":"f"}}') as Record<string, unknown>,
      {},
    ],
  ])("%s", (_what, op, args, wire) => {
    expect(toWire(op, args)).toEqual(wire);
  });
});
