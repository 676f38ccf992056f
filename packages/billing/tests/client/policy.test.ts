import { describe, expect, it } from "vitest";
import type { BrowserOperation } from "../../src/contract/operations";
import { refuseByPolicy } from "../../src/client/policy";
import { isOriginOf, joinSite } from "../../src/client/urls";

const CONFIG = { clientTrackable: ["uploads", "upload"] };
const ids = (count: number) => Array.from({ length: count }, (_, n) => `id${n}`);
const options = (count: number) => ids(count).map((featureId) => ({ featureId, quantity: 1 }));
const LONGEST_ID = "x".repeat(128);
/** Including braces and its name, as many bytes as properties may have. */
const properties = (bytes: number) => ({ note: "x".repeat(bytes - '{"note":""}'.length) });

const pro = { productId: "pro" };
const uploads = { featureId: "uploads" };

/** Calls at both sides of each limit; null: allowed. */
const CALLS: readonly (readonly [BrowserOperation, object, string | null])[] = [
  ...(["checkout", "attach"] as const).flatMap((op) => [
    [op, pro, null] as const,
    [op, { productIds: ids(1) }, null] as const,
    [op, { productIds: ids(10) }, null] as const,
    [op, { productIds: ids(11) }, "invalid_inputs"] as const,
    [op, { productIds: [] }, "invalid_inputs"] as const,
    [op, {}, "invalid_inputs"] as const,
    [op, { ...pro, productIds: ids(1) }, "invalid_inputs"] as const,
    [op, { ...pro, options: options(20) }, null] as const,
    [op, { ...pro, options: options(21) }, "invalid_inputs"] as const,
    [op, { ...pro, options: [...options(1), ...options(1)] }, "invalid_inputs"] as const,
    [op, { ...pro, options: [{ featureId: "a", quantity: 0 }] }, null] as const,
    [op, { ...pro, options: [{ featureId: "a", quantity: -1 }] }, "invalid_options"] as const,
    [op, { ...pro, options: [{ featureId: "a", quantity: 1.5 }] }, "invalid_options"] as const,
    [op, { ...pro, options: [{ featureId: "a", quantity: 2 ** 53 }] }, "invalid_options"] as const,
    [
      op,
      { ...pro, options: [...options(1), { featureId: "b", quantity: NaN }] },
      "invalid_options",
    ] as const,
    [op, { ...pro, entityId: "a/b" }, "invalid_inputs"] as const,
    [op, { productId: "../pro" }, "invalid_inputs"] as const,
  ]),
  ["check", uploads, null],
  ["check", pro, null],
  ["check", {}, "invalid_inputs"],
  ["check", { ...uploads, ...pro }, "invalid_inputs"],
  ["check", { ...uploads, requiredBalance: 0 }, null],
  ["check", { ...uploads, requiredBalance: -0.1 }, "invalid_inputs"],
  ["check", { ...uploads, requiredBalance: NaN }, "invalid_inputs"],
  ["check", { ...uploads, requiredBalance: Infinity }, "invalid_inputs"],
  ["check", { featureId: "a b" }, "invalid_inputs"],
  ["track", uploads, null],
  ["track", { eventName: "upload" }, null],
  ["track", { eventName: "other" }, "forbidden"],
  ["track", { featureId: "credits" }, "forbidden"],
  ["track", {}, "invalid_inputs"],
  ["track", { ...uploads, eventName: "upload" }, "invalid_inputs"],
  ["track", { ...uploads, value: 0.5 }, null],
  ["track", { ...uploads, value: 0 }, "invalid_inputs"],
  ["track", { ...uploads, value: -1 }, "invalid_inputs"],
  ["track", { ...uploads, value: NaN }, "invalid_inputs"],
  ["track", { ...uploads, properties: { value: 1 } }, null],
  ["track", { ...uploads, properties: { value: -1 } }, "invalid_inputs"],
  ["track", { ...uploads, properties: { value: 0 } }, "invalid_inputs"],
  ["track", { ...uploads, properties: { value: 1_000_000_001 } }, "invalid_inputs"],
  ["track", { ...uploads, properties: { value: "-1" } }, "invalid_inputs"],
  ["track", { ...uploads, value: 1, properties: { value: -1 } }, null],
  ["track", { ...uploads, idempotencyKey: "" }, "invalid_inputs"],
  ["track", { ...uploads, value: 1_000_000_000 }, null],
  ["track", { ...uploads, value: 1_000_000_001 }, "invalid_inputs"],
  ["track", { ...uploads, properties: properties(4096) }, null],
  ["track", { ...uploads, properties: properties(4097) }, "invalid_inputs"],
  ["query", uploads, null],
  ["query", { featureId: ids(1) }, null],
  ["query", { featureId: ids(10) }, null],
  ["query", { featureId: ids(11) }, "invalid_inputs"],
  ["query", { featureId: [] }, "invalid_inputs"],
  ["redeemReferralCode", { code: "A".repeat(64) }, null],
  ["redeemReferralCode", { code: "A".repeat(65) }, "invalid_inputs"],
  ["createReferralCode", { programId: "p" }, null],
  ["createReferralCode", { programId: "a/b" }, "invalid_inputs"],
  ["createEntity", { id: LONGEST_ID, featureId: "seats" }, null],
  ["createEntity", { id: `${LONGEST_ID}x`, featureId: "seats" }, "invalid_inputs"],
  ["createEntity", { id: "", featureId: "seats" }, "invalid_inputs"],
  ["createEntity", { id: "s1", featureId: "a/b" }, "invalid_inputs"],
  ["getEntity", { entityId: ".." }, "invalid_inputs"],
  ["deleteEntity", { entityId: "a b" }, "invalid_inputs"],
  ["cancel", pro, null],
  ["cancel", { ...pro, cancelImmediately: true }, "forbidden"],
  ["cancel", { ...pro, cancelImmediately: false }, "forbidden"],
  ["setupPayment", { clientRequestId: LONGEST_ID }, null],
  ["setupPayment", { clientRequestId: `${LONGEST_ID}x` }, "invalid_inputs"],
  ["setupPayment", { clientRequestId: "" }, "invalid_inputs"],
  ["billingPortal", {}, null],
  ["listProducts", {}, null],
  ["createCustomer", {}, null],
];

describe("the arguments of a browser", () => {
  it.each(CALLS)("of %s for %.80j: %s", (op, args, code) => {
    // The rows are typed by the table, but looked up by name here.
    const refusal = refuseByPolicy(op, args as never, CONFIG);
    expect(refusal?.error.code ?? null).toBe(code);
    if (code !== null) expect(refusal?.statusCode).toBe(code === "forbidden" ? 403 : 400);
  });
});

describe("an address of the site", () => {
  it.each(["/\u007f", "/a\u0000", "/a\u001f", "/\\", "//", "/\r/evil.example"])(
    "must not contain %j",
    (path) => {
      expect(joinSite(path, "https://spotlight.example")).toBeNull();
    },
  );

  it("may contain a space and a tilde", () => {
    expect(joinSite("/a b~", "https://spotlight.example")).toBe("https://spotlight.example/a%20b~");
  });

  it.each([
    ["https://a.example", true],
    ["https://b.example", true],
    ["https://a.example.evil", false],
    ["https://a.example:8443", false],
    ["http://a.example", false],
    ["null", false],
    ["", false],
  ])("%s is one of the allowed origins: %s", (origin, is) => {
    expect(isOriginOf([undefined, "https://a.example/path", "https://b.example"], origin)).toBe(is);
  });
});
