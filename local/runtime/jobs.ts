import type { JSONValue } from "convex/values";
import { ALL_KEYS, keyBounds } from "../codec/keys";
import { NotSaved } from "../store/errors";
import type { Doc } from "../store/state";
import type { Transaction } from "../store/transaction";
import { firstRun, nextRun } from "./cron-times";
import type { Host } from "./frame";
import type { CronSpec } from "./load";
import { fieldsOf } from "./schema";
import type { Call, Outcome } from "./types";

const JOBS = "_scheduled_functions";
const CRONS = "_crons";
const MAX_TIMER_MS = 2 ** 31 - 1;
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60 * 1000;
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

type JobKind = "pending" | "inProgress" | "success" | "failed" | "canceled";

/** A row of `_scheduled_functions`: only this file writes them. Times are milliseconds. */
type Job = Doc & {
  name: string;
  args: [JSONValue];
  scheduledTime: number;
  state: { kind: JobKind; error?: string };
};

/** Puts a function call into the queue; part of the transaction that asks for it. */
export function scheduleJob(
  tx: Transaction,
  target: { path: string; udfType: string },
  args: JSONValue,
  time: number,
): string {
  if (target.udfType === "query")
    throw new Error(`Cannot schedule ${target.path}: queries cannot be scheduled.`);
  const state = { kind: "pending" };
  return tx.insert(JOBS, { name: target.path, args: [args], scheduledTime: time, state })._id;
}

export function cancelJob(tx: Transaction, id: string, now: number): null {
  const job = findJob(tx, id);
  if (job && ["pending", "inProgress"].includes(job.state.kind))
    setState(tx, job, { kind: "canceled" }, now);
  return null;
}

function findJob(tx: Transaction, id: string): Job | null {
  return tx.get(JOBS, id) as Job | null;
}

function setState(tx: Transaction, job: Job, state: Job["state"], completedTime?: number): void {
  const completed = completedTime !== undefined && { completedTime };
  tx.replace(JOBS, job._id, { ...fieldsOf(job), state, ...completed });
}

function* jobsIn(tx: Transaction, kind: JobKind): Generator<Job> {
  for (const { doc } of tx.scan(JOBS, "by_state", keyBounds([kind]), "asc")) yield doc as Job;
}

/** A row of `_crons`: only this file writes them. */
type Cron = Doc & {
  identifier: string;
  spec: CronSpec & JSONValue;
  next: number;
  /** Of its last run; absent before the first, and in rows of earlier versions. */
  job?: string;
};

function allCrons(tx: Transaction): Cron[] {
  const scan = tx.scan(CRONS, "by_creation_time", ALL_KEYS, "asc");
  return [...scan].map(({ doc }) => doc as Cron);
}

/** A time further away than the next run was set while the clock was ahead. */
function isAhead({ identifier, spec, next }: Cron, now: number): boolean {
  return next > nextRun(identifier, spec, now);
}

function callOf({ _id, name, args }: Job): Call {
  const request = { scheduledFunctionId: _id };
  return { path: name, args: args[0], caller: { kind: "nobody" }, request };
}

/**
 * Runs scheduled functions (mutations exactly once, actions at most once, also over restarts) and
 * fires crons: one that is due becomes a job and moves to its next time in one commit, so
 * that no run is doubled and, after a pause, one run makes up for all missed ones.
 */
export class Scheduler {
  readonly #stopListening: () => void;
  /** Always set to the earliest thing to do. */
  #alarm: NodeJS.Timeout | undefined;
  #isBusy = false;
  /** In a row, since something could be saved. */
  #failures = 0;
  #isStopped = false;

  constructor(private readonly host: Host) {
    this.#stopListening = host.engine.database.onCommit(({ writes }) => {
      this.#failures = 0;
      if (writes.has(`${JOBS}.by_id`) || writes.has(`${CRONS}.by_id`)) this.#arm();
    });
    this.#recover()
      .then(() => this.syncCrons())
      .catch((error: unknown) => this.#fail(error));
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#alarm);
    this.#stopListening();
  }

  /** Takes over what the installed `crons.ts` says; a new one begins at once, as on Convex. */
  async syncCrons(): Promise<void> {
    const now = this.host.engine.now();
    await this.host.queue.write((tx) => {
      const stored = new Map(allCrons(tx).map((row) => [row.identifier, row]));
      for (const [identifier, spec] of Object.entries(this.host.engine.deployment().crons)) {
        const row = stored.get(identifier);
        const isSame = JSON.stringify(row?.spec) === JSON.stringify(spec);
        const next = firstRun(identifier, spec, now);
        if (row && isSame && !isAhead(row, now)) stored.delete(identifier);
        else tx.insert(CRONS, { identifier, spec: { ...spec }, next });
      }
      for (const { _id } of stored.values()) tx.remove(CRONS, _id);
    });
    this.#arm();
  }

  /** Actions that ran when the process died have failed; nobody knows how far they came. */
  async #recover(): Promise<void> {
    const error = "Transient error while executing action";
    await this.host.queue.write((tx) => {
      for (const job of [...jobsIn(tx, "inProgress")])
        setState(tx, job, { kind: "failed", error }, this.host.engine.now());
      for (const kind of ["success", "failed", "canceled"] as const)
        for (const { _id, scheduledTime } of [...jobsIn(tx, kind)])
          if (scheduledTime <= this.host.engine.now() - RETENTION_MS) tx.remove(JOBS, _id);
    });
  }

  #arm(): void {
    clearTimeout(this.#alarm);
    if (this.#isBusy || this.#isStopped) return;
    const tx = this.host.engine.database.begin();
    const job = jobsIn(tx, "pending").next().value as Job | undefined;
    const now = this.host.engine.now();
    const times = [job?.scheduledTime ?? Infinity, ...allCrons(tx).map(({ next }) => next)];
    const waitMs = this.#failures && Math.min(RETRY_MS * 2 ** (this.#failures - 1), MAX_RETRY_MS);
    const delayMs = Math.max(0, waitMs, Math.min(...times) - now);
    if (delayMs < Infinity)
      this.#alarm = setTimeout(() => void this.#wake(), Math.min(delayMs, MAX_TIMER_MS));
  }

  async #wake(): Promise<void> {
    this.#isBusy = true;
    try {
      await this.host.queue.write((tx) => this.#fireCrons(tx));
      const due = this.host.engine.now();
      for (const job of jobsIn(this.host.engine.database.begin(), "pending")) {
        if (job.scheduledTime > due || this.#isStopped) break;
        const target = this.host.engine.deployment().functions.get(job.name);
        await (target?.udfType === "action" ? this.#startAction(job) : this.#runMutation(job));
      }
      this.#isBusy = false;
      this.#arm();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** What was not saved is still due: it is tried again, later each time. */
  #fail(error: unknown): void {
    if (!(error instanceof NotSaved)) this.host.engine.log("scheduler", String(error));
    this.#failures += 1;
    this.#isBusy = false;
    this.#arm();
  }

  #fireCrons(tx: Transaction): void {
    const now = this.host.engine.now();
    for (const row of allCrons(tx)) {
      const { _id, identifier, spec } = row;
      if (row.next > now) continue;
      const next = nextRun(identifier, spec, now);
      const target = this.host.engine.deployment().functions.get(spec.name);
      const last = row.job === undefined ? null : findJob(tx, row.job);
      const isRunning = last && ["pending", "inProgress"].includes(last.state.kind);
      if (isRunning)
        this.host.engine.log(identifier, "This run was skipped: the one before is still running.");
      const job = target && !isRunning ? scheduleJob(tx, target, spec.args[0] ?? {}, now) : row.job;
      tx.replace(CRONS, _id, { identifier, spec, next, ...(job !== undefined && { job }) });
    }
  }

  /** The mutation's writes and the job's new state are one commit. */
  async #runMutation({ _id }: Job): Promise<void> {
    await this.host.queue.transact(async (tx) => {
      const job = findJob(tx, _id);
      if (job?.state.kind !== "pending") return { commit: false, result: null };
      const mark = tx.mark();
      const { outcome, root } = await this.host.mutate(tx, callOf(job), "any");
      if (!outcome.success) tx.rollback(mark);
      this.#finish(tx, _id, outcome);
      return { commit: true, result: null, afterCommit: outcome.success ? root.afterCommit : [] };
    });
  }

  async #startAction({ _id }: Job): Promise<void> {
    const { queue } = this.host;
    const job = await queue.write((tx) => {
      const found = findJob(tx, _id);
      if (found?.state.kind !== "pending") return null;
      setState(tx, found, { kind: "inProgress" });
      return found;
    });
    if (!job) return;
    const finished = this.host
      .action(callOf(job), "any")
      .then(({ outcome }) => queue.write((tx) => this.#finish(tx, _id, outcome)));
    finished.catch((error: unknown) => this.host.engine.log(job.name, String(error)));
  }

  /** A job that was cancelled while it ran stays cancelled. */
  #finish(tx: Transaction, id: string, outcome: Outcome): void {
    const job = findJob(tx, id);
    if (!job || job.state.kind === "canceled") return;
    if (!outcome.success) this.host.engine.log(job.name, outcome.message);
    const state: Job["state"] = outcome.success
      ? { kind: "success" }
      : { kind: "failed", error: outcome.message };
    setState(tx, job, state, this.host.engine.now());
  }
}
