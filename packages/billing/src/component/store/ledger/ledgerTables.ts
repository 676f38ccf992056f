import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";

/** Why a balance changed. */
const vLedgerCause = v.union(
  v.literal("grant"),
  v.literal("use"),
  v.literal("give_back"),
  v.literal("reset"),
  v.literal("rollover"),
  v.literal("expiry"),
  v.literal("adjustment"),
  v.literal("transfer"),
);
export type LedgerCause = Infer<typeof vLedgerCause>;

const vLedgerActor = v.union(v.literal("caller"), v.literal("operator"), v.literal("clock"));
export type LedgerActor = Infer<typeof vLedgerActor>;

export const ledgerTables = {
  // Append-only: a balance's balance is the sum of its entries, rollovers apart.
  // Written by ledger. Read by ledgerView and audits. Deleted with the customer.
  ledgerEntries: defineTable({
    customer: v.id("customers"),
    balance_id: v.id("balances"),
    feature_id: v.string(),
    account: v.union(v.literal("balance"), v.literal("rollover")),
    /** Micros; positive: more to use. */
    amount: v.number(),
    cause: vLedgerCause,
    /** The row that caused it: an event, a subscription. */
    cause_id: v.string(),
    /** The actor: the caller, an operator, or the clock. Absent: unknown. */
    actor: v.optional(vLedgerActor),
    at: v.number(),
  })
    .index("by_balance", ["balance_id"])
    .index("by_customer", ["customer"])
    .index("by_feature_id_and_customer", ["feature_id", "customer"]),
};
