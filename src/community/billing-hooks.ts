import type { SPOTLIGHT_CATALOGUE } from "../../convex/community/plans";
import { createBillingDialogs, createBillingHooks } from "../../packages/billing/src/react";
import type { IdsOf } from "../../packages/billing/src/react";

/** Billing hooks typed with Spotlight's ids, so that a misspelt id does not compile. */
export type SpotlightIds = IdsOf<typeof SPOTLIGHT_CATALOGUE>;

export const { useCustomer } = createBillingHooks<SpotlightIds>();
export const { CheckoutDialog, PaywallDialog } = createBillingDialogs<SpotlightIds>();
