import { defineTable } from "convex/server";
import { v } from "convex/values";

export const customerTables = {
  // How many customers there are, in shards, so that people who join at the same
  // time do not collide. Written by customerCount. Read by lists. Deleted by nobody.
  customerCounts: defineTable({ shard: v.number(), count: v.number() }).index("by_shard", [
    "shard",
  ]),
};
