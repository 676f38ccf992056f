import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable, vInvoice } from "../../../contract/wire";
import { vRefund } from "../../rules/invoice";

/** One proration line: what the preview showed and what the invoice says. */
export const vStoredLine = v.object({
  description: v.string(),
  /** Minor units; negative: a credit. */
  minor: v.number(),
  feature_id: nullable(v.string()),
  /** The item whose period it pays for. Absent: it pays for nothing ahead. */
  item_index: v.optional(v.number()),
  /** What discounts took off, > 0; `minor` is what is left. Absent: nothing. */
  discount_minor: v.optional(v.number()),
});
export type StoredLine = Infer<typeof vStoredLine>;

/** An invoice as bookkeeping keeps it. Amounts are in minor units. */
export const vKeptInvoice = v.object({
  number: v.string(),
  /** As the invoice shows it: a name, else an e-mail address. Null: neither was known. */
  billed_to: nullable(v.string()),
  status: vInvoice.fields.status,
  created_at: v.number(),
  currency: v.string(),
  lines: v.array(v.object({ description: v.string(), minor: v.number() })),
  total_minor: v.number(),
  /** Of the total: paid from the customer's credit; negative: it became credit. */
  credit_minor: v.number(),
  amount_paid_minor: v.number(),
  /** Of what its lines charged: credited on later invoices. */
  credited_minor: v.number(),
  /** Given back, oldest first. */
  refunds: v.array(vRefund),
  /** From then on it is deleted. */
  expires_at: v.number(),
});

export const invoiceTables = {
  // Written by issuing, invoices, credits and refunds. A draft may still change; once it is issued only its
  // status, how it was paid and what was credited or given back do. Read by the customer view and by
  // renewals. Deleted with the customer: what bookkeeping needs of it moves to keptInvoices.
  invoices: defineTable({
    customer: v.id("customers"),
    /** The product whose cycle it pays; null: it pays a purchase. */
    subscription: nullable(v.id("subscriptions")),
    /** What this invoice is for; a second one for the same thing is never made. */
    key: v.string(),
    product_ids: v.array(v.string()),
    status: vInvoice.fields.status,
    lines: v.array(vStoredLine),
    total_minor: v.number(),
    /** Of the total: taken from the customer's credit. Absent: nothing. */
    credit_minor: v.optional(v.number()),
    /** Paid by card, in minor units. Absent: nothing yet. */
    amount_paid_minor: v.optional(v.number()),
    /** Of what its lines charged: credited since, so not refundable. Absent: nothing. */
    credited_minor: v.optional(v.number()),
    /** Given back, oldest first. Absent: nothing. */
    refunds: v.optional(v.array(vRefund)),
    /** What people quote: unique, rising per customer. */
    number: v.optional(v.string()),
    /** From which the addresses of its page are made. Absent: it has no page. */
    link_secret: v.optional(v.string()),
    currency: v.string(),
    billing_reason: v.union(
      v.literal("purchase"),
      v.literal("subscription_update"),
      v.literal("subscription_cycle"),
    ),
    created_at: v.number(),
  })
    .index("by_customer_and_created_at", ["customer", "created_at"])
    .index("by_status", ["status"])
    .index("by_customer_and_status", ["customer", "status"])
    .index("by_subscription_and_status", ["subscription", "status"])
    .index("by_key", ["key"])
    .index("by_number", ["number"]),

  // Issued invoices of deleted customers, with what bookkeeping needs and nothing else of them.
  // Written by keptInvoices when a customer is erased. Read by operators and by issuing, for the
  // numbers that are taken. Deleted by keptInvoices' sweep, after the period of docs/adr/0057.
  keptInvoices: defineTable(vKeptInvoice)
    .index("by_created_at", ["created_at"])
    .index("by_number", ["number"])
    .index("by_expires_at", ["expires_at"]),
};
