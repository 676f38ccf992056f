import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { addCredit } from "../../operations/invoices/invoices";
import { findInvoice } from "../../operations/invoices/drafts";
import { readAll } from "../../platform/bounded";
import { nowFor } from "../../platform/clock";
import { CLOCK } from "../../store/ledger/ledgerTables";
import type { Posting } from "../../store/ledger/ledgerTables";
import { recordMoney, refundPostings, undone } from "../../store/ledger/money";
import type { RemoteOutcome } from "../../payments/processor";
import { chargesFor, requestSurplusRefund } from "../../payments/charges/requests";

const MAX_DISPUTES = 1_000;

/**
 * Whether a payment no longer has anything to pay for: it arrived after its charge was declined, or
 * another charge has paid for the same. A payment of an invoice that is still open is no surplus.
 *
 * @param charge - As it was before the payment.
 */
export async function isSurplus(ctx: MutationCtx, charge: Doc<"charges">): Promise<boolean> {
  if ((await findInvoice(ctx, charge.key.id))?.status === "open") return false;
  if (charge.state === "declined") return true;
  const others = (await chargesFor(ctx, charge.key.id)).filter(({ _id }) => _id !== charge._id);
  return others.some(({ used_minor }) => used_minor > 0);
}

/** Sends a payment back to its card, whole and once, and says why to operators. */
export async function returnSurplus(ctx: MutationCtx, charge: Doc<"charges">): Promise<void> {
  const { _id, key, minor, request_key } = charge;
  await ctx.db.patch("charges", _id, { used_minor: minor });
  await requestSurplusRefund(ctx, charge);
  const customer = await record(ctx, charge, "surplus", refundPostings(minor, 0));
  const invoice = (await findInvoice(ctx, key.id))?.status ?? "none";
  const line = { event: "surplus_returned", customer, charge: request_key, minor, invoice };
  console.error(JSON.stringify(line));
}

/**
 * The answer to that. What the card does not take back, or what never went out, is the customer's
 * credit. A refund that the processor refuses to make is not: the money may have gone back by hand
 * or by a dispute already, so operators decide.
 */
export async function settleSurplus(
  ctx: MutationCtx,
  refund: Doc<"charges">,
  { answer, reference }: RemoteOutcome,
): Promise<void> {
  if (answer.status !== "declined") return;
  const { minor, request_key: charge } = refund;
  const line = { charge, minor, message: answer.message };
  if (reference === null && answer.code !== "lost") {
    const customer = (await ctx.db.get("customers", refund.customer))?.customer_id ?? null;
    console.error(JSON.stringify({ event: "surplus_refused", customer, ...line }));
    return;
  }
  await addCredit(ctx, refund.customer, minor);
  await ctx.db.patch("charges", refund._id, { kept_minor: minor });
  const kept = [...undone(refundPostings(minor, 0)), ...refundPostings(0, minor)];
  const customer = await record(ctx, refund, "surplus_kept", kept);
  console.error(JSON.stringify({ event: "surplus_kept", customer, ...line }));
  const lost = await lostOf(ctx, refund);
  if (lost > 0) await takeCreditBack(ctx, { ...refund, kept_minor: minor }, lost);
}

/** The amount that the bank has already reversed of the refunded payment. */
async function lostOf(ctx: MutationCtx, refund: Doc<"charges">): Promise<number> {
  const { customer, refund_of: charge } = refund;
  const rows = ctx.db
    .query("disputes")
    .withIndex("by_customer_and_state", (q) => q.eq("customer", customer).eq("state", "lost"));
  const lost = await readAll(rows, MAX_DISPUTES, "lost disputes of a customer");
  const ofIt = lost.filter((dispute) => dispute.charge === charge);
  return ofIt.reduce((sum, { minor }) => sum + minor, 0);
}

/**
 * Removes the credit of a returned refund after the bank has reversed its payment, as
 * far as the credit is not spent. The log tells operators the rest.
 *
 * @param lost - The amount that the bank took, in minor units.
 */
export async function takeCreditBack(
  ctx: MutationCtx,
  refund: Doc<"charges">,
  lost: number,
): Promise<void> {
  const { _id, kept_minor: kept = 0, request_key: charge } = refund;
  const claimed = Math.min(lost, kept);
  if (claimed === 0) return;
  await ctx.db.patch("charges", _id, { kept_minor: kept - claimed });
  const credit = (await ctx.db.get("customers", refund.customer))?.credit_minor ?? 0;
  const minor = Math.min(claimed, credit);
  await addCredit(ctx, refund.customer, -minor);
  const taken = [...undone(refundPostings(0, minor)), ...refundPostings(minor, 0)];
  const customer = await record(ctx, refund, "surplus_disputed", taken);
  const line = { event: "surplus_disputed", customer, charge, minor, missing: claimed - minor };
  console.error(JSON.stringify(line));
}

/** @returns The customer's id, for the log. */
async function record(
  ctx: MutationCtx,
  { customer, currency, request_key }: Doc<"charges">,
  cause: "surplus" | "surplus_kept" | "surplus_disputed",
  postings: Posting[],
): Promise<string> {
  const row = await ctx.db.get("customers", customer);
  if (!row) throw new Error(`Customer ${customer} vanished`);
  const entry = { customer, cause, cause_id: request_key, postings, currency };
  await recordMoney(ctx, { ...entry, by: CLOCK, at: nowFor(row) });
  return row.customer_id;
}
