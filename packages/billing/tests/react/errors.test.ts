import { describe, expect, expectTypeOf, it } from "vitest";
import { BILLING_ERROR_CODES, fail } from "../../src/contract/errors";
import type { BillingError, BillingErrorCode } from "../../src/react";
import { isBillingError } from "../../src/react";
import { failureOf, NO_CUSTOMER } from "../../src/react/errors";

describe("isBillingError", () => {
  it.each([
    ["an error of an envelope", fail("product_not_found", "No such product").error],
    ["a failure that was thrown", failureOf({ error: { code: "fetch_failed", message: "Down" } })],
    ["a code of a remote provider", { code: "their_own", message: "Whatever" }],
  ])("recognises %s", (_what, value) => {
    expect(isBillingError(value)).toBe(true);
  });

  it.each([
    ["nothing", null],
    ["a text", "fetch_failed"],
    ["an error without a code", new Error("Down")],
    ["a code without a message", { code: "fetch_failed" }],
    ["a numeric code", { code: 404, message: "No such product" }],
  ])("rejects %s", (_what, value) => {
    expect(isBillingError(value)).toBe(false);
  });
});

describe("the error catalogue", () => {
  it.each([
    "CUSTOMER_ID_REQUIRED",
    "fetch_failed",
    "convex_action_failed",
    "unknown_error",
    "failed_to_fetch_pricing_table_products",
  ])("has %s of the specification", (code) => {
    expect(BILLING_ERROR_CODES).toContain(code);
  });

  it("is one union for hosts, and a remote provider may add codes", () => {
    expectTypeOf<BillingErrorCode>().toEqualTypeOf<(typeof BILLING_ERROR_CODES)[number]>();
    expectTypeOf<BillingErrorCode>().toExtend<BillingError["code"]>();
    expectTypeOf<"their_own">().toExtend<BillingError["code"]>();
  });

  it("has the specification's message for a missing customer id", () => {
    expect(NO_CUSTOMER).toEqual({
      code: "CUSTOMER_ID_REQUIRED",
      message: "Customer ID is required",
    });
  });
});
