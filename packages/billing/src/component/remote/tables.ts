import { defineTable } from "convex/server";
import { v } from "convex/values";
import { vCustomerData } from "../../contract/params";
import { nullable, vCustomerFeature } from "../../contract/wire";
import { vMoneyCall, vMoneyResult } from "./money";

/** What a deployment keeps that sells through a remote provider. Empty with the embedded one. */
export const remoteTables = {
  // Money operations, noted before they are sent. Written by intents. Read by
  // whoever asks again. Deleted by the sweep, 30 days after their answer.
  remoteIntents: defineTable({
    customer_id: v.string(),
    call: vMoneyCall,
    /** The caller's; null: the call has no name. */
    request_key: nullable(v.string()),
    /** Of what was asked. */
    fingerprint: v.string(),
    /** What it is about: two of them may not be open at once. */
    subject: v.string(),
    /** Null: nobody knows yet what came of it. */
    result: nullable(vMoneyResult),
    /** When it is sent again; null: it has its answer. */
    next_try_at: nullable(v.number()),
    created_at: v.number(),
  })
    .index("by_request_key", ["request_key"])
    .index("by_subject_and_next_try_at", ["subject", "next_try_at"])
    .index("by_customer_id_and_next_try_at", ["customer_id", "next_try_at"])
    .index("by_next_try_at", ["next_try_at"]),

  // What customers and their entities may use, as last seen, and what of it has
  // been used since. Written by cache and by gates. Read by every question
  // about access. Deleted when the provider says that they are gone.
  entitlementCaches: defineTable({
    customer_id: v.string(),
    /** Null: the customer's own. */
    entity_id: nullable(v.string()),
    features: v.record(v.string(), vCustomerFeature),
    /** Used, and not in `features` yet: units by the feature that pays. */
    reserved: v.record(v.string(), v.number()),
    /** How many uses that is. */
    reserved_count: v.number(),
    /** When it was asked for what is told here. */
    seen_at: v.number(),
    /** When the customer last did something. */
    active_at: v.number(),
    /** When it is asked for again; null: not before the customer does something. */
    refresh_at: nullable(v.number()),
    /** Rises with every change that an open page should hear of. */
    revision: v.number(),
    next_change_at: nullable(v.number()),
  })
    .index("by_customer_id_and_entity_id", ["customer_id", "entity_id"])
    .index("by_refresh_at", ["refresh_at"]),

  // Uses that were gated here and are reported to the provider. Written by
  // gates and by outbox. Read by the cache. Deleted by the sweep 30 days after
  // they were taken; refused ones stay, for the operator.
  outbox: defineTable({
    customer_id: v.string(),
    customer_data: v.optional(vCustomerData),
    entity_id: nullable(v.string()),
    feature_id: v.string(),
    value: v.number(),
    /** What it takes from the cache: the feature itself, or credits. */
    paid_by: v.string(),
    amount: v.number(),
    state: v.union(v.literal("queued"), v.literal("taken"), v.literal("refused")),
    /** Why it was refused. */
    message: nullable(v.string()),
    tries: v.number(),
    /** Null: it is settled. */
    next_try_at: nullable(v.number()),
    /** Null: it is queued. */
    settled_at: nullable(v.number()),
  })
    .index("by_customer_id_and_entity_id_and_settled_at", [
      "customer_id",
      "entity_id",
      "settled_at",
    ])
    .index("by_customer_id_and_next_try_at", ["customer_id", "next_try_at"])
    .index("by_next_try_at", ["next_try_at"])
    .index("by_state_and_settled_at", ["state", "settled_at"]),
};
