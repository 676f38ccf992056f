import { v } from "convex/values";
import type { Infer } from "convex/values";
import { vCreditNoteStatus } from "../../contract/invoiceResponses";
import { nullable, vInvoice } from "../../contract/wire";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isNothing } from "../rules/invoices/invoice";
import { toMajor } from "../rules/money/money";
import { formatMoney } from "../rules/text";
import { readSeller, vSeller } from "../store/hostSettings";

/** The content of a printed invoice or credit note. Amounts in major units. */
export const vDocument = v.object({
  kind: v.union(v.literal("invoice"), v.literal("credit_note")),
  number: v.string(),
  /** Of a credit note: the invoice that it refunds. */
  refunds: nullable(v.string()),
  status: v.union(vInvoice.fields.status, vCreditNoteStatus),
  seller: nullable(vSeller),
  billed_to: v.array(v.string()),
  created_at: v.number(),
  lines: v.array(v.object({ description: v.string(), amount: v.number() })),
  total: v.number(),
  currency: v.string(),
  /** How it was paid or refunded, one sentence each. */
  notes: v.array(v.string()),
});
export type PrintedDocument = Infer<typeof vDocument>;

/**
 * The document of an invoice, or of one of its credit notes, by its number.
 *
 * @returns Null: the invoice has no such document, such as a draft.
 */
export async function documentOf(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
  number: string,
): Promise<PrintedDocument | null> {
  const customer = await ctx.db.get("customers", invoice.customer);
  const billed_to = [customer?.name, customer?.email].filter((text) => typeof text === "string");
  const about = { seller: await readSeller(ctx), billed_to, currency: invoice.currency };
  if (invoice.number === number) return { ...about, ...printInvoice(invoice, number) };
  const note = await ctx.db
    .query("creditNotes")
    .withIndex("by_number", (q) => q.eq("number", number))
    .unique();
  if (note?.invoice !== invoice._id) return null;
  return { ...about, ...printCreditNote(note, invoice.number ?? "") };
}

type Printed = Omit<PrintedDocument, "seller" | "billed_to" | "currency">;

function printInvoice(invoice: Doc<"invoices">, number: string): Printed {
  const { currency, status, created_at, total_minor, lines } = invoice;
  const { credit_minor = 0, amount_paid_minor = 0, refunds = [] } = invoice;
  const money = (minor: number) => formatMoney(toMajor(minor, currency), currency);
  const notes = [
    ...(amount_paid_minor > 0 ? [`Paid by card: ${money(amount_paid_minor)}`] : []),
    ...(credit_minor > 0 ? [`Paid with credit: ${money(credit_minor)}`] : []),
    ...(credit_minor < 0 ? [`Became credit: ${money(-credit_minor)}`] : []),
    ...refunds
      .filter(({ failed_at }) => failed_at === undefined)
      .map(({ minor, credit_note }) => `Refunded: ${money(minor)} ${credit_note ?? ""}`.trim()),
  ];
  return {
    ...{ kind: "invoice", number, refunds: null, status, created_at, notes },
    lines: shownLines(lines, currency),
    total: toMajor(total_minor, currency),
  };
}

/** The lines of an invoice without those of nothing, such as usage that there was none of. */
export function shownLines(lines: Doc<"invoices">["lines"], currency: string) {
  return major(
    lines.filter((line) => !isNothing(line)),
    currency,
  );
}

function printCreditNote(note: Doc<"creditNotes">, refunds: string): Printed {
  const { number, status, created_at, currency, total_minor, by_card_minor, reason } = note;
  const money = (minor: number) => formatMoney(toMajor(minor, currency), currency);
  const asCredit = total_minor - by_card_minor;
  const notes = [
    ...(reason === null ? [] : [reason]),
    ...(by_card_minor > 0 ? [`To the card: ${money(by_card_minor)}`] : []),
    ...(asCredit > 0 ? [`As credit: ${money(asCredit)}`] : []),
  ];
  return {
    ...{ kind: "credit_note", number, refunds, status, created_at, notes },
    lines: major(note.lines, currency),
    total: toMajor(total_minor, currency),
  };
}

function major(lines: readonly { description: string; minor: number }[], currency: string) {
  return lines.map(({ description, minor }) => ({ description, amount: toMajor(minor, currency) }));
}
