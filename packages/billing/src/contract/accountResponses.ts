import { v } from "convex/values";
import type { Infer } from "convex/values";
import { vEntitySummary } from "./expansions";
import { nullable, vCustomer, vCustomerFeature, vCustomerProduct, vInvoice } from "./wire";

/**
 * Responses of the operations on customers, entities and referrals, in wire names.
 * Units as in `wire.ts`.
 *
 * @see Spec §3
 */
export const vSuccess = v.object({ success: v.literal(true) });

export const vCustomerList = v.object({
  list: v.array(vCustomer),
  /** Rows of this page. */
  total: v.number(),
  total_count: v.number(),
  total_filtered_count: v.number(),
  limit: v.number(),
  offset: v.number(),
});

export const vBillingPortal = v.object({ customer_id: v.string(), url: v.string() });

export const vEntity = v.object({
  ...vEntitySummary.fields,
  products: v.array(vCustomerProduct),
  features: v.record(v.string(), vCustomerFeature),
  invoices: v.optional(v.array(vInvoice)),
});
/** A seat, project or workspace of a customer, with its entitlements. */
export type Entity = Infer<typeof vEntity>;

export const vReferralCode = v.object({
  code: v.string(),
  customer_id: v.string(),
  created_at: v.number(),
});

const vReferralParty = v.object({
  id: v.string(),
  name: nullable(v.string()),
  email: nullable(v.string()),
  created_at: v.number(),
});

export const vReferralRedeem = v.object({
  id: v.string(),
  customer_id: v.string(),
  reward_id: v.string(),
  referrer: vReferralParty,
  redeemer: vReferralParty,
});
