import { v } from "convex/values";
import { fail, ok, vResult } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import { vDismissedJob, vRetriedJob, vStuckJobList } from "../../contract/jobResponses";
import type { StuckJob } from "../../contract/jobResponses";
import { mutation, query } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { PAGE_ARGS, listNewest } from "../platform/newestFirst";
import { mayDismiss } from "../rules/jobs";
import { startJob } from "../store/jobs/jobs";
import { WHY_ARGS, actOnce } from "../operations/operators/act";
import { whoOf } from "../operations/operators/find";
import { describeSubject, dropSubject } from "./jobSubjects";
import type { Subject } from "./jobSubjects";

/** Failed jobs of all kinds, newest first. */
export const stuck = query({
  args: PAGE_ARGS,
  returns: vResult(vStuckJobList),
  handler: async (ctx, page): Promise<Result<typeof vStuckJobList.type>> =>
    await listNewest(
      page,
      async (before, size) =>
        await ctx.db
          .query("jobs")
          .withIndex("by_state", (q) => q.eq("state", "failing").lt("_creationTime", before))
          .order("desc")
          .take(size),
      async (job) => {
        const subject = await describeSubject(ctx, job);
        return subject && serializeJob(job, subject);
      },
    ),
});

function serializeJob(
  { _id: job, kind, attempts, next_attempt_at, last_error: error }: Doc<"jobs">,
  { customer, customerId: customer_id, about }: Subject,
): StuckJob {
  const who = customer ? whoOf(customer) : { customer_id, name: null, email: null };
  const dismissible = mayDismiss(kind, next_attempt_at !== null);
  return { job, kind, ...who, about, error, attempts, next_attempt_at, dismissible };
}

const GONE = fail("invalid_request", "This job is done: nothing is left to retry or to dismiss");

/**
 * Starts a job now. Its work may run twice, so the timeline records nothing.
 *
 * @returns Failures: `invalid_request` if the job is done, or waits for an operator's decision.
 */
export const retry = mutation({
  args: { job: v.string() },
  returns: vResult(vRetriedJob),
  handler: async (ctx, { job: name }): Promise<Result<typeof vRetriedJob.type>> => {
    const job = await readStuck(ctx, name);
    if (!job) return GONE;
    if (job.next_attempt_at === null)
      return fail("invalid_request", "Retrying this job would change nothing: dismiss it");
    await startJob(ctx, job);
    return ok({ job: job._id, kind: job.kind });
  },
});

/**
 * Ends a job without doing its work, and records the operator's name and reason.
 *
 * @returns Failures: `invalid_request` if the job is done, or operators may not dismiss it; those of
 *   an action on a customer.
 */
export const dismiss = mutation({
  args: { ...WHY_ARGS, job: v.string() },
  returns: vResult(vDismissedJob),
  handler: async (ctx, args): Promise<Result<typeof vDismissedJob.type>> =>
    await actOnce(ctx, { action: "dismiss_job", owner: "", args }, async () => {
      const job = await readStuck(ctx, args.job);
      const subject = job && (await describeSubject(ctx, job));
      if (!job || !subject) return GONE;
      const { kind, about, error, dismissible } = serializeJob(job, subject);
      if (!dismissible)
        return fail("invalid_request", "This job has to succeed: it can't be dismissed");
      await ctx.db.delete("jobs", job._id);
      await dropSubject(ctx, job);
      return { customer: subject.customer, done: ok({ job: job._id, kind, about, error }) };
    }),
});

/** A failing job by its id; null if there is none. */
async function readStuck(ctx: QueryCtx, name: string): Promise<Doc<"jobs"> | null> {
  const id = ctx.db.normalizeId("jobs", name);
  const job = id && (await ctx.db.get("jobs", id));
  return job?.state === "failing" ? job : null;
}
