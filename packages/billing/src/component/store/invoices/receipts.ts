import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { loadVersion } from "../catalogue/catalog";
import type { Catalogue } from "../../rules/model";
import { addToReceipt, noteReceipts } from "../../rules/invoices/receipts";
import type { Addition, PaidLine } from "../../rules/invoices/receipts";

/** The subject of a payment: the lines of an invoice at a time, or a change of one item's units. */
export type PaidFor =
  | { lines: readonly PaidLine[]; at: number }
  | { addition: Omit<Addition, "invoice"> };

/**
 * Stores on a subscription what was paid for it: credits refer to this.
 *
 * @param invoice - The invoice with the lines; undefined: they wait for the next
 *   one.
 */
export async function recordReceipt(
  ctx: MutationCtx,
  catalogue: Catalogue,
  subscription: Id<"subscriptions">,
  paidFor: PaidFor,
  invoice: Id<"invoices"> | undefined,
): Promise<void> {
  const row = await ctx.db.get("subscriptions", subscription);
  if (!row) throw new Error("A subscription was deleted while it was paid for");
  const { paid: before = [], product_id, version, anchor } = row;
  if ("addition" in paidFor) {
    const paid = addToReceipt(before, { ...paidFor.addition, invoice });
    await ctx.db.patch("subscriptions", subscription, { paid });
    return;
  }
  const { lines, at: now } = paidFor;
  const product = await loadVersion(ctx, catalogue, product_id, version);
  const paid = noteReceipts(before, { product, anchor, lines, now, invoice });
  await ctx.db.patch("subscriptions", subscription, { paid });
}
