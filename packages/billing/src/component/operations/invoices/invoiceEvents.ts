import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { DAY_MS } from "../../../contract/time";
import { graceEnd, nextRetryAt } from "../../rules/renewals/dunning";
import { toMajor } from "../../rules/money/money";
import { invoiceUrl } from "../responses/invoiceViews";
import { emit, emitOnce } from "../../store/events/emit";

/** How long the link to an invoice works that an event has: mails are read late. */
const LINK_MS = 30 * DAY_MS;

/** An invoice was issued. */
export async function emitIssued(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  at: number,
): Promise<void> {
  const fields = await fieldsOf(invoice, at);
  await emit(ctx, invoice.customer, { type: "invoice.issued", fields, at, cause: invoice.key });
}

/** An invoice was paid. Amounts are in minor units. */
export async function emitPaid(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  { fromCredit, byCard }: { fromCredit: number; byCard: number },
  at: number,
): Promise<void> {
  const { currency, customer, key: cause } = invoice;
  const fields = {
    ...(await fieldsOf(invoice, at)),
    by_card: toMajor(byCard, currency),
    from_credit: toMajor(fromCredit, currency),
  };
  await emit(ctx, customer, { type: "invoice.paid", fields, at, cause });
}

/** A refund was made. A credit note that a processor confirms twice makes one event. */
export async function emitCredited(
  ctx: MutationCtx,
  note: Doc<"creditNotes">,
  at: number,
): Promise<void> {
  const { number, customer, currency, total_minor, by_card_minor, reason } = note;
  const invoice = await ctx.db.get("invoices", note.invoice);
  if (!invoice) throw new Error(`The invoice of credit note ${number} vanished`);
  const fields = {
    ...{ credit_note: number, invoice: invoice.number ?? "", currency, reason },
    lines: linesOf(note),
    total: toMajor(total_minor, currency),
    by_card: toMajor(by_card_minor, currency),
    as_credit: toMajor(total_minor - by_card_minor, currency),
    hosted_invoice_url: await invoiceUrl(invoice, at, LINK_MS),
  };
  await emitOnce(ctx, customer, { type: "credit_note.issued", fields, at, cause: number });
}

/**
 * Emits `refund.failed` for the card's part of a refund that was reported and then
 * returned. Minor units.
 */
export async function emitRefundFailed(
  ctx: MutationCtx,
  note: Doc<"creditNotes">,
  minor: number,
  at: number,
): Promise<void> {
  const { number, customer, currency } = note;
  const invoice = await ctx.db.get("invoices", note.invoice);
  if (!invoice) throw new Error(`The invoice of credit note ${number} vanished`);
  const fields = {
    ...{ credit_note: number, invoice: invoice.number ?? "", currency },
    amount: toMajor(minor, currency),
    hosted_invoice_url: await invoiceUrl(invoice, at, LINK_MS),
  };
  await emitOnce(ctx, customer, { type: "refund.failed", fields, at, cause: number });
}

/** A charge of an issued invoice was declined, or needs the customer's approval. */
export async function emitInvoiceFailed(
  ctx: MutationCtx,
  invoice: Doc<"invoices">,
  { at, reason }: { at: number; reason: string },
): Promise<void> {
  const retries: number[] = [];
  const end = graceEnd(invoice.created_at);
  for (let next = nextRetryAt(end, at); next !== null; next = nextRetryAt(end, next)) {
    retries.push(next);
  }
  const fields = { ...(await fieldsOf(invoice, at)), reason, retries };
  const cause = `${invoice.key}:${at}`;
  await emitOnce(ctx, invoice.customer, { type: "invoice.failed", fields, at, cause });
}

async function fieldsOf(invoice: Doc<"invoices">, at: number) {
  const { number = "", product_ids, total_minor, currency } = invoice;
  return {
    ...{ invoice: number, product_ids, currency },
    lines: linesOf(invoice),
    total: toMajor(total_minor, currency),
    hosted_invoice_url: await invoiceUrl(invoice, at, LINK_MS),
  };
}

function linesOf({
  lines,
  currency,
}: Pick<Doc<"creditNotes">, "lines" | "currency"> | Doc<"invoices">) {
  return lines.map(({ description, minor }) => ({
    description,
    amount: toMajor(minor, currency),
  }));
}

/**
 * A customer disputes a payment. For processors, which know of it.
 *
 * @param dispute - `id`: the processor's, so that its report makes one event.
 *   `minor`: minor units. `invoice`: the disputed one; null: it is not known.
 */
export async function emitDisputed(
  ctx: MutationCtx,
  customer: Id<"customers">,
  dispute: {
    id: string;
    invoice: Doc<"invoices"> | null;
    minor: number;
    currency: string;
    reason: string;
    at: number;
  },
): Promise<void> {
  const { id, invoice, minor, currency, reason, at } = dispute;
  const amount = toMajor(minor, currency);
  const fields = { invoice: invoice?.number ?? null, amount, currency, reason };
  await emitOnce(ctx, customer, { type: "payment.disputed", fields, at, cause: id });
}
