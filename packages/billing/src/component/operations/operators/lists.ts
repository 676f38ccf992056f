import { vResult } from "../../../contract/errors";
import type { BillingEvent } from "../../../contract/events";
import { vFailedPaymentList, vOpenDisputeList } from "../../../contract/operatorResponses";
import type { FailedPayment, OpenDispute } from "../../../contract/operatorResponses";
import type { Doc } from "../../_generated/dataModel";
import { query } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { PAGE_ARGS, listNewest } from "../../platform/newestFirst";
import { toMajor } from "../../rules/money/money";
import { findInvoice } from "../invoices/drafts";
import { whoOf } from "./find";

/** The lists of an operators' page, paginated, at the same cost for any size. */

/**
 * Issued invoices that are not paid, newest first. It omits customers whose deletion
 * is running, so a page can have fewer rows than its limit.
 */
export const failedPayments = query({
  args: PAGE_ARGS,
  returns: vResult(vFailedPaymentList),
  handler: async (ctx, page) =>
    await listNewest(
      page,
      async (before, size) =>
        await ctx.db
          .query("invoices")
          .withIndex("by_status", (q) => q.eq("status", "open").lt("_creationTime", before))
          .order("desc")
          .take(size),
      async (invoice) => await describeFailure(ctx, invoice),
    ),
});

async function describeFailure(
  ctx: QueryCtx,
  invoice: Doc<"invoices">,
): Promise<FailedPayment | null> {
  const customer = await ctx.db.get("customers", invoice.customer);
  if (!customer) return null;
  const failure = await lastFailure(ctx, invoice);
  const subscription =
    invoice.subscription && (await ctx.db.get("subscriptions", invoice.subscription));
  const isPastDue = subscription?.status === "past_due";
  const retryAt = isPastDue ? subscription.retry_at : customer.final_retry_at;
  return {
    ...whoOf(customer),
    invoice: invoice.number ?? "",
    product_ids: invoice.product_ids,
    total: toMajor(invoice.total_minor, invoice.currency),
    currency: invoice.currency,
    created_at: invoice.created_at,
    reason: failure?.reason ?? null,
    failed_at: failure?.at ?? null,
    retry_at: retryAt ?? null,
  };
}

type Failed = Extract<BillingEvent, { type: "invoice.failed" }>;

/** The last declined charge of an invoice; null: none was declined. */
async function lastFailure(ctx: QueryCtx, { customer, key }: Doc<"invoices">) {
  const cause = `invoice.failed:${key}:`;
  const event = await ctx.db
    .query("events")
    .withIndex("by_customer_and_cause", (q) =>
      // A time in milliseconds follows: all of them are of one length.
      q.eq("customer", customer).gt("cause", cause).lt("cause", `${cause}:`),
    )
    .order("desc")
    .first();
  // `emit` has typed the fields by the event's type.
  return event && { at: event.at, reason: (event.fields as Pick<Failed, "reason">).reason };
}

/** Open disputes, newest first. */
export const openDisputes = query({
  args: PAGE_ARGS,
  returns: vResult(vOpenDisputeList),
  handler: async (ctx, page) =>
    await listNewest(
      page,
      async (before, size) =>
        await ctx.db
          .query("disputes")
          .withIndex("by_state", (q) => q.eq("state", "open").lt("_creationTime", before))
          .order("desc")
          .take(size),
      async (row) => await describeDispute(ctx, row),
    ),
});

/** The dispute of a deleted customer stays: the bank decides it all the same. */
async function describeDispute(ctx: QueryCtx, row: Doc<"disputes">): Promise<OpenDispute> {
  const customer = await ctx.db.get("customers", row.customer);
  const { dispute_id: dispute, customer_id, minor, currency, reason, opened_at } = row;
  return {
    ...(customer ? whoOf(customer) : { customer_id, name: null, email: null }),
    ...{ dispute, currency, reason, opened_at, amount: toMajor(minor, currency) },
    invoice: (await findInvoice(ctx, row.key))?.number ?? null,
  };
}
