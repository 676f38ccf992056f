import { defineTable } from "convex/server";
import { v } from "convex/values";

export const providerTables = {
  /**
   * Which customer a verified identity is.
   * Written by identify.ts on a customer's first writing call; read by every
   * billing call; deleted with the account.
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
