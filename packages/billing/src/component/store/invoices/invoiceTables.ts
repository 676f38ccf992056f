import { defineTable } from "convex/server";
import { v } from "convex/values";
import type { Infer } from "convex/values";
import { vCreditNoteStatus } from "../../../contract/invoiceResponses";
import { nullable, vInvoice } from "../../../contract/wire";
import { vRefund } from "../../rules/invoices/invoice";
import { vPays } from "../../rules/invoices/receipts";

/** One proration line, as the preview showed it and the invoice lists it. */
export const vStoredLine = v.object({
  description: v.string(),
  /** Minor units; negative: a credit. */
  minor: v.number(),
  feature_id: nullable(v.string()),
  /** The item whose period it pays for. Absent: it pays for nothing ahead. */
  item_index: v.optional(v.number()),
  /** Unspent prepaid units that the line covers. Absent: the whole quantity. */
  units: v.optional(v.number()),
  /** How it pays for that period. Absent: it pays for the rest of the period. */
  pays: v.optional(vPays),
  /** The discounted amount, > 0; `minor` is the rest. Absent: no discount. */
  discount_minor: v.optional(v.number()),
});
export type StoredLine = Infer<typeof vStoredLine>;

/** A line of an invoice. */
const vInvoiceLine = v.object({
  ...vStoredLine.fields,
  /**
   * What it charges or credits, as first bought: a move to another version of the
   * product keeps the name. Absent: a draft's, whose subscription does not exist yet.
   */
  subscription: v.optional(v.id("subscriptions")),
  /** The part that was credited since, so not refundable. Absent: nothing. */
  credited_minor: v.optional(v.number()),
});
export type InvoiceLine = Infer<typeof vInvoiceLine>;

/** An invoice as bookkeeping keeps it. Amounts are in minor units. */
export const vKeptInvoice = v.object({
  number: v.string(),
  /** The buyer on the invoice: a name, else an e-mail address. Null: neither was known. */
  billed_to: nullable(v.string()),
  status: vInvoice.fields.status,
  created_at: v.number(),
  currency: v.string(),
  lines: v.array(v.object({ description: v.string(), minor: v.number() })),
  total_minor: v.number(),
  /** The part of the total that credit paid; negative: it became credit. */
  credit_minor: v.number(),
  amount_paid_minor: v.number(),
  /** The part of its lines' charges that was credited on later invoices. */
  credited_minor: v.number(),
  /** Refunds, oldest first. */
  refunds: v.array(vRefund),
  /** When it is deleted. */
  expires_at: v.number(),
});

/** A part of a receipt, named by its subscription, its item and its period. */
const vReceiptShare = v.object({
  subscription: v.id("subscriptions"),
  item_index: v.number(),
  period_end: v.number(),
  minor: v.number(),
});

export const invoiceTables = {
  // Invoices. Written by settlement, invoices, credits and refunds. A draft may still change; once it
  // is issued only its status, its payment, credits and refunds do. Read by the customer view and
  // by renewals. Deleted with the customer: the fields that bookkeeping needs move to keptInvoices.
  invoices: defineTable({
    customer: v.id("customers"),
    /** The product whose cycle it pays; null: it pays a purchase. */
    subscription: nullable(v.id("subscriptions")),
    /**
     * The key of the billed period or purchase; there is never a second invoice with
     * the same key.
     */
    key: v.string(),
    product_ids: v.array(v.string()),
    /** The products whose unused time it credits. Absent: those that it bills. */
    credited_product_ids: v.optional(v.array(v.string())),
    status: vInvoice.fields.status,
    lines: v.array(vInvoiceLine),
    total_minor: v.number(),
    /** The part of the total taken from the customer's credit. Absent: nothing. */
    credit_minor: v.optional(v.number()),
    /** Paid by card, in minor units. Absent: nothing yet. */
    amount_paid_minor: v.optional(v.number()),
    /** Refunds, oldest first. Absent: none. */
    refunds: v.optional(v.array(vRefund)),
    /** The invoice number: unique, rising per customer. */
    number: v.optional(v.string()),
    /** The secret that its page's addresses are made from. Absent: it has no page. */
    link_secret: v.optional(v.string()),
    currency: v.string(),
    billing_reason: v.union(
      v.literal("purchase"),
      v.literal("subscription_update"),
      v.literal("subscription_cycle"),
    ),
    created_at: v.number(),
  })
    // eslint-disable-next-line @convex-dev/no-duplicate-indexes -- the timeline sorts by creation
    .index("by_customer", ["customer"])
    .index("by_customer_and_created_at", ["customer", "created_at"])
    .index("by_status", ["status"])
    .index("by_customer_and_status", ["customer", "status"])
    .index("by_subscription_and_status", ["subscription", "status"])
    .index("by_key", ["key"])
    .index("by_number", ["number"]),

  // Credit notes, one for each refund. Written by refunds: all but the status is final. Read by
  // lists and pages. Deleted with the customer: what bookkeeping needs of them is in the refunds of
  // keptInvoices.
  creditNotes: defineTable({
    customer: v.id("customers"),
    invoice: v.id("invoices"),
    /** In a series of its own: unique, rising per customer. */
    number: v.string(),
    status: vCreditNoteStatus,
    lines: v.array(v.object({ line: v.number(), description: v.string(), minor: v.number() })),
    total_minor: v.number(),
    /** The part that goes to the card; the rest became credit. */
    by_card_minor: v.number(),
    currency: v.string(),
    reason: nullable(v.string()),
    /** The request to a remote processor. Null: it was refunded at once. */
    charge: nullable(v.id("charges")),
    /** The amounts that it took from receipts; a failed refund returns them. */
    receipts: v.array(vReceiptShare),
    created_at: v.number(),
  })
    .index("by_customer_and_created_at", ["customer", "created_at"])
    .index("by_number", ["number"])
    .index("by_charge", ["charge"]),

  // Issued invoices of deleted customers, with the fields that bookkeeping needs. Written by
  // keptInvoices when a customer is deleted. Read by operators and by settlement, for used numbers.
  // Deleted by lifecycle/keptInvoices, after the period of docs/adr/0057.
  keptInvoices: defineTable(vKeptInvoice)
    .index("by_created_at", ["created_at"])
    .index("by_number", ["number"])
    .index("by_expires_at", ["expires_at"]),
};
