import { defineTable } from "convex/server";
import { v } from "convex/values";

export const paymentTables = {
  // Saved cards: brand and last four digits, never the number. Written by the
  // sandbox's hosted pages. Read by attach, renewals and the customer view.
  // Deleted by nobody: a newer card takes over.
  paymentMethods: defineTable({
    customer: v.id("customers"),
    brand: v.string(),
    last4: v.string(),
    exp_month: v.number(),
    exp_year: v.number(),
    created_at: v.number(),
  }).index("by_customer", ["customer"]),
};
