import { defineTable } from "convex/server";
import { v } from "convex/values";

export const customerTables = {
  // Which customer a verified identity is, and the customer ids of the host. Written by identify on a
  // customer's first writing call, and when the customer is renamed or moved. Read by every call of
  // a browser. Deleted with the customer.
  identities: defineTable({
    /** Issuer and subject, as Convex joins them. Unique. Absent: the host names this customer. */
    tokenIdentifier: v.optional(v.string()),
    /** Unique: two identities may not share a customer, unless the host chooses the same one. */
    customerId: v.string(),
  })
    .index("by_tokenIdentifier", ["tokenIdentifier"])
    .index("by_customerId", ["customerId"]),

  // Offers that deleted accounts have used, stored by fingerprint only. Written by usedOffers. Read
  // by trials and purchases. Never deleted.
  usedOffers: defineTable({
    fingerprint: v.string(),
    kind: v.union(v.literal("trial"), v.literal("product")),
    product_id: v.string(),
    times: v.number(),
  }).index("by_fingerprint_and_kind_and_product_id", ["fingerprint", "kind", "product_id"]),

  // How many customers there are, in shards, so that parallel sign-ups do not conflict. Written by
  // customerCount. Read by lists. Never deleted.
  customerCounts: defineTable({ shard: v.number(), count: v.number() }).index("by_shard", [
    "shard",
  ]),
};
