import { v } from "convex/values";
import { vOnDecrease, vOnIncrease, vRolloverConfig } from "./itemConfig";
import { nullable, vFeature, vInterval, vProduct, vProductDisplay, vProductItem } from "./wire";

const vItemConfigParams = v.object({
  on_increase: v.optional(nullable(vOnIncrease)),
  on_decrease: v.optional(nullable(vOnDecrease)),
  rollover: v.optional(nullable(vRolloverConfig)),
});

/**
 * A product item as a catalogue editor writes it: the wire form, in which null
 * and absent mean the same.
 *
 * @see Spec §3
 */
export const vProductItemParams = v.object({
  type: v.optional(vProductItem.fields.type),
  feature_id: v.optional(nullable(v.string())),
  feature_type: v.optional(nullable(v.string())),
  included_usage: v.optional(nullable(v.union(v.number(), v.literal("inf")))),
  interval: v.optional(nullable(vInterval)),
  interval_count: v.optional(nullable(v.number())),
  price: v.optional(nullable(v.number())),
  tiers: v.optional(
    nullable(v.array(v.object({ to: v.union(v.number(), v.literal("inf")), amount: v.number() }))),
  ),
  usage_model: v.optional(nullable(v.union(v.literal("prepaid"), v.literal("pay_per_use")))),
  billing_units: v.optional(nullable(v.number())),
  usage_limit: v.optional(nullable(v.number())),
  entity_feature_id: v.optional(nullable(v.string())),
  reset_usage_when_enabled: v.optional(nullable(v.boolean())),
  config: v.optional(nullable(vItemConfigParams)),
  /** Months after which granted units expire. */
  expires_after_months: v.optional(nullable(v.number())),
});

const vFreeTrialParams = v.object({
  length: v.number(),
  duration: v.optional(v.union(v.literal("day"), v.literal("month"), v.literal("year"))),
  unique_fingerprint: v.optional(v.boolean()),
  card_required: v.optional(v.boolean()),
});

/** The fields of a new or existing product. Absent: the default, or unchanged. */
export const productFields = {
  name: v.optional(v.string()),
  group: v.optional(nullable(v.string())),
  is_add_on: v.optional(v.boolean()),
  is_default: v.optional(v.boolean()),
  archived: v.optional(vProduct.fields.archived),
  items: v.optional(v.array(vProductItemParams)),
  /** How often one customer may ever buy it. Null: the default of the rules. */
  purchase_limit: v.optional(nullable(v.number())),
  /** Null: none. */
  free_trial: v.optional(nullable(vFreeTrialParams)),
  display: v.optional(vProductDisplay),
};

/** The fields of a new or existing feature. */
export const featureFields = {
  display: vFeature.fields.display,
  credit_schema: vFeature.fields.credit_schema,
  event_names: v.optional(v.array(v.string())),
};
