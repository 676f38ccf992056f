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
    /** `unheard`: the host had no handler. `skipped`: an operator dismissed its delivery. */
    state: v.union(
      v.literal("pending"),
      v.literal("delivered"),
      v.literal("unheard"),
      v.literal("skipped"),
    ),
  })
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes -- the timeline sorts by creation
    .index("by_customer", ["customer"])
    .index("by_state", ["state"])
    .index("by_customer_and_cause", ["customer", "cause"])
    .index("by_customer_and_state", ["customer", "state"]),
};
