import { describe, expect, it } from "vitest";
import * as billing from "../../src/react/index";

describe("the exports of the billing client", () => {
  it("are these names only: adding one is a promise to hosts", () => {
    expect(Object.keys(billing).sort()).toEqual([
      "BillingPortal",
      "BillingProvider",
      "CancelDialog",
      "CheckoutDialog",
      "CreditLedger",
      "ENGLISH",
      "EndProduct",
      "GERMAN",
      "InvoiceList",
      "PayOpenInvoice",
      "PaywallDialog",
      "PlanCard",
      "PlanChangeDialog",
      "PricingTable",
      "ReferralCard",
      "SeatTable",
      "UsageMeter",
      "createBillingDialogs",
      "createBillingHooks",
      "createPricingTable",
      "isBillingError",
      "safeUrl",
      "useCancelDialog",
      "useCheckoutDialog",
      "useCustomer",
      "useEntity",
      "useFormat",
      "usePaywall",
      "usePaywallDialog",
      "usePlanChangeDialog",
      "usePricingTable",
      "useReferral",
      "useSeats",
      "useUsage",
    ]);
  });
});
