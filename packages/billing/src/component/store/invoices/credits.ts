import type { MutationCtx } from "../../_generated/server";
import { creditable } from "../../rules/invoice";
import type { Receipt } from "../../rules/receipts";

/** The credit of one item. */
interface Credit {
  itemIndex: number;
  /** Minor units; only a negative amount is a credit. */
  minor: number;
}

/**
 * Stores on the invoices of a product how much of them is credited now: so much
 * less can be refunded.
 *
 * @param receipts - Of the product, before the credit. Undefined: nothing was
 *   paid.
 */
export async function noteCredits(
  ctx: MutationCtx,
  receipts: readonly Receipt[] | undefined,
  credits: readonly Credit[],
): Promise<void> {
  for (const { itemIndex, minor } of credits) {
    const receipt = receipts?.find(({ item_index }) => item_index === itemIndex);
    await noteCredit(ctx, receipt?.invoices ?? [], -minor);
  }
}

/** The latest invoice first, each as far as it was paid and not refunded. */
async function noteCredit(
  ctx: MutationCtx,
  invoices: readonly string[],
  minor: number,
): Promise<void> {
  let left = minor;
  for (const name of invoices.toReversed()) {
    if (left <= 0) return;
    const id = ctx.db.normalizeId("invoices", name);
    const invoice = id && (await ctx.db.get("invoices", id));
    if (!invoice) throw new Error(`Invoice ${name} vanished, which paid for something`);
    const taken = Math.min(left, creditable(invoice));
    left -= taken;
    const credited_minor = (invoice.credited_minor ?? 0) + taken;
    await ctx.db.patch("invoices", invoice._id, { credited_minor });
  }
}
