import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

/** The app's own tables. Billing has its own. */
export default defineSchema({
  accounts: defineTable({ name: v.string(), salt: v.bytes(), hash: v.bytes() }).index("by_name", [
    "name",
  ]),
  prints: defineTable({ account: v.string() }),
});
