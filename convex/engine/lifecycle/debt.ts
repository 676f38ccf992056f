import { fail } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { commit } from "../commit";
import { payInvoice, retryOpenInvoices } from "./cycle";
import type { Holdings } from "../customers/holdings";
import { openInvoices } from "../invoices/invoices";
import type { PurchasePlan } from "../purchases/plan";
import { refuseUnpaid } from "./unpaid";

/** Tries what a failed renewal, or a last invoice, left open, with the card that is saved now. */
export async function payDebt(ctx: MutationCtx, holdings: Holdings): Promise<Holdings> {
  if ((await openInvoices(ctx, holdings.customer._id)).length === 0) return holdings;
  await retryOpenInvoices(ctx, currentProcessor(), holdings);
  return await commit(ctx, holdings);
}

/**
 * Pays one open invoice with the method that is saved now. One that is open no
 * longer needs nothing.
 *
 * @returns Why it is still open; null: it is not.
 */
export async function payOpenInvoice(
  ctx: MutationCtx,
  holdings: Holdings,
  id: Id<"invoices">,
): Promise<Failure | null> {
  const invoice = await ctx.db.get("invoices", id);
  if (invoice?.status !== "open") return null;
  const outcome = await payInvoice(ctx, currentProcessor(), holdings, invoice);
  await commit(ctx, holdings);
  return outcome.status === "paid" ? null : refuseUnpaid(outcome);
}

/** Refuses to change a product whose last renewal is still unpaid. */
export function refuseDebt({ current, same }: PurchasePlan): Failure | null {
  if (current?.status !== "past_due" && same?.status !== "past_due") return null;
  return fail("payment_failed", "The last renewal is unpaid: save a card that works first", 402);
}
