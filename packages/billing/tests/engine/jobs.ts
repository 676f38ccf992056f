import { api, internal } from "../../src/component/_generated/api";
import type { Doc } from "../../src/component/_generated/dataModel";
import type { JobKind, StuckJob } from "../../src/contract";
import type { Engine } from "./harness";

/** The jobs of a kind, as they are stored. */
export async function jobsOf(t: Engine, kind: JobKind): Promise<Doc<"jobs">[]> {
  return await t.run(
    async ({ db }) =>
      await db
        .query("jobs")
        .withIndex("by_kind_and_subject", (q) => q.eq("kind", kind))
        .take(500),
  );
}

/** The jobs of a kind that operators see. */
export async function stuckJobs(t: Engine, kind: JobKind): Promise<StuckJob[]> {
  const { data } = await t.query(api.lifecycle.stuckJobs.stuck, {});
  if (!data) throw new Error("The list of stuck jobs was refused");
  return data.list.filter((job) => job.kind === kind);
}

/** Starts the jobs that are due, as the cron does. @returns How many. */
export async function startDueJobs(t: Engine): Promise<number> {
  return await t.mutation(internal.lifecycle.jobs.sweep, {});
}
