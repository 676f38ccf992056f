import { defineTable } from "convex/server";
import { v } from "convex/values";
import { nullable } from "../../../contract/wire";
import type { Infer } from "convex/values";
import { vActor, vMoneyCause, vOperatorDetails } from "../../../contract/operatorResponses";
import type { Actor } from "../../../contract/operatorResponses";

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

/** Time alone made the change. */
export const CLOCK: Actor = { actor: "clock" };

/** Accounts of payments. `refunds` receives the refunded amounts, of `cash` and of `credit`. */
const vMoneyAccount = v.union(v.literal("refunds"), v.literal("cash"), v.literal("credit"));
const vPosting = v.object({
  account: vMoneyAccount,
  /** Minor units; positive: a debit. */
  minor: v.number(),
});
export type Posting = Infer<typeof vPosting>;

export const ledgerTables = {
  // Append-only: refunds and credit, in double entry. The postings of a row sum to 0. Written by
  // money. Read by the operators' timeline. Deleted with the customer.
  moneyEntries: defineTable({
    customer: v.id("customers"),
    cause: vMoneyCause,
    /** The credit note's number; for a surplus, the charge's or refund's `request_key`. */
    cause_id: v.string(),
    postings: v.array(vPosting),
    currency: v.string(),
    by: vActor,
    at: v.number(),
  }).index("by_customer", ["customer"]),

  // Append-only: what operators did to a customer, and why. Written by operations/operators, in the
  // transaction of what they did. Read by the operators' timeline. Deleted with the customer.
  operatorEntries: defineTable({
    /** Null: the action ended a job that has no customer, or a deleted one. */
    customer: nullable(v.id("customers")),
    /** The action: `refund`, `grant_units` …, or a host's own name. */
    action: v.string(),
    /** The target and the amount of the action. Amounts are in major units. */
    details: vOperatorDetails,
    /** The operator's name. */
    name: v.string(),
    reason: v.string(),
    at: v.number(),
  }).index("by_customer", ["customer"]),

  // Append-only: the units left in a balance are the sum of its entries, without rollovers.
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
    actor: v.optional(vActor.fields.actor),
    /** The operator's name. Absent: it was none, or not known. */
    actor_name: v.optional(v.string()),
    at: v.number(),
  })
    .index("by_balance", ["balance_id"])
    .index("by_customer", ["customer"])
    .index("by_feature_id_and_customer", ["feature_id", "customer"]),
};
