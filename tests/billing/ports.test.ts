import { ConvexReactClient } from "convex/react";
import { describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { BROWSER_OPERATIONS } from "../../convex/contract/operations";
import type { BillingFunctions, ConvexClient } from "../../src/billing/ports";

describe("what a host gives the client", () => {
  it("is the Convex client for React, and the generated functions of billing", () => {
    // The types are half of this test: neither assignment may need a cast.
    const convex: ConvexClient = new ConvexReactClient("https://happy-animal-123.convex.cloud");
    const functions: BillingFunctions = api.billing;
    expect("watchQuery" in convex).toBe(true);
    expect(BROWSER_OPERATIONS.filter((op) => !(op in functions) && !functions[op])).toEqual([]);
  });
});
