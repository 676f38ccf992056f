import { defineTable } from "convex/server";
import { v } from "convex/values";
import { remoteTables } from "./remote/tables";

export const providerTables = {
  ...remoteTables,
  /**
   * Which customer a verified identity is.
   * Written by identify.ts on a customer's first writing call, and when the
   * customer is renamed; read by every billing call; deleted with the customer.
   */
  identities: defineTable({
    /** Issuer and subject, as Convex joins them. Unique. */
    tokenIdentifier: v.string(),
    /** Unique: two issuers may not share a customer. */
    customerId: v.string(),
  })
    .index("by_tokenIdentifier", ["tokenIdentifier"])
    .index("by_customerId", ["customerId"]),
};
