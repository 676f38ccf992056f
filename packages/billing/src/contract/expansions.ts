import { v } from "convex/values";
import type { Infer } from "convex/values";

/**
 * Fields of a customer that a response contains only on request.
 *
 * @see Spec §3
 */
const nullableString = v.union(v.string(), v.null());
const nullableNumber = v.union(v.number(), v.null());

export const vTrialUsed = v.object({
  product_id: v.string(),
  customer_id: v.string(),
  fingerprint: nullableString,
});

export const vEntitySummary = v.object({
  id: v.string(),
  name: nullableString,
  customer_id: v.string(),
  feature_id: v.string(),
  created_at: v.number(),
  env: v.union(v.literal("sandbox"), v.literal("live")),
});
/** An entity as a customer lists it. */
export type EntitySummary = Infer<typeof vEntitySummary>;

export const vDiscount = v.object({
  id: v.string(),
  name: v.string(),
  type: v.union(v.literal("percentage_discount"), v.literal("fixed_discount")),
  /** Percent, or major units. */
  discount_value: v.number(),
  duration_type: v.union(v.literal("one_off"), v.literal("months"), v.literal("forever")),
  duration_value: nullableNumber,
  /** Null: a percentage. */
  currency: nullableString,
  start: v.number(),
  /** Null: no end is set. */
  end: nullableNumber,
  subscription_id: nullableString,
  total_discount_amount: nullableNumber,
});
/** A discount of a customer's future invoices. */
export type Discount = Infer<typeof vDiscount>;

export const vReferral = v.object({
  program_id: v.string(),
  /** The customer who redeemed the code. */
  customer: v.object({ id: v.string(), name: nullableString, email: nullableString }),
  reward_applied: v.boolean(),
  /**
   * When the reward is granted; until then its payment may still be refunded. Absent:
   * not earned.
   */
  reward_due_at: v.optional(v.number()),
  created_at: v.number(),
});
/** One use of a customer's referral code. */
export type Referral = Infer<typeof vReferral>;
