import { defineTable } from "convex/server";
import { v } from "convex/values";

export const idempotencyTables = {
  // First responses, returned again for the same key. Written by idempotency, in the transaction of
  // the effect. Deleted by lifecycle/retention after 30 days.
  idempotencyKeys: defineTable({
    key: v.string(),
    operation: v.string(),
    fingerprint: v.string(),
    // An answer of any operation; it left through that operation's validator.
    response: v.any(),
    created_at: v.number(),
  })
    .index("by_key_and_operation", ["key", "operation"])
    .index("by_created_at", ["created_at"]),
};
