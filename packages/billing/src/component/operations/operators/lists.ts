import { ok, vResult } from "../../../contract/errors";
import type { Result } from "../../../contract/errors";
import type { BillingEvent } from "../../../contract/events";
import {
  vFailedPaymentList,
  vOpenDisputeList,
  vStuckJobList,
  vStuckKind,
} from "../../../contract/operatorResponses";
import type { FailedPayment, OpenDispute, StuckJob } from "../../../contract/operatorResponses";
import type { Doc, Id } from "../../_generated/dataModel";
import { query } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { PAGE_ARGS, listNewest } from "../../platform/newestFirst";
import { readBackfill } from "../../payments/remote/missedReports";
import { toMajor } from "../../rules/money";
import { findInvoice } from "../invoices/issuing";
import { whoOf } from "./find";

/** What an operator has to look at: lists, page by page, at the same cost for any size. */

/**
 * Issued invoices that are not paid, newest first. A customer who is being deleted
 * is left out, so a page can have fewer rows than its limit.
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

/** Work that failed and is tried again, by kind; newest first. */
export const stuckJobs = query({
  args: { kind: vStuckKind, ...PAGE_ARGS },
  returns: vResult(vStuckJobList),
  handler: async (ctx, { kind, ...page }): Promise<Result<Jobs>> => await STUCK[kind](ctx, page),
});

interface Page {
  limit?: number;
  cursor?: string;
}
type Jobs = typeof vStuckJobList.type;

async function stuckSteps(ctx: QueryCtx, page: Page): Promise<Result<Jobs>> {
  return await listNewest(
    page,
    async (before, size) =>
      await ctx.db
        .query("stuckCustomers")
        .withIndex("by_creation_time", (q) => q.lt("_creationTime", before))
        .order("desc")
        .take(size),
    async ({ customer, failures, message, next_try_at }) =>
      await describeJob(ctx, customer, { event: null, message, failures, next_try_at }),
  );
}

async function stuckEvents(ctx: QueryCtx, page: Page): Promise<Result<Jobs>> {
  return await listNewest(
    page,
    async (before, size) =>
      await ctx.db
        .query("events")
        .withIndex("by_is_failing", (q) => q.eq("is_failing", true).lt("_creationTime", before))
        .order("desc")
        .take(size),
    async ({ customer, type: event, attempts: failures, next_try_at, message = null }) =>
      await describeJob(ctx, customer, { event, message, failures, next_try_at }),
  );
}

async function stuckCharges(ctx: QueryCtx, page: Page): Promise<Result<Jobs>> {
  return await listNewest(
    page,
    async (before, size) =>
      await ctx.db
        .query("charges")
        .withIndex("by_is_unanswered", (q) =>
          q.eq("is_unanswered", true).lt("_creationTime", before),
        )
        .order("desc")
        .take(size),
    async ({ customer, failures = 0, ask_at: next_try_at = Date.now(), ...row }) => {
      const message = row.mismatch ?? row.message;
      const job = { event: null, message, failures, next_try_at };
      const isMismatch = row.mismatch !== undefined;
      const mismatched = isMismatch ? { mismatched_charge: row.request_key } : {};
      return await describeJob(ctx, customer, { ...job, ...mismatched });
    },
  );
}

/** Their customers are deleted: the id is all that is left of them. */
async function stuckAccounts(ctx: QueryCtx, page: Page): Promise<Result<Jobs>> {
  return await listNewest(
    page,
    async (before, size) =>
      await ctx.db
        .query("accountClosures")
        .withIndex("by_is_failing", (q) => q.eq("is_failing", true).lt("_creationTime", before))
        .order("desc")
        .take(size),
    ({ customer_id, message, failures, next_try_at }) => ({
      ...{ customer_id, name: null, email: null, event: null },
      ...{ message, failures, next_try_at },
    }),
  );
}

/** Who a dispute is about is known once it was asked for. */
async function stuckReports(ctx: QueryCtx, page: Page): Promise<Result<Jobs>> {
  return await listNewest(
    page,
    async (before, size) =>
      await ctx.db
        .query("paymentEvents")
        .withIndex("by_is_failing", (q) => q.eq("is_failing", true).lt("_creationTime", before))
        .order("desc")
        .take(size),
    async ({ customer, event_id, status, tries = 0, message = null, ...row }) => {
      const { due_at: next_try_at = Date.now() } = row;
      const event = `${status} ${event_id}`;
      const job = { event, message, failures: tries + 1, next_try_at };
      const known = customer && (await describeJob(ctx, customer, job));
      return known ?? { customer_id: "", name: null, email: null, ...job };
    },
  );
}

/** There is one, and it is about nobody. */
async function stuckBackfill(ctx: QueryCtx): Promise<Result<Jobs>> {
  const failing = (await readBackfill(ctx))?.failing;
  const nobody = { customer_id: "", name: null, email: null, event: null };
  return ok({ list: failing ? [{ ...nobody, ...failing }] : [], next_cursor: null });
}

const STUCK = {
  ...{ step: stuckSteps, event: stuckEvents, charge: stuckCharges, account: stuckAccounts },
  ...{ report: stuckReports, backfill: stuckBackfill },
} as const;

async function describeJob(
  ctx: QueryCtx,
  customer: Id<"customers">,
  job: Omit<StuckJob, keyof ReturnType<typeof whoOf>>,
): Promise<StuckJob | null> {
  const owner = await ctx.db.get("customers", customer);
  return owner && { ...whoOf(owner), ...job };
}
