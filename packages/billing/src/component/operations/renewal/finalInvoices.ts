import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { PaymentProcessor } from "../../payments/processor";
import { latestTry } from "../../payments/charges/requests";
import type { CustomerState } from "../../store/customers/customerState";
import { move } from "../invoices/invoices";
import { finalRetryAt, graceEnd } from "../../rules/renewals/dunning";
import { payInvoice } from "./cycle";
import { finalInvoices } from "../settlement/finalRetries";
import { DAY_MS } from "../../../contract/time";

/**
 * Charges open invoices of ended subscriptions again, with the card that is saved
 * now. After the last try an invoice is uncollectible.
 */
export async function retryFinalInvoices(
  ctx: MutationCtx,
  processor: PaymentProcessor | null,
  customerState: CustomerState,
): Promise<void> {
  const { customer, now } = customerState;
  const times: number[] = [];
  for (const invoice of await finalInvoices(ctx, customerState)) {
    if (await wasRefusedLast(ctx, invoice, now)) {
      await move(ctx, invoice, "write_off", {});
      continue;
    }
    const { status } = await payInvoice(ctx, processor, customerState, invoice);
    if (status === "paid") continue;
    const next = finalRetryAt(invoice.created_at, now);
    if (next !== null) times.push(next);
    // A pending charge is waited for; its refusal is final.
    else if (status === "pending") times.push(now + DAY_MS);
    else await move(ctx, invoice, "write_off", {});
  }
  const final_retry_at = times.length === 0 ? null : Math.min(...times);
  await ctx.db.patch("customers", customer._id, { final_retry_at });
}

/** Whether the last try was made before, and its late answer was a refusal. */
async function wasRefusedLast(
  ctx: QueryCtx,
  { key, created_at }: Doc<"invoices">,
  now: number,
): Promise<boolean> {
  if (now <= graceEnd(created_at)) return false;
  return (await latestTry(ctx, key))?.state === "declined";
}
