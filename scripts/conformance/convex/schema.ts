import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

export default defineSchema({
  accounts: defineTable({ name: v.string(), amount: v.number() }).index("by_name", ["name"]),
  /** `run` separates the rows of different runs. */
  rows: defineTable({ run: v.string(), rank: v.number(), value: v.optional(v.any()) }).index(
    "by_run",
    ["run", "rank"],
  ),
  vectors: defineTable({ run: v.string(), vector: v.array(v.float64()) }).vectorIndex("by_vector", {
    vectorField: "vector",
    dimensions: 3,
    filterFields: ["run"],
  }),
  texts: defineTable({ text: v.string() }).searchIndex("by_text", { searchField: "text" }),
  commits: defineTable({ run: v.string(), at: v.commitTs() }).index("by_run", ["run", "at"]),
});
