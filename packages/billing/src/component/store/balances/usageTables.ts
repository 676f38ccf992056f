import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vTotal } from "../../rules/balances/usageBuckets";

export const usageTables = {
  // Sums of usage events, one row per day (UTC) with the sums of its hours: the cost of a usage query
  // does not depend on the number of events. Written by usageTotals, in the transaction of the event.
  // Deleted with the customer.
  usageTotals: defineTable({
    customer: v.id("customers"),
    feature_id: v.string(),
    /** `hour` is not written any more: rows of then are still read. */
    bin: v.union(v.literal("hour"), v.literal("day")),
    starts_at: v.number(),
    /** Micros; returns count negative. */
    sum: v.number(),
    count: v.number(),
    /** Hours with use, in their order. Absent: they have rows of their own. */
    hours: v.optional(v.array(vTotal)),
  }).index("by_customer_and_feature_id_and_bin_and_starts_at", [
    "customer",
    "feature_id",
    "bin",
    "starts_at",
  ]),

  // How far the audit has summed a balance's entries. Written and read by audit.
  // Deleted by ledger, with the balance.
  ledgerMarks: defineTable({
    balance_id: v.id("balances"),
    /** Creation time of the last entry that is in the sums. */
    through: v.number(),
    balance: v.number(),
    rollover: v.number(),
  }).index("by_balance", ["balance_id"]),

  // A single row: how far the round over all balances has come. Written and read by audit.
  auditRounds: defineTable({
    through: v.number(),
    /** When the last step was taken. Absent: before that was written. */
    stepped_at: v.optional(v.number()),
  }),
};
