import { defineTable } from "convex/server";
import { v } from "convex/values";
import { nullable } from "../../../contract/wire";
import { vDiscountState } from "../../rules/discounts/customerDiscounts";
import {
  vDiscountReward,
  vProgramDefinition,
  vRewardDefinition,
} from "../../rules/discounts/rewards";

export const rewardTables = {
  // Rewards that the catalogue defines. Written by catalog (install). Read by checkout and referrals.
  // Never deleted.
  rewards: defineTable({
    reward_id: v.string(),
    definition: vRewardDefinition,
  }).index("by_reward_id", ["reward_id"]),

  // Promotion codes of rewards, in capitals. Written and deleted with the reward's definition. Read
  // by checkout.
  promoCodes: defineTable({ code: v.string(), reward_id: v.string() })
    .index("by_code", ["code"])
    .index("by_reward_id", ["reward_id"]),

  // Referral programs that the catalogue defines. Written by catalog (install). Read by referrals.
  // Never deleted.
  rewardPrograms: defineTable({
    program_id: v.string(),
    definition: vProgramDefinition,
  }).index("by_program_id", ["program_id"]),

  // Discounts of customers. Written by discounts. Read wherever lines are planned. Ended ones stay
  // as history; deleted with the customer.
  customerDiscounts: defineTable({
    customer: v.id("customers"),
    /** As granted. */
    reward: vDiscountReward,
    state: vDiscountState,
    starts_at: nullable(v.number()),
    ends_at: nullable(v.number()),
  }).index("by_customer_and_state", ["customer", "state"]),

  // Which customer has used which reward with a promotion code. Written by benefits. Read by
  // checkout. Deleted with the customer.
  promotionUses: defineTable({
    customer: v.id("customers"),
    reward_id: v.string(),
    used_at: v.number(),
  }).index("by_customer_and_reward_id", ["customer", "reward_id"]),

  // Codes with which customers refer others, one per customer and program. Written by referrals. Read
  // by redeeming. Deleted with the customer.
  referralCodes: defineTable({
    code: v.string(),
    customer: v.id("customers"),
    program_id: v.string(),
    /** Reserved when redeemed, so that pending ones count against the maximum. */
    redeemed: v.number(),
    created_at: v.number(),
  })
    .index("by_code", ["code"])
    .index("by_customer_and_program_id", ["customer", "program_id"]),

  // Redeemed referral codes. Written by referrals and referralTriggers. Read by the customer view.
  // Deleted with either customer.
  redemptions: defineTable({
    code: v.id("referralCodes"),
    program_id: v.string(),
    referrer: v.id("customers"),
    redeemer: v.id("customers"),
    /** Whether the program's condition is met, and the reward was due. */
    triggered: v.boolean(),
    /** The payment that earns the reward. Absent: there was none, or it was returned. */
    earned_by: v.optional(v.id("invoices")),
    /** When the reward is due, unless that payment is returned before. */
    due_at: v.optional(v.number()),
    /** Whether the referrer got the reward. */
    applied: v.boolean(),
    /** Whether the redeemer got it. */
    redeemer_applied: v.boolean(),
    created_at: v.number(),
  })
    .index("by_redeemer_and_program_id", ["redeemer", "program_id"])
    .index("by_redeemer_and_triggered", ["redeemer", "triggered"])
    .index("by_referrer", ["referrer"]),
};
