import { v } from "convex/values";
import type { Infer } from "convex/values";
import { DAY_MS } from "../../../contract/time";

/**
 * The scope of a discount. `feature_id` absent: every price of the product; null:
 * only its fixed price.
 */
const vDiscountScope = v.object({
  product_id: v.string(),
  feature_id: v.optional(v.union(v.string(), v.null())),
});

const discountFields = {
  /** Per cent (0 to 100), or major currency units. */
  discount_value: v.number(),
  /** `one_off`: the first invoice that it takes something off. */
  duration_type: v.union(v.literal("one_off"), v.literal("months"), v.literal("forever")),
  /** Months; 0 for other durations. */
  duration_value: v.number(),
  /** Absent: every price. */
  applies_to: v.optional(v.array(vDiscountScope)),
};

const rewardFields = {
  id: v.string(),
  name: v.string(),
  /** The code that people type; case and surrounding spaces do not count. */
  promo_codes: v.array(v.string()),
};

export const vDiscountReward = v.object({
  ...rewardFields,
  type: v.union(v.literal("percentage_discount"), v.literal("fixed_discount")),
  ...discountFields,
});
/** A coupon: a reward that takes something off invoices. */
export type DiscountReward = Infer<typeof vDiscountReward>;

export const vRewardDefinition = v.union(
  vDiscountReward,
  v.object({
    ...rewardFields,
    type: v.literal("invoice_credits"),
    /** Major currency units, paid into the customer's credit. */
    discount_value: v.number(),
  }),
  v.object({ ...rewardFields, type: v.literal("free_product"), free_product_id: v.string() }),
);
/** A reward as the catalogue defines it, with its promo codes. */
export type RewardDefinition = Infer<typeof vRewardDefinition>;

export const vProgramDefinition = v.object({
  id: v.string(),
  /** `checkout`: the reward waits until the new customer has paid for a product. */
  when: v.union(v.literal("customer_creation"), v.literal("checkout")),
  /** The required purchase; empty: anything. */
  product_ids: v.array(v.string()),
  /** Id of the reward. */
  reward: v.string(),
  /** How often one code may be redeemed. */
  max_redemptions: v.number(),
  received_by: v.union(v.literal("referrer"), v.literal("all")),
  /** Whether a trial has to be paid for before it counts. */
  exclude_trial: v.boolean(),
  /**
   * Days from the payment that earns a reward to the reward: until then the payment may
   * be returned. Absent: 30. Ignored if the program needs no payment.
   */
  hold_days: v.optional(v.number()),
});
/** A referral program as the catalogue defines it. */
export type ProgramDefinition = Infer<typeof vProgramDefinition>;

const DEFAULT_HOLD_DAYS = 30;

/**
 * When a payment has earned the reward of a program.
 *
 * @param paidAt - Epoch milliseconds, as the result.
 */
export function rewardDueAt(
  { hold_days: days = DEFAULT_HOLD_DAYS }: Pick<ProgramDefinition, "hold_days">,
  paidAt: number,
): number {
  return paidAt + days * DAY_MS;
}

/**
 * Makes a typed code comparable: "  spring25 " is "SPRING25".
 *
 * @param code - The text that a user typed.
 */
export function normaliseCode(code: string): string {
  return code.trim().toUpperCase();
}
