import { ConvexReactClient } from "convex/react";
import { getFunctionName } from "convex/server";
import { describe, expect, it } from "vitest";
import { api } from "../../../../convex/_generated/api";
import { BROWSER_OPERATIONS } from "../../src/contract/operations";
import type { BillingFunctions, ConvexClient } from "../../src/react/ports";

describe("what a host gives the client", () => {
  it("is the Convex client for React, and the generated functions of billing", () => {
    // The types are half of this test: neither assignment may need a cast.
    const convex: ConvexClient = new ConvexReactClient("https://happy-animal-123.convex.cloud");
    const functions: BillingFunctions = api.billing;
    expect("watchQuery" in convex).toBe(true);
    const names = BROWSER_OPERATIONS.map((op) => getFunctionName(functions[op]));
    expect(names).toEqual(BROWSER_OPERATIONS.map((op) => `billing:${op}`));
  });
});
