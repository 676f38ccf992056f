import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { finalRetryAt } from "../../rules/renewals/dunning";
import type { CustomerState } from "../../store/customers/customerState";
import { loadSubscription } from "../../store/customers/subscriptionRows";
import { openInvoices } from "../invoices/invoices";

/**
 * Schedules charges of an ended subscription's open invoices, as for a failed
 * renewal. Call it when a subscription has ended.
 */
export async function planFinalRetries(
  ctx: MutationCtx,
  customerState: CustomerState,
): Promise<void> {
  const { customer, now } = customerState;
  const times: number[] = [];
  for (const { created_at } of await finalInvoices(ctx, customerState)) {
    times.push(finalRetryAt(created_at, now) ?? now);
  }
  const final_retry_at = times.length === 0 ? null : Math.min(...times);
  await ctx.db.patch("customers", customer._id, { final_retry_at });
}

/** The open invoices of ended subscriptions, of the customer or an entity. */
export async function finalInvoices(
  ctx: QueryCtx,
  { customer, catalogue }: CustomerState,
): Promise<Doc<"invoices">[]> {
  const final: Doc<"invoices">[] = [];
  for (const invoice of await openInvoices(ctx, customer._id)) {
    const { subscription: id } = invoice;
    if (id !== null && (await loadSubscription(ctx, catalogue, id)) === null) final.push(invoice);
  }
  return final;
}
