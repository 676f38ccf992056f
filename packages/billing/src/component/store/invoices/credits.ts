import type { MutationCtx } from "../../_generated/server";
import type { InvoiceLine } from "./invoiceTables";
import { creditLines } from "../../rules/invoices/refund";
import { originOf } from "../../rules/renewals/schedule";
import type { SubscriptionRow } from "../../rules/renewals/schedule";

/** The credit of one item. */
export interface Credit {
  itemIndex: number;
  /** Minor units; only a negative amount is a credit. */
  minor: number;
}

/**
 * Stores on the invoices that paid for a subscription how much of their lines is
 * credited now: so much less can be refunded.
 *
 * @param row - With its receipts before the credit.
 */
export async function noteCredits(
  ctx: MutationCtx,
  row: SubscriptionRow,
  credits: readonly Credit[],
): Promise<void> {
  for (const { itemIndex, minor } of credits) {
    const receipt = row.paid?.find(({ item_index }) => item_index === itemIndex);
    const featureId = row.product.items[itemIndex]?.feature_id;
    const pays = (line: InvoiceLine) =>
      line.subscription === originOf(row) &&
      (line.item_index === itemIndex || (featureId !== undefined && line.feature_id === featureId));
    await noteCredit(ctx, receipt?.invoices ?? [], -minor, pays);
  }
}

/** The latest invoice first. */
async function noteCredit(
  ctx: MutationCtx,
  invoices: readonly string[],
  minor: number,
  pays: (line: InvoiceLine) => boolean,
): Promise<void> {
  let left = minor;
  for (const name of invoices.toReversed()) {
    if (left <= 0) return;
    const id = ctx.db.normalizeId("invoices", name);
    const invoice = id && (await ctx.db.get("invoices", id));
    if (!invoice) throw new Error(`Invoice ${name} vanished, which paid for something`);
    const { lines, rest } = creditLines(invoice, left, pays);
    left = rest;
    await ctx.db.patch("invoices", invoice._id, { lines });
  }
}
