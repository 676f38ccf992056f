import type { WithoutSystemFields } from "convex/server";
import type { CreditNote } from "../../../contract/invoiceResponses";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { readPage } from "../../platform/pages";
import { toMajor } from "../../rules/money/money";
import { creditNoteNumber } from "../../rules/invoices/refund";

/** Issues a credit note under the next number of its customer. */
export async function addCreditNote(
  ctx: MutationCtx,
  note: Omit<WithoutSystemFields<Doc<"creditNotes">>, "number">,
): Promise<Doc<"creditNotes">> {
  const customer = await ctx.db.get("customers", note.customer);
  if (!customer?.invoice_numbers) throw new Error("A refund is of an invoice, which has a number");
  const count = (customer.credit_notes ?? 0) + 1;
  await ctx.db.patch("customers", customer._id, { credit_notes: count });
  const number = creditNoteNumber(customer.invoice_numbers.prefix, count);
  const id = await ctx.db.insert("creditNotes", { ...note, number });
  const row = await ctx.db.get("creditNotes", id);
  if (!row) throw new Error("A credit note vanished in its own transaction");
  return row;
}

/** The credit note whose refund a charge sends; null: the refund is older than credit notes. */
export async function creditNoteOf(
  ctx: QueryCtx,
  charge: Id<"charges">,
): Promise<Doc<"creditNotes"> | null> {
  return await ctx.db
    .query("creditNotes")
    .withIndex("by_charge", (q) => q.eq("charge", charge))
    .unique();
}

/** A page of credit notes, newest first; a failure for an unknown cursor. */
export async function pageOfCreditNotes(
  ctx: QueryCtx,
  customer: Id<"customers">,
  page: { limit?: number; cursor?: string },
) {
  const own = () => ctx.db.query("creditNotes");
  return await readPage(page, {
    find: async (cursor) => {
      const id = ctx.db.normalizeId("creditNotes", cursor);
      const row = id && (await ctx.db.get("creditNotes", id));
      return row?.customer === customer ? row : null;
    },
    same: async (at, created, size) =>
      await own()
        .withIndex("by_customer_and_created_at", (q) =>
          q.eq("customer", customer).eq("created_at", at).lt("_creationTime", created),
        )
        .order("desc")
        .take(size),
    earlier: async (before, size) =>
      await own()
        .withIndex("by_customer_and_created_at", (q) =>
          q.eq("customer", customer).lt("created_at", before ?? Infinity),
        )
        .order("desc")
        .take(size),
  });
}

export async function serializeCreditNote(
  ctx: QueryCtx,
  note: Doc<"creditNotes">,
): Promise<CreditNote> {
  const { number, status, currency, reason, created_at } = note;
  const invoice = await ctx.db.get("invoices", note.invoice);
  const major = (minor: number) => toMajor(minor, currency);
  return {
    ...{ number, status, invoice: invoice?.number ?? "" },
    lines: note.lines.map(({ minor, ...line }) => ({ ...line, amount: major(minor) })),
    total: major(note.total_minor),
    by_card: major(note.by_card_minor),
    as_credit: major(note.total_minor - note.by_card_minor),
    ...{ currency, reason, created_at },
  };
}
