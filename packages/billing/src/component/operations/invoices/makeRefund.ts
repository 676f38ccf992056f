import type { Failure } from "../../../contract/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { refuseWithoutProcessor } from "../../payments/notConfigured";
import type { ChargeAnswer, RefundRequest } from "../../payments/processor";
import { requestRefund } from "../../payments/charges/requests";
import { nowFor } from "../../platform/clock";
import type { Effect } from "../../rules/effects/effects";
import type { Refund } from "../../rules/invoices/invoice";
import { refundReceipts } from "../../rules/invoices/receipts";
import type { Receipt } from "../../rules/invoices/receipts";
import { splitProportionally } from "../../rules/invoices/refund";
import { originOf } from "../../rules/renewals/schedule";
import type { RefundPlan } from "../../rules/invoices/refund";
import { reloadAndSave } from "../../store/saveRevision";
import { storeEffects } from "../../store/effects";
import { subscriptionId } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { emitCredited, emitRefundFailed } from "./invoiceEvents";
import { addCreditNote, creditNoteOf } from "../../store/invoices/creditNotes";
import type { InvoiceLine } from "../../store/invoices/invoiceTables";
import { CLOCK } from "../../store/ledger/ledgerTables";
import type { Actor } from "../../../contract/operatorResponses";
import { recordMoney, refundPostings, undone } from "../../store/ledger/money";
import { ensureCurrentCustomerById } from "../customers/customers";
import { addCredit } from "./invoices";
import { findInvoice } from "./drafts";

type ReceiptShares = Doc<"creditNotes">["receipts"];

interface Why {
  reason: string | undefined;
  actor: Actor;
}

/**
 * Makes a planned refund: it pays to the card and to the customer's credit, and
 * creates a credit note. A remote processor's refund is pending until it responds.
 */
export async function makeRefund(
  ctx: MutationCtx,
  customerState: CustomerState,
  invoice: Doc<"invoices">,
  plan: RefundPlan,
  { reason = "", actor }: Why,
): Promise<Doc<"creditNotes"> | Failure> {
  const { customer, currency, key } = invoice;
  const { minor, by_card_minor: byCard, lines } = plan;
  const sent = await sendToCard(ctx, { customer, minor: byCard, currency, paidBy: key });
  if (sent !== null && typeof sent !== "string") return sent;
  if (minor > byCard) await addCredit(ctx, customer, minor - byCard);
  const at = customerState.now;
  const { taken, effects } = takeBackReceipts(customerState, invoice, plan);
  await storeEffects(ctx, customerState, effects);
  const note = await addCreditNote(ctx, {
    ...{ customer, invoice: invoice._id, currency, charge: sent, created_at: at },
    status: sent === null ? "issued" : "pending",
    lines: lines.map((share) => ({
      ...share,
      description: invoice.lines[share.line]?.description ?? "",
    })),
    ...{ total_minor: minor, by_card_minor: byCard },
    reason: reason === "" ? null : reason,
    receipts: taken,
  });
  const refund = { minor, by_card_minor: byCard, at, lines, credit_note: note.number };
  await ctx.db.patch("invoices", invoice._id, { refunds: [...(invoice.refunds ?? []), refund] });
  const postings = refundPostings(byCard, minor - byCard);
  const entry = { customer, cause_id: note.number, postings, currency, by: actor, at };
  await recordMoney(ctx, { ...entry, cause: "refund" });
  if (note.status === "issued") await emitCredited(ctx, note, at);
  await reloadAndSave(ctx, customerState);
  return note;
}

/**
 * The answer of a remote processor to a refund. Refused, nothing is refunded to the
 * card: its part can be refunded again, to the card or as credit.
 */
export async function settleRefund(
  ctx: MutationCtx,
  charge: Doc<"charges">,
  answer: ChargeAnswer,
): Promise<void> {
  if (answer.status === "requires_action") return;
  const note = await creditNoteOf(ctx, charge._id);
  const isPaid = answer.status === "paid";
  // The bank may still return a completed refund.
  if (note && note.status !== "void") {
    await ctx.db.patch("creditNotes", note._id, { status: isPaid ? "issued" : "void" });
    const customer = await ctx.db.get("customers", charge.customer);
    if (isPaid && customer) await emitCredited(ctx, note, nowFor(customer));
  }
  if (isPaid) return;
  const customerState = await ensureCurrentCustomerById(ctx, charge.customer);
  await failRefund(ctx, customerState, charge, note);
  if (note?.status === "issued") {
    await emitRefundFailed(ctx, note, charge.minor, customerState.now);
  }
  const { customer_id: customer } = (await reloadAndSave(ctx, customerState)).customer;
  const line = { event: "refund_declined", customer, charge: charge.request_key };
  console.error(JSON.stringify({ ...line, message: answer.message }));
}

/**
 * The card's part of a refund never went out. What became credit with it stays
 * credit, under a credit note of its own.
 */
async function failRefund(
  ctx: MutationCtx,
  { now }: CustomerState,
  { customer, key: paid, minor, currency }: Doc<"charges">,
  note: Doc<"creditNotes"> | null,
): Promise<void> {
  const { id: key } = paid;
  const invoice = await findInvoice(ctx, key);
  const refunds = [...(invoice?.refunds ?? [])];
  const index = refunds.findLastIndex((row) =>
    note ? row.credit_note === note.number : row.by_card_minor === minor,
  );
  const row = refunds[index];
  if (!invoice || !row) throw new Error(`Nothing of ${key} was to go back to a card`);
  refunds[index] = { ...row, failed_at: now };
  if (row.minor > minor) refunds.push(await keepCredit(ctx, row, note, now));
  await ctx.db.patch("invoices", invoice._id, { refunds });
  if (note) await giveBackReceipts(ctx, note.receipts, minor);
  const cause = { cause: "refund_failed" as const, cause_id: note ? note.number : key };
  const postings = undone(refundPostings(minor, 0));
  await recordMoney(ctx, { customer, ...cause, postings, currency, by: CLOCK, at: now });
}

/** The refund that is left of one whose card part failed. */
async function keepCredit(
  ctx: MutationCtx,
  { minor, by_card_minor, lines = [] }: Refund,
  note: Doc<"creditNotes"> | null,
  at: number,
): Promise<Refund> {
  const rest = minor - by_card_minor;
  const parts = splitProportionally(
    rest,
    lines.map((share) => share.minor),
  );
  const kept = parts.map((part) => ({ line: lines[part.line]?.line ?? 0, minor: part.minor }));
  const refund = { minor: rest, by_card_minor: 0, at, lines: kept };
  if (!note) return { minor: rest, by_card_minor: 0, at };
  const described = kept.map((share) => ({
    ...share,
    description: note.lines.find(({ line }) => line === share.line)?.description ?? "",
  }));
  const { customer, invoice, currency, reason } = note;
  const next = await addCreditNote(ctx, {
    ...{ customer, invoice, currency, reason, status: "issued", charge: null, created_at: at },
    ...{ lines: described, total_minor: rest, by_card_minor: 0, receipts: [] },
  });
  await emitCredited(ctx, next, at);
  return { ...refund, credit_note: next.number };
}

/** @returns The request to a remote processor; null: nothing has to be waited for. */
async function sendToCard(
  ctx: MutationCtx,
  request: RefundRequest,
): Promise<Id<"charges"> | null | Failure> {
  if (request.minor === 0) return null;
  const processor = currentProcessor();
  if (!processor) return refuseWithoutProcessor("Nothing can go back by card");
  if (processor.kind === "remote") return await requestRefund(ctx, request);
  await processor.refund(ctx, request);
  return null;
}

/**
 * A refunded amount is not credited again when the plan changes: for each
 * subscription, first the receipts of the refunded lines are reduced, then those of
 * its other lines.
 */
function takeBackReceipts(
  { subscriptions }: CustomerState,
  invoice: Doc<"invoices">,
  { lines: shares }: RefundPlan,
): { taken: ReceiptShares; effects: Effect[] } {
  const { lines, created_at } = invoice;
  const taken: ReceiptShares = [];
  const effects: Effect[] = [];
  for (const row of subscriptions) {
    const own = lines.filter((line) => line.subscription === originOf(row));
    const refunded = shares.filter(({ line }) => lines[line]?.subscription === originOf(row));
    if (refunded.length === 0 || !row.paid) continue;
    let [paid, left] = [[...row.paid], 0];
    const take = (of: readonly InvoiceLine[], minor: number) => {
      const { receipts, rest } = refundReceipts(paid, row, { lines: of, created_at }, minor);
      paid = receipts;
      return rest;
    };
    for (const { line, minor } of refunded) left += take(lines.slice(line, line + 1), minor);
    take(own, left);
    taken.push(...differences(subscriptionId(row), row.paid, paid));
    effects.push({ kind: "set", id: row.id, changes: { paid } });
  }
  return { taken, effects };
}

function differences(
  subscription: Id<"subscriptions">,
  before: readonly Receipt[],
  after: readonly Receipt[],
): ReceiptShares {
  return before.flatMap(({ item_index, period_end, left_minor }, index) => {
    const minor = left_minor - (after[index]?.left_minor ?? left_minor);
    return minor > 0 ? [{ subscription, item_index, period_end, minor }] : [];
  });
}

/** The receipts that a failed refund reduced can be credited again, as far as they still exist. */
async function giveBackReceipts(
  ctx: MutationCtx,
  shares: ReceiptShares,
  atMost: number,
): Promise<void> {
  let left = atMost;
  for (const { subscription, item_index, period_end, minor } of shares) {
    const row = await ctx.db.get("subscriptions", subscription);
    const isIts = (receipt: Receipt) =>
      receipt.item_index === item_index && receipt.period_end === period_end;
    if (!row?.paid?.some(isIts)) continue;
    const back = Math.min(left, minor);
    const paid = row.paid.map((receipt) =>
      isIts(receipt) ? { ...receipt, left_minor: receipt.left_minor + back } : receipt,
    );
    await ctx.db.patch("subscriptions", subscription, { paid });
    left -= back;
  }
}
