import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable, vInvoice } from "./wire";

/**
 * Answers about invoices and credit notes, in wire names. Amounts are in major
 * units, times in epoch milliseconds.
 */
const vInvoiceLine = v.object({
  /** Its position on the invoice, from 0: refunds name it. */
  line: v.number(),
  description: v.string(),
  /** After discounts; negative: a credit. */
  amount: v.number(),
  /** What discounts took off. Absent: nothing. */
  discount: v.optional(v.number()),
  /** How much of the line can still be refunded, as far as the invoice allows. */
  refundable: v.number(),
});

export const vInvoiceDetail = v.object({
  ...vInvoice.fields,
  /** Null: a draft, which is not issued. */
  number: nullable(v.string()),
  lines: v.array(vInvoiceLine),
  /** How much of the whole invoice can still be refunded. */
  refundable: v.number(),
});

/** An invoice with its lines, and what can be refunded of it. */
export type InvoiceDetail = Infer<typeof vInvoiceDetail>;

export const vInvoiceList = v.object({
  /** Newest first. */
  list: v.array(vInvoiceDetail),
  /** For the next page; null: there is none. It is valid for this customer only. */
  next_cursor: nullable(v.string()),
});

/**
 * `pending`: the card's processor has not answered. `void`: the card took nothing,
 * so nothing was refunded, and the amount can be refunded again.
 */
export const vCreditNoteStatus = v.union(
  v.literal("pending"),
  v.literal("issued"),
  v.literal("void"),
);

export const vCreditNote = v.object({
  /** In a series of its own, rising and without gaps. */
  number: v.string(),
  status: vCreditNoteStatus,
  /** The number of the invoice that it refunds. */
  invoice: v.string(),
  lines: v.array(v.object({ line: v.number(), description: v.string(), amount: v.number() })),
  /** The sum of the lines, and of the next two. */
  total: v.number(),
  by_card: v.number(),
  as_credit: v.number(),
  currency: v.string(),
  reason: nullable(v.string()),
  created_at: v.number(),
});
export type CreditNote = Infer<typeof vCreditNote>;

export const vCreditNoteList = v.object({
  /** Newest first. */
  list: v.array(vCreditNote),
  next_cursor: nullable(v.string()),
});
