import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { JobKind } from "../../../contract/jobResponses";
import { isBeforeSweep } from "../../platform/overdue";
import { JOB_RULES, delayAfter } from "../../rules/jobs";
import { scheduleRun } from "./runs";
import type { JobSubjects } from "./runs";

/**
 * Stores a job whose first attempt the caller starts. For actions, which may die without reporting
 * it: the job starts them again until `finishJob`.
 */
export async function queueJob<Kind extends JobKind>(
  ctx: MutationCtx,
  kind: Kind,
  subject: JobSubjects[Kind],
): Promise<void> {
  const job = await insertJob(ctx, kind, subject, { last_error: null, state: "waiting" });
  await wakeUp(ctx, job, 1);
}

/**
 * Stores that an attempt failed, and logs it. A scheduled mutation gets its job here, because it runs
 * exactly once and calls this if it fails.
 *
 * @param error - The text for operators. It must not contain data of documents.
 */
export async function failJob<Kind extends JobKind>(
  ctx: MutationCtx,
  kind: Kind,
  subject: JobSubjects[Kind],
  error: string,
): Promise<void> {
  const job = await findJob(ctx, kind, subject);
  // Keep the error that tells operators why the job stopped.
  if (job?.next_attempt_at === null) return;
  // Convex adds fractions to distinguish rows of the same millisecond.
  const age = job ? Date.now() - Math.floor(job._creationTime) : 0;
  const isListed = age >= JOB_RULES[kind].listedAfter;
  const failed = { last_error: error, state: isListed ? "failing" : "waiting" } as const;
  const attempts = job?.attempts ?? 1;
  if (job) await ctx.db.patch("jobs", job._id, failed);
  else await wakeUp(ctx, await insertJob(ctx, kind, subject, failed), attempts);
  console.error(JSON.stringify({ event: "job_failed", kind, subject, attempts, message: error }));
}

/** Leaves a job to operators: retrying would change nothing. */
export async function stopJob<Kind extends JobKind>(
  ctx: MutationCtx,
  kind: Kind,
  subject: JobSubjects[Kind],
  error: string,
): Promise<void> {
  const job = await findJob(ctx, kind, subject);
  const stopped = { last_error: error, state: "failing", next_attempt_at: null } as const;
  if (job) await ctx.db.patch("jobs", job._id, stopped);
  else await ctx.db.insert("jobs", { kind, subject, attempts: 1, ...stopped });
}

/** Deletes a job whose work is done or no longer needed. */
export async function finishJob<Kind extends JobKind>(
  ctx: MutationCtx,
  kind: Kind,
  subject: JobSubjects[Kind],
): Promise<void> {
  const job = await findJob(ctx, kind, subject);
  if (job) await ctx.db.delete("jobs", job._id);
}

export async function findJob<Kind extends JobKind>(
  ctx: QueryCtx,
  kind: Kind,
  subject: JobSubjects[Kind],
): Promise<Doc<"jobs"> | null> {
  return await ctx.db
    .query("jobs")
    .withIndex("by_kind_and_subject", (q) => q.eq("kind", kind).eq("subject", subject))
    .unique();
}

/** Starts a job again, even if it is not due yet. */
export async function startJob(ctx: MutationCtx, job: Doc<"jobs">): Promise<void> {
  const { _id, kind, subject } = job;
  const attempts = job.attempts + 1;
  const next_attempt_at = Date.now() + delayAfter(attempts);
  await ctx.db.patch("jobs", _id, { attempts, next_attempt_at });
  await wakeUp(ctx, _id, attempts);
  await scheduleRun(ctx, kind, subject);
}

async function insertJob(
  ctx: MutationCtx,
  kind: JobKind,
  subject: string,
  known: Pick<Doc<"jobs">, "last_error" | "state">,
): Promise<Id<"jobs">> {
  const next_attempt_at = Date.now() + delayAfter(1);
  return await ctx.db.insert("jobs", { kind, subject, attempts: 1, next_attempt_at, ...known });
}

/** Schedules the next attempt if it is due before the next sweep, which starts all others. */
async function wakeUp(ctx: MutationCtx, job: Id<"jobs">, attempts: number): Promise<void> {
  const at = Date.now() + delayAfter(attempts);
  if (isBeforeSweep(at)) await ctx.scheduler.runAt(at, internal.lifecycle.jobs.attempt, { job });
}
