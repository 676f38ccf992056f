import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

/** A host's own `customers` table does not affect billing's table of that name. */
export default defineSchema({ customers: defineTable({ text: v.string() }) });
