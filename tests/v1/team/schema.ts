import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  members: defineTable({ subject: v.string(), organization: v.string() }).index("by_subject", [
    "subject",
  ]),
  events: defineTable({ type: v.string(), customerId: v.string() }),
});
