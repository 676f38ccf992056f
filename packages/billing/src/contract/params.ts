import { v } from "convex/values";
import type { Infer } from "convex/values";
import { vPlanSchedule } from "./planSchedule";
import { vExpand } from "./responses";

/**
 * Parameters of the provider, in wire names. `customer_id` and `customer_data`
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

/** Identifies the customer: every operation on behalf of one customer begins with these fields. */
export const who = { customer_id: v.string(), customer_data: v.optional(vCustomerData) };

/** Quantities of prepaid items, in feature units. */
export const vOptions = v.array(v.object({ feature_id: v.string(), quantity: v.number() }));

/** An entity to create when `entity_id` names one that does not exist yet. */
const vEntityData = v.object({ feature_id: v.string(), name: v.optional(v.string()) });

export const vCreateCustomerParams = v.object({
  /** Null or absent: the customer is found by `email`, which is then required. */
  id: v.optional(v.union(v.string(), v.null())),
  /** Fills missing fields of a known customer; never overwrites. */
  ...vCustomerData.fields,
  /** For a new customer only. */
  metadata: v.optional(v.record(v.string(), v.string())),
  customer_data: v.optional(vCustomerData),
  expand: v.optional(v.array(vExpand)),
});

export const vListProductsParams = v.object({ customer_id: v.optional(v.string()) });

export const vCheckoutParams = v.object({
  ...who,
  product_id: v.optional(v.string()),
  product_ids: v.optional(v.array(v.string())),
  entity_id: v.optional(v.string()),
  options: v.optional(vOptions),
  /** An absolute URL; the client has joined it to the site's origin. */
  success_url: v.optional(v.string()),
  /** A promotion code. */
  reward: v.optional(v.string()),
  force_checkout: v.optional(v.boolean()),
  /** False: the product starts without its trial. */
  free_trial: v.optional(v.boolean()),
  /** An upgrade starts a new billing cycle now. Absent: it keeps the cycle of the replaced plan. */
  billing_cycle_anchor: v.optional(v.literal("now")),
  /** True: the customer pays on a page instead of with the saved card. */
  invoice: v.optional(v.boolean()),
  entity_data: v.optional(vEntityData),
  /** Absent: the scenario decides when the change starts. */
  plan_schedule: v.optional(vPlanSchedule),
});

export const vAttachParams = v.object({
  ...vCheckoutParams.fields,
  /** The id of the confirmed checkout; refused with 409 `preview_stale` once amounts differ. */
  preview_id: v.optional(v.string()),
});

export const vCheckParams = v.object({
  ...who,
  feature_id: v.optional(v.string()),
  product_id: v.optional(v.string()),
  entity_id: v.optional(v.string()),
  required_balance: v.optional(v.number()),
  with_preview: v.optional(v.boolean()),
  send_event: v.optional(v.boolean()),
  entity_data: v.optional(vEntityData),
});

export const vTrackParams = v.object({
  ...who,
  feature_id: v.optional(v.string()),
  event_name: v.optional(v.string()),
  entity_id: v.optional(v.string()),
  /** Negative returns units. Default 1. */
  value: v.optional(v.number()),
  idempotency_key: v.optional(v.string()),
  entity_data: v.optional(vEntityData),
  properties: v.optional(
    v.record(v.string(), v.union(v.string(), v.number(), v.boolean(), v.null())),
  ),
});

export const vSetupPaymentParams = v.object({ ...who, success_url: v.optional(v.string()) });
