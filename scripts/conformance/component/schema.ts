import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  counts: defineTable({ run: v.string() }).index("by_run", ["run"]),
});
