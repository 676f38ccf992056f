import { v } from "convex/values";
import { vCreditNote, vCreditNoteList, vInvoiceList } from "../invoiceResponses";
import { directRow } from "./row";

const vListParams = v.object({
  customer_id: v.string(),
  /** Default 20, at most 100. */
  limit: v.optional(v.number()),
  /** `next_cursor` of the previous page. */
  cursor: v.optional(v.string()),
});

/** Invoices, refunds and their credit notes: for server code. */
export const invoiceRows = {
  listInvoices: directRow({
    direct: { verb: "GET", path: "/customers/{customer_id}/invoices" },
    effect: "reads",
    params: vListParams,
    result: vInvoiceList,
  }),
  listCreditNotes: directRow({
    direct: { verb: "GET", path: "/customers/{customer_id}/credit_notes" },
    effect: "reads",
    params: vListParams,
    result: vCreditNoteList,
  }),
  createRefund: directRow({
    direct: { verb: "POST", path: "/customers/{customer_id}/refunds" },
    effect: "writes",
    params: v.object({
      customer_id: v.string(),
      /** The invoice's number, or the `stripe_id` that it has in lists. */
      invoice: v.string(),
      /** Each line once, with its refund. Absent: the rest of the invoice. */
      lines: v.optional(v.array(v.object({ line: v.number(), amount: v.number() }))),
      /** `credit`: all of it becomes credit. Default: the card's part goes to the card. */
      to: v.optional(v.union(v.literal("card"), v.literal("credit"))),
      /** For the credit note; the customer reads it. */
      reason: v.optional(v.string()),
    }),
    result: vCreditNote,
  }),
} as const;
