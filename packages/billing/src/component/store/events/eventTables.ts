import { defineTable } from "convex/server";
import { v } from "convex/values";

export const eventTables = {
  // What happened to customers. Written by store/events, in the transaction of what happened. Read
  // and marked by events/deliver. Deleted with the customer.
  events: defineTable({
    customer: v.id("customers"),
    /** Names what caused it, within the customer: the same cause makes one event. */
    cause: v.string(),
    type: v.string(),
    /** The event's own fields, without those of every event. */
    fields: v.any(),
    at: v.number(),
    /** `unheard`: the host had no handler. */
    state: v.union(v.literal("pending"), v.literal("delivered"), v.literal("unheard")),
    /** Failed deliveries. */
    attempts: v.number(),
    next_try_at: v.number(),
    /** The last delivery failed, and it is tried again. Absent: it did not. */
    is_failing: v.optional(v.literal(true)),
    /** Why the last delivery failed. Absent: none did, or it is not known. */
    message: v.optional(v.string()),
  })
    .index("by_customer", ["customer"])
    .index("by_is_failing", ["is_failing"])
    .index("by_customer_and_cause", ["customer", "cause"])
    .index("by_customer_and_state", ["customer", "state"]),
};
