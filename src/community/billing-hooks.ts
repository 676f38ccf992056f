import { createBillingHooks } from "../../packages/billing/src/react";
import type { BillingIds } from "../../packages/billing/src/react";

/** What Spotlight gates and sells, by name. The server's catalogue has the same. */
export interface SpotlightIds extends BillingIds {
  featureId:
    | "uploads"
    | "storage_gb"
    | "collections"
    | "seats"
    | "hd_upload"
    | "insights_90"
    | "supporter_badge"
    | "boost"
    | "ai_tag"
    | "credits"
    | "prints";
  productId:
    | "free"
    | "creator"
    | "creator_annual"
    | "pro"
    | "pro_annual"
    | "studio"
    | "studio_quarter"
    | "boost_pack"
    | "print_pack"
    | "lifetime_badge"
    | "storage_plus"
    | "welcome_credits"
    | "referral_credits";
}

/** The billing hook for screens that write names: a misspelt one does not compile. */
export const { useCustomer } = createBillingHooks<SpotlightIds>();
