import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { loadVersion } from "../catalogue/catalog";
import type { Catalogue } from "../../rules/model";
import { noteReceipts } from "../../rules/receipts";
import type { StoredLine } from "./invoiceTables";

/**
 * Stores on a subscription what was paid for it: credits refer to this.
 *
 * @param invoice - The invoice with the lines; undefined: they wait for the next
 *   one.
 */
export async function recordPaid(
  ctx: MutationCtx,
  catalogue: Catalogue,
  subscription: Id<"subscriptions">,
  lines: readonly StoredLine[],
  { now, invoice }: { now: number; invoice: Id<"invoices"> | undefined },
): Promise<void> {
  const row = await ctx.db.get("subscriptions", subscription);
  if (!row) throw new Error("A subscription was deleted while it was paid for");
  const product = await loadVersion(ctx, catalogue, row.product_id, row.version);
  const paid = noteReceipts(row.paid ?? [], { product, anchor: row.anchor, lines, now, invoice });
  await ctx.db.patch("subscriptions", subscription, { paid });
}
