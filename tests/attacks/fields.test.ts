import type { Value } from "convex/values";
import { beforeAll, describe, expect, it } from "vitest";
import { newMember, refusalOf, type Attacker } from "./attacker";

let member: Attacker;
/** Two more members, because one may not make so many purchases at once. */
let buyer: Attacker;
let payer: Attacker;
beforeAll(async () => {
  [member, buyer, payer] = [
    await newMember("fields"),
    await newMember("buyer"),
    await newMember("payer"),
  ];
});

type Args = Record<string, Value>;
type Row = [what: string, operation: string, args: Args, refusal: string];

const FIELD = "ArgumentValidationError";
const LINES = [{ price: "price_cheap", quantity: 1 }];

/** Fields that only server code may send: a browser's call with one never reaches the engine. */
const FORBIDDEN: readonly Row[] = [
  ["another customer's id", "createCustomer", { customerId: "victim" }, FIELD],
  ["another customer's id in wire names", "attach", { customer_id: "victim" }, FIELD],
  ["another customer's events", "query", { customerId: "victim", featureId: "uploads" }, FIELD],
  ["the customer's own items", "attach", { productId: "studio", items: [] }, FIELD],
  ["the customer's own price", "attach", { productId: "studio", price: 1 }, FIELD],
  ["isCustom", "attach", { productId: "studio", isCustom: true }, FIELD],
  ["an older version", "attach", { productId: "studio", version: 1 }, FIELD],
  ["a free trial", "attach", { productId: "studio", freeTrial: true }, FIELD],
  ["an invoice instead of payment", "attach", { productId: "studio", invoice: true }, FIELD],
  [
    "activation before payment",
    "attach",
    { productId: "studio", enableProductImmediately: true },
    FIELD,
  ],
  [
    "line items of the payment page",
    "checkout",
    { checkoutSessionParams: { line_items: LINES } },
    FIELD,
  ],
  ["a forced checkout", "attach", { productId: "studio", forceCheckout: true }, FIELD],
  [
    "the customer's own anchor",
    "attach",
    { productId: "studio", billingCycleAnchor: "now" },
    FIELD,
  ],
  ["a use in the past", "track", { featureId: "uploads", timestamp: 0 }, FIELD],
  ["an absolute use", "track", { featureId: "uploads", usage: 0 }, FIELD],
  ["an event with a check", "check", { featureId: "uploads", sendEvent: true }, FIELD],
  [
    "a check that records an event",
    "check",
    { featureId: "uploads", requiredBalance: -5, sendEvent: true },
    FIELD,
  ],
  ["a raw idempotency key", "attach", { productId: "studio", idempotencyKey: "mine" }, FIELD],
  ["a fingerprint", "createCustomer", { fingerprint: "another" }, FIELD],
  ["metadata", "createCustomer", { metadata: { role: "admin" } }, FIELD],
  [
    "an immediate cancellation",
    "cancel",
    { productId: "free", cancelImmediately: true },
    "forbidden",
  ],
];

/** Values that no page sends. */
const BAD_VALUES: readonly Row[] = [
  ["neither a product nor a list", "attach", {}, "invalid_inputs"],
  [
    "both a product and a list",
    "attach",
    { productId: "pro", productIds: ["pro"] },
    "invalid_inputs",
  ],
  ["an empty list of products", "attach", { productIds: [] }, "invalid_inputs"],
  [
    "1,000 products",
    "attach",
    { productIds: Array.from({ length: 1000 }, (_, i) => `p${String(i)}`) },
    "invalid_inputs",
  ],
  ["one product twice", "attach", { productIds: ["pro", "pro"] }, "invalid_request"],
  ["an unknown product", "attach", { productId: "nope" }, "product_not_found"],
  ["a product called __proto__", "attach", { productId: "__proto__" }, "product_not_found"],
  ["a use that is negative", "track", { featureId: "uploads", value: -1e9 }, "invalid_inputs"],
  ["a use of zero", "track", { featureId: "uploads", value: 0 }, "invalid_inputs"],
  ["a use of minus zero", "track", { featureId: "uploads", value: -0 }, "invalid_inputs"],
  [
    "a use that is not a number",
    "track",
    { featureId: "uploads", value: Number.NaN },
    "invalid_inputs",
  ],
  ["an infinite use", "track", { featureId: "uploads", value: Infinity }, "invalid_inputs"],
  ["a use that pages may not report", "track", { featureId: "uploads", value: 1 }, "forbidden"],
  ["a feature called __proto__", "track", { featureId: "__proto__", value: 5 }, "forbidden"],
  ["a feature called constructor", "check", { featureId: "constructor" }, "feature_not_found"],
  ["a check below zero", "check", { featureId: "uploads", requiredBalance: -5 }, "invalid_inputs"],
  [
    "a check of something that is not a number",
    "check",
    { featureId: "uploads", requiredBalance: Number.NaN },
    "invalid_inputs",
  ],
  ["a reward by its id", "attach", { productId: "creator", reward: "100OFF" }, "reward_not_found"],
];

const SEATS = (quantity: number) => ({
  productId: "studio",
  options: [{ featureId: "seats", quantity }],
});

const QUANTITIES: readonly Row[] = [
  ...[-5, 1.5, Number.NaN, Infinity, 1e15].map((quantity): Row => [
    `a quantity of ${String(quantity)}`,
    "attach",
    SEATS(quantity),
    "invalid_options",
  ]),
  [
    "a feature twice",
    "attach",
    { productId: "studio", options: [...SEATS(3).options, ...SEATS(4).options] },
    "invalid_inputs",
  ],
  [
    "a feature that it does not sell",
    "attach",
    { productId: "studio", options: [{ featureId: "nope", quantity: 1 }] },
    "feature_not_found",
  ],
];

const ADDRESSES = [
  "https://evil.example",
  "javascript:alert(1)",
  "//evil.example",
  "/\\evil.example",
  "https://localhost@evil.example",
  "https://localhost.evil.example",
  "/ok\r\nSet-Cookie: a=b",
  "data:text/html,x",
];

const ENTITY_IDS = [
  "../../victim",
  "..",
  "%2e%2e",
  "../..?limit=1000&x=",
  "a/b",
  "a?x",
  "a#x",
  "",
  "x".repeat(10_000),
  "nul\0",
];

describe("a page that sends forbidden fields", () => {
  it.each([...FORBIDDEN, ...BAD_VALUES, ...QUANTITIES])(
    "is refused: %s (%s)",
    async (_, operation, args, refusal) => {
      const answer = await member.action(`billing:${operation}`, args);
      expect([refusalOf(answer), answer.value ?? null]).toEqual([
        refusal,
        answer.code === null ? null : expect.objectContaining({ data: null }),
      ]);
    },
  );

  it.each(ADDRESSES)("cannot redirect to %j", async (address) => {
    const checkout = { productId: "creator", successUrl: address };
    const answers = [
      await buyer.action("billing:checkout", checkout),
      await buyer.action("billing:attach", checkout),
      await payer.action("billing:setupPayment", { successUrl: address }),
      await payer.action("billing:billingPortal", { returnUrl: address }),
    ];
    expect(answers.map(refusalOf)).toEqual(answers.map(() => "invalid_return_url"));
  });

  it.each(ENTITY_IDS)("gets nothing for an entity called %j", async (entityId) => {
    const answers = [
      await member.action("billing:getEntity", { entityId }),
      await member.action("billing:deleteEntity", { entityId }),
      await member.action("billing:attach", { productId: "pro", entityId }),
      await member.action("billing:check", { featureId: "uploads", entityId }),
    ];
    for (const answer of answers) {
      expect(answer.code).not.toBeNull();
      expect(answer.value).toMatchObject({ data: null });
    }
  });

  it("has bought nothing", async () => {
    const { value } = await member.action("billing:createCustomer", { expand: ["invoices"] });
    const { data } = value as { data: { products: { id: string }[]; invoices: unknown[] } };
    expect(data.products.map(({ id }) => id)).toEqual(["free"]);
    expect(data.invoices).toEqual([]);
  });
});
