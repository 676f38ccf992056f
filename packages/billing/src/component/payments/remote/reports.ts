import { v } from "convex/values";
import { nullable } from "../../../contract/wire";
import { HOUR_MS, MINUTE_MS } from "../../../contract/time";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import { internalAction, internalMutation, internalQuery } from "../../_generated/server";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../current";
import { summaryOf } from "../../platform/errorSummary";
import { findEvent, logEvent } from "../events";
import type { RemoteEvent, RemoteProcessor } from "../processor";
import { lookAgain } from "./latePayments";
import { findByRequest } from "./requests";
import { settleCharge } from "./sendCharge";

export const vReport = v.object({
  id: v.string(),
  type: v.string(),
  about: nullable(
    v.union(
      v.object({ kind: v.literal("charge"), key: v.string() }),
      v.object({ kind: v.literal("dispute"), id: v.string() }),
    ),
  ),
  isElsewhere: v.optional(v.boolean()),
});

const BATCH = 100;

/** Stores reports, each once, and begins to ask about what they are about. */
export const store = internalMutation({
  args: { events: v.array(vReport) },
  returns: v.null(),
  handler: async (ctx, { events }): Promise<null> => {
    for (const event of events) await storeReport(ctx, event);
    return null;
  },
});

export async function storeReport(
  ctx: MutationCtx,
  { id, type, about, isElsewhere = false }: RemoteEvent,
): Promise<void> {
  const key = about?.kind === "charge" ? about.key : "";
  const dispute = about?.kind === "dispute" ? about.id : undefined;
  const known = await findEvent(ctx, id);
  if (known) {
    // The first one stays: Stripe never uses an id twice.
    const isSame = known.status === type && known.key === key && known.dispute === dispute;
    if (!isSame) logOdd("report_differs", id, type);
    return;
  }
  if (isElsewhere) logOdd("report_elsewhere", id, type);
  const charge = about?.kind === "charge" ? await findByRequest(ctx, key) : null;
  const isOurs = charge !== null || dispute !== undefined;
  const event = await logEvent(ctx, {
    ...{ event_id: id, status: type, key },
    customer: charge && charge.customer,
    minor: charge && charge.minor,
    ...(dispute !== undefined && { dispute }),
    ...(isOurs && { due_at: Date.now() + MINUTE_MS, tries: 0 }),
  });
  if (event && isOurs) await processSoon(ctx, event);
}

function logOdd(event: "report_differs" | "report_elsewhere", report: string, type: string): void {
  console.error(JSON.stringify({ event, report, type }));
}

async function processSoon(ctx: MutationCtx, event: Id<"paymentEvents">): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.payments.remote.reports.process, { event });
}

/** Asks the processor about what one report is about, and applies the answer. Idempotent. */
export const process = internalAction({
  args: { event: v.id("paymentEvents") },
  returns: v.null(),
  handler: async (ctx, { event }): Promise<null> => {
    const processor = currentProcessor();
    const subject = await ctx.runQuery(internal.payments.remote.reports.subjectOf, { event });
    if (processor?.kind !== "remote" || !subject) return null;
    try {
      await askAbout(ctx, processor, subject);
    } catch (error) {
      const message = summaryOf(error);
      await ctx.runMutation(internal.payments.remote.reports.noteFailure, { event, message });
      throw error;
    }
    await ctx.runMutation(internal.payments.remote.reports.close, { event });
    return null;
  },
});

async function askAbout(
  ctx: ActionCtx,
  processor: RemoteProcessor,
  { charge, dispute: id }: typeof vSubject.type,
): Promise<void> {
  if (charge !== null) {
    // It may have been declined at any moment until now: then only money that came late is news.
    const isAnswered = await settleCharge(ctx, charge);
    if (!isAnswered) await lookAgain(ctx, processor, charge);
  }
  if (id === null) return;
  const dispute = await processor.findDispute(id);
  if (dispute) await ctx.runMutation(internal.payments.remote.disputes.apply, { dispute });
}

const vSubject = v.object({
  charge: nullable(v.id("charges")),
  dispute: nullable(v.string()),
});

/** Null: the report has been processed. */
export const subjectOf = internalQuery({
  args: { event: v.id("paymentEvents") },
  returns: nullable(vSubject),
  handler: async (ctx, { event: id }): Promise<typeof vSubject.type | null> => {
    const event = await ctx.db.get("paymentEvents", id);
    if (event?.due_at === undefined) return null;
    const charge = event.key === "" ? null : await findByRequest(ctx, event.key);
    return { charge: charge && charge._id, dispute: event.dispute ?? null };
  },
});

/** A report that was asked about needs no more. */
export const close = internalMutation({
  args: { event: v.id("paymentEvents") },
  returns: v.null(),
  handler: async (ctx, { event }): Promise<null> => {
    const done = { due_at: undefined, message: undefined, is_failing: undefined };
    await ctx.db.patch("paymentEvents", event, done);
    return null;
  },
});

/** Shows operators a report that could not be asked about: some errors stay until they act. */
export const noteFailure = internalMutation({
  args: { event: v.id("paymentEvents"), message: v.string() },
  returns: v.null(),
  handler: async (ctx, { event: id, message }): Promise<null> => {
    const event = await ctx.db.get("paymentEvents", id);
    if (event?.due_at === undefined) return null;
    await ctx.db.patch("paymentEvents", id, { message, is_failing: true });
    return null;
  },
});

/** Processes reports again whose processing failed. */
export const retry = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const now = Date.now();
    const due = await ctx.db
      .query("paymentEvents")
      .withIndex("by_due_at", (q) => q.gt("due_at", 0).lte("due_at", now))
      .take(BATCH);
    for (const { _id: event, tries = 0 } of due) {
      const wait = Math.min(MINUTE_MS * 2 ** tries, HOUR_MS);
      await ctx.db.patch("paymentEvents", event, { due_at: now + wait, tries: tries + 1 });
      await processSoon(ctx, event);
    }
    return due.length;
  },
});
