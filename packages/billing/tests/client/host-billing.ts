import { components } from "../../../../convex/_generated/api";
import { SPOTLIGHT_CATALOGUE } from "../../../../convex/community/plans";
import { Billing } from "../../src/client";
import type { BillingConfig } from "../../src/client";

/** Billing of a host that names no ids: tests also use unknown products. */
export function hostBilling(config: Partial<BillingConfig> = {}): Billing {
  return new Billing(components.billing, { catalogue: SPOTLIGHT_CATALOGUE, ...config });
}

export const billing = hostBilling();
