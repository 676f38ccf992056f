import { v } from "convex/values";
import { nullable } from "../../../contract/wire";
import { internal } from "../../_generated/api";
import { internalAction, internalMutation, internalQuery } from "../../_generated/server";
import type { ActionCtx, MutationCtx } from "../../_generated/server";
import { currentProcessor } from "../current";
import { summaryOf } from "../../platform/errorSummary";
import { findJob, finishJob, queueJob } from "../../store/jobs/jobs";
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

/** Stores reports, each once, and starts to fetch their payments and disputes. */
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
  });
  if (!event || !isOurs) return;
  await queueJob(ctx, "process_report", event);
  await ctx.scheduler.runAfter(0, internal.payments.charges.reports.process, { event });
}

function logOdd(event: "report_differs" | "report_elsewhere", report: string, type: string): void {
  console.error(JSON.stringify({ event, report, type }));
}

/** Asks the processor about what one report is about, and applies the answer. Idempotent. */
export const process = internalAction({
  args: { event: v.id("paymentEvents") },
  returns: v.null(),
  handler: async (ctx, { event }): Promise<null> => {
    const processor = currentProcessor();
    const subject = await ctx.runQuery(internal.payments.charges.reports.subjectOf, { event });
    if (processor?.kind !== "remote" || !subject) return null;
    try {
      await askAbout(ctx, processor, subject);
    } catch (error) {
      const failed = { kind: "process_report", subject: event, error: summaryOf(error) } as const;
      await ctx.runMutation(internal.lifecycle.jobs.fail, failed);
      return null;
    }
    await ctx.runMutation(internal.payments.charges.reports.close, { event });
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
  if (dispute) await ctx.runMutation(internal.lifecycle.charges.disputes.storeDispute, { dispute });
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
    if (!event || !(await findJob(ctx, "process_report", id))) return null;
    const charge = event.key === "" ? null : await findByRequest(ctx, event.key);
    return { charge: charge && charge._id, dispute: event.dispute ?? null };
  },
});

export const close = internalMutation({
  args: { event: v.id("paymentEvents") },
  returns: v.null(),
  handler: async (ctx, { event }): Promise<null> => {
    await finishJob(ctx, "process_report", event);
    return null;
  },
});
