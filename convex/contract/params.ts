import { v } from "convex/values";
import type { Infer } from "convex/values";
import { vExpand } from "./answers";

/**
 * What a provider is asked, in wire names. `customer_id` and `customer_data`
 * come from the verified identity, never from a browser.
 *
 * @see Spec §7, "Body fields"
 */
export const vCustomerData = v.object({
  name: v.optional(v.union(v.string(), v.null())),
  email: v.optional(v.union(v.string(), v.null())),
  fingerprint: v.optional(v.union(v.string(), v.null())),
});
export type CustomerData = Infer<typeof vCustomerData>;

const who = { customer_id: v.string(), customer_data: v.optional(vCustomerData) };

export const vOption = v.object({ feature_id: v.string(), quantity: v.number() });

export const vCreateCustomerParams = v.object({
  id: v.string(),
  customer_data: v.optional(vCustomerData),
  expand: v.optional(v.array(vExpand)),
});

export const vListProductsParams = v.object({ customer_id: v.optional(v.string()) });

export const vCheckoutParams = v.object({
  ...who,
  product_id: v.optional(v.string()),
  product_ids: v.optional(v.array(v.string())),
  entity_id: v.optional(v.string()),
  options: v.optional(v.array(vOption)),
  /** Absolute; the edge has joined it to the site. */
  success_url: v.optional(v.string()),
  /** A promotion code. */
  reward: v.optional(v.string()),
  force_checkout: v.optional(v.boolean()),
});

export const vCheckParams = v.object({
  ...who,
  feature_id: v.optional(v.string()),
  product_id: v.optional(v.string()),
  entity_id: v.optional(v.string()),
  required_balance: v.optional(v.number()),
  with_preview: v.optional(v.boolean()),
  send_event: v.optional(v.boolean()),
});

export const vTrackParams = v.object({
  ...who,
  feature_id: v.optional(v.string()),
  event_name: v.optional(v.string()),
  entity_id: v.optional(v.string()),
  /** Negative gives back. Default 1. */
  value: v.optional(v.number()),
  idempotency_key: v.optional(v.string()),
  properties: v.optional(
    v.record(v.string(), v.union(v.string(), v.number(), v.boolean(), v.null())),
  ),
});

export const vSetupPaymentParams = v.object({ ...who, success_url: v.optional(v.string()) });
