import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../../payments/current";
import { latestTry } from "../../payments/remote/requests";
import { commit } from "../../store/commit";
import { payInvoice, retryOpenInvoices } from "./cycle";
import { reload } from "../../store/customers/holdings";
import type { Holdings } from "../../store/customers/holdings";
import { once } from "../../store/idempotency";
import { openInvoices } from "../invoices/invoices";
import type { PurchasePlan } from "../purchases/plan";
import { asIfPaid } from "../../rules/debt";
import { refuseUnpaid } from "./unpaid";

/** Tries what a failed renewal, or a last invoice, left open, with the card that is saved now. */
export async function payDebt(ctx: MutationCtx, holdings: Holdings): Promise<Holdings> {
  if ((await openInvoices(ctx, holdings.customer._id)).length === 0) return holdings;
  await retryOpenInvoices(ctx, currentProcessor(), holdings);
  return await commit(ctx, holdings);
}

/** The same for a request that names itself: asked again, it does not charge again. */
export async function payDebtOnce(
  ctx: MutationCtx,
  holdings: Holdings,
  key: string | undefined,
): Promise<Holdings> {
  if ((await openInvoices(ctx, holdings.customer._id)).length === 0) return holdings;
  await once(ctx, { key, operation: "pay_debt", payload: null }, async () => {
    await payDebt(ctx, holdings);
    return ok(null);
  });
  return await reload(ctx, holdings);
}

/**
 * What attach would pay before it sells, with the card that is saved now.
 *
 * @returns The open invoices, and the holdings once they are paid. Without a
 *   card nothing is paid, and the holdings are as they are.
 */
export async function previewDebt(
  ctx: QueryCtx,
  holdings: Holdings,
): Promise<{ debts: Doc<"invoices">[]; holdings: Holdings }> {
  const { customer, held } = holdings;
  const debts = await openInvoices(ctx, customer._id);
  const processor = debts.length === 0 ? null : currentProcessor();
  const method = processor && (await processor.savedMethod(ctx, customer._id));
  if (!method) return { debts: [], holdings };
  return { debts, holdings: { ...holdings, held: asIfPaid(held, debts) } };
}

/** Whether an open invoice was asked for and has no answer yet. */
export async function awaitsDebt(ctx: QueryCtx, { customer }: Holdings): Promise<boolean> {
  return await awaitsAnswer(ctx, await openInvoices(ctx, customer._id));
}

/** Whether one of these invoices was asked for and has no answer yet. */
export async function awaitsAnswer(
  ctx: QueryCtx,
  invoices: readonly Doc<"invoices">[],
): Promise<boolean> {
  for (const { key } of invoices) {
    if ((await latestTry(ctx, key))?.state === "open") return true;
  }
  return false;
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
