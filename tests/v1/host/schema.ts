import { defineSchema, defineTable } from "convex/server";
import { v } from "convex/values";

/** A host's own `customers` are no business of billing's, which has a table of that name too. */
export default defineSchema({ customers: defineTable({ text: v.string() }) });
