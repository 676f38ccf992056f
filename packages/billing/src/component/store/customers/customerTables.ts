import { defineTable } from "convex/server";
import { v } from "convex/values";

export const customerTables = {
  // Which customer a verified identity is. Written by identify on a customer's first
  // writing call, and when the customer is renamed. Read by every call of a browser.
  // Deleted with the customer.
  identities: defineTable({
    /** Issuer and subject, as Convex joins them. Unique. */
    tokenIdentifier: v.string(),
    /** Unique: two issuers may not share a customer. */
    customerId: v.string(),
  })
    .index("by_tokenIdentifier", ["tokenIdentifier"])
    .index("by_customerId", ["customerId"]),

  // What people who deleted their account have had, under their fingerprint alone.
  // Written by usedOffers. Read by trials and purchases. Deleted by nobody.
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
    /** Why, the last time. */
    message: v.string(),
    since: v.number(),
    next_try_at: v.number(),
  }).index("by_customer", ["customer"]),

  // How many customers there are, in shards, so that people who join at the same
  // time do not collide. Written by customerCount. Read by lists. Deleted by nobody.
  customerCounts: defineTable({ shard: v.number(), count: v.number() }).index("by_shard", [
    "shard",
  ]),
};
