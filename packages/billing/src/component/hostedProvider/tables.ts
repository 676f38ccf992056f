import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vCustomerData } from "../../contract/params";
import { nullable, vCustomerFeature } from "../../contract/wire";
import { vMoneyCall, vMoneyResult } from "./money";

/** Tables of a deployment that sells through a hosted provider. Empty with the embedded engine. */
export const remoteTables = {
  // Calls that may cost money, stored before they are sent. Written by intents. Read when a call is
  // repeated. Deleted by refreshAll, 30 days after their answer.
  remoteIntents: defineTable({
    customer_id: v.string(),
    call: vMoneyCall,
    /** The caller's key; null: none. */
    request_key: nullable(v.string()),
    /** A hash of the parameters. */
    fingerprint: v.string(),
    /** The subject: two open calls may not share it. */
    subject: v.string(),
    /** Null: the outcome is unknown, and a job sends the call again. */
    result: nullable(vMoneyResult),
    /** Null: it is open. */
    settled_at: nullable(v.number()),
    created_at: v.number(),
  })
    .index("by_request_key", ["request_key"])
    .index("by_subject_and_settled_at", ["subject", "settled_at"])
    .index("by_customer_id_and_settled_at", ["customer_id", "settled_at"])
    .index("by_settled_at", ["settled_at"]),

  // What customers and their entities may use by the provider's last answer, and what they have used
  // since. Written by entitlementCache and by gates. Read by every access check. Deleted when the
  // provider says that they are gone.
  entitlementCaches: defineTable({
    customer_id: v.string(),
    /** Null: the customer's own. */
    entity_id: nullable(v.string()),
    features: v.record(v.string(), vCustomerFeature),
    /** Units used that are not in `features` yet, by the feature that pays. */
    reserved: v.record(v.string(), v.number()),
    /** How many uses that is. */
    reserved_count: v.number(),
    /** The time at which the stored response was requested. */
    seen_at: v.number(),
    /** When the customer was last active. */
    active_at: v.number(),
    /** When it is refreshed next; null: not before the customer is active. */
    refresh_at: nullable(v.number()),
    /** Rises with every change that an open page should see. */
    revision: v.number(),
    next_change_at: nullable(v.number()),
  })
    .index("by_customer_id_and_entity_id", ["customer_id", "entity_id"])
    .index("by_refresh_at", ["refresh_at"]),

  // Uses that were gated here and have to be reported to the provider. Written by gates and by
  // outbox. Read by the cache. Deleted by refreshAll 30 days after they were accepted; refused ones
  // stay, for the operator.
  outbox: defineTable({
    customer_id: v.string(),
    customer_data: v.optional(vCustomerData),
    entity_id: nullable(v.string()),
    feature_id: v.string(),
    value: v.number(),
    /** The feature whose balance it uses in the cache: the feature itself, or credits. */
    paid_by: v.string(),
    amount: v.number(),
    state: v.union(v.literal("queued"), v.literal("taken"), v.literal("refused")),
    /** Why it was refused. */
    message: nullable(v.string()),
    /** The time at which a use without an outcome gets a job. Null: it has a job, or is settled. */
    overdue_at: nullable(v.number()),
    /** Null: it is queued. */
    settled_at: nullable(v.number()),
  })
    .index("by_customer_id_and_entity_id_and_settled_at", [
      "customer_id",
      "entity_id",
      "settled_at",
    ])
    .index("by_customer_id_and_state", ["customer_id", "state"])
    .index("by_overdue_at", ["overdue_at"])
    .index("by_state_and_settled_at", ["state", "settled_at"]),
};
