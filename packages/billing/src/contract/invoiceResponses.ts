import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable, vInvoice } from "./wire";

/**
 * Responses about invoices and credit notes, in wire names. Amounts are in major
 * units, times in epoch milliseconds.
 */
const vInvoiceLine = v.object({
  /** Its position on the invoice, from 0: refunds name it. */
  line: v.number(),
  description: v.string(),
  /** After discounts; negative: a credit. */
  amount: v.number(),
  /** The amount of its discounts. Absent: none. */
  discount: v.optional(v.number()),
  /** The refundable amount of the line, limited by that of the invoice. */
  refundable: v.number(),
});

export const vInvoiceDetail = v.object({
  ...vInvoice.fields,
  /** Null: a draft, which is not issued. */
  number: nullable(v.string()),
  lines: v.array(vInvoiceLine),
  /** The refundable amount of the whole invoice. */
  refundable: v.number(),
});

/** An invoice with its lines, and the refundable amounts. */
export type InvoiceDetail = Infer<typeof vInvoiceDetail>;

export const vInvoiceList = v.object({
  /** Newest first. */
  list: v.array(vInvoiceDetail),
  /** The cursor of the next page; null on the last one. It is valid for this customer only. */
  next_cursor: nullable(v.string()),
});

/**
 * `pending`: the card's processor has not responded. `void`: the card did not take
 * the refund, and the amount can be refunded again.
 */
export const vCreditNoteStatus = v.union(
  v.literal("pending"),
  v.literal("issued"),
  v.literal("void"),
);

export const vCreditNote = v.object({
  /** A separate series without gaps. */
  number: v.string(),
  status: vCreditNoteStatus,
  /** The number of the invoice that it refunds. */
  invoice: v.string(),
  lines: v.array(v.object({ line: v.number(), description: v.string(), amount: v.number() })),
  /** The sum of the lines, and of the next two fields. */
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
