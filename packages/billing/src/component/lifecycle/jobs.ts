import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { vJobKind } from "../../contract/jobResponses";
import { resumeRemote } from "../hostedProvider/refreshAll";
import { failJob, findJob, startJob } from "../store/jobs/jobs";

const BATCH = 100;

/**
 * Starts all due jobs in batches, and resumes uses and calls that a hosted provider has not
 * answered.
 *
 * @returns The number of jobs that this batch started.
 */
export const sweep = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const now = Date.now();
    await resumeRemote(ctx, now);
    const due = await ctx.db
      .query("jobs")
      .withIndex("by_next_attempt_at", (q) =>
        q.gt("next_attempt_at", null).lte("next_attempt_at", now),
      )
      .take(BATCH);
    for (const job of due) await startJob(ctx, job);
    // This batch has moved its own jobs to a later time.
    if (due.length === BATCH) await ctx.scheduler.runAfter(0, internal.lifecycle.jobs.sweep, {});
    return due.length;
  },
});

/** Starts one job if it is still due. The sweep may have started it a moment before. */
export const attempt = internalMutation({
  args: { job: v.id("jobs") },
  returns: v.null(),
  handler: async (ctx, { job: id }): Promise<null> => {
    const job = await ctx.db.get("jobs", id);
    const at = job?.next_attempt_at ?? null;
    if (job && at !== null && at <= Date.now()) await startJob(ctx, job);
    return null;
  },
});

/** Stores that an action failed, unless its job has been finished or dismissed. */
export const fail = internalMutation({
  args: { kind: vJobKind, subject: v.string(), error: v.string() },
  returns: v.null(),
  handler: async (ctx, { kind, subject, error }): Promise<null> => {
    // Actions pass the id of their job's subject.
    const known = subject as never;
    if (await findJob(ctx, kind, known)) await failJob(ctx, kind, known, error);
    return null;
  },
});
