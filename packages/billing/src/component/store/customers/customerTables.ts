import { defineTable } from "convex/server";
import { v } from "convex/values";

export const customerTables = {
  // Which customer a verified identity is. Written by identify on a customer's first writing call,
  // and when the customer is renamed. Read by every call of a browser. Deleted with the customer.
  identities: defineTable({
    /** Issuer and subject, as Convex joins them. Unique. */
    tokenIdentifier: v.string(),
    /** Unique: two issuers may not share a customer. */
    customerId: v.string(),
  })
    .index("by_tokenIdentifier", ["tokenIdentifier"])
    .index("by_customerId", ["customerId"]),

  // Offers that deleted accounts have used, under their fingerprint alone. Written by usedOffers.
  // Read by trials and purchases. Never deleted.
  usedOffers: defineTable({
    fingerprint: v.string(),
    kind: v.union(v.literal("trial"), v.literal("product")),
    product_id: v.string(),
    times: v.number(),
  }).index("by_fingerprint_and_kind_and_product_id", ["fingerprint", "kind", "product_id"]),

  // Customers whose next step failed, for operators. Written and read by stuckCustomers.
  // Deleted when a step succeeds, and with the customer.
  stuckCustomers: defineTable({
    customer: v.id("customers"),
    /** How often in a row. */
    failures: v.number(),
    /** The last error. */
    message: v.string(),
    since: v.number(),
    next_try_at: v.number(),
  }).index("by_customer", ["customer"]),

  // How many customers there are, in shards, so that parallel sign-ups do not conflict. Written by
  // customerCount. Read by lists. Never deleted.
  customerCounts: defineTable({ shard: v.number(), count: v.number() }).index("by_shard", [
    "shard",
  ]),
};
