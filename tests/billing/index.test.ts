import { describe, expect, it } from "vitest";
import * as billing from "../../src/billing/index";

describe("the billing client's door", () => {
  it("opens on these names only: adding one is a promise to hosts", () => {
    expect(Object.keys(billing).sort()).toEqual([
      "BillingProvider",
      "CheckoutDialog",
      "PaywallDialog",
      "PricingTable",
      "UsageMeter",
      "isBillingError",
      "safeUrl",
      "useCheckoutDialog",
      "useCustomer",
      "useFormat",
      "usePaywall",
      "usePaywallDialog",
      "usePricingTable",
    ]);
  });
});
