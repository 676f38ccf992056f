import type { JSONValue } from "convex/values";
import { keyBounds } from "../codec/keys";
import { tableIn } from "../codec/namespaces";
import { NotSaved } from "../store/errors";
import type { Doc } from "../store/state";
import type { Transaction } from "../store/transaction";
import { functionAt, nameOf } from "./addresses";
import { firstRun, nextRun, type CronSpec } from "./cron-times";
import type { Host } from "./call-context";
import { LIMITS } from "./limits";
import { fieldsOf } from "./schema";
import type { Call, Outcome } from "./types";

const JOBS = "_scheduled_functions";
const CRONS = "_crons";
/** Notified of commits after which there may be an earlier job. */
const WAKES = /(?:^|\/)_(?:scheduled_functions|crons)\.by_id$/;
const RETRY_MS = 1000;
/** The longest timer: the clock may be set meanwhile, and timers stop while a machine sleeps. */
const MAX_TIMER_MS = 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = 7 * DAY_MS;

type JobKind = "pending" | "inProgress" | "success" | "failed" | "canceled";

/** A row of `_scheduled_functions`: only this file writes them. Times are milliseconds. */
type Job = Doc & {
  name: string;
  /** The component of the function, if it is not the row's own. */
  component?: string;
  args: [JSONValue];
  scheduledTime: number;
  state: { kind: JobKind; error?: string };
};

/**
 * Adds a call to the queue of the calling component, in its transaction.
 *
 * A query can be scheduled, and its job fails, as on Convex.
 *
 * @throws Error for a time that is too far from now.
 */
export function scheduleJob(
  tx: Transaction,
  component: string,
  target: { path: string; component: string },
  args: JSONValue,
  { time, now }: { time: number; now: number },
): string {
  const away = time > now ? "in the future" : "in the past";
  if (Math.abs(time - now) > LIMITS.scheduledMs)
    throw new Error(`${new Date(time).toISOString()} is more than 5 years ${away}`);
  const state = { kind: "pending" };
  const elsewhere = target.component !== component && { component: target.component };
  const job = { name: target.path, ...elsewhere, args: [args], scheduledTime: time, state };
  return tx.insert(tableIn(component, JOBS), job)._id;
}

export function cancelJob(tx: Transaction, component: string, id: string, now: number): null {
  const job = findJob(tx, component, id);
  if (job && ["pending", "inProgress"].includes(job.state.kind))
    setState(tx, component, job, { kind: "canceled" }, now);
  return null;
}

function findJob(tx: Transaction, component: string, id: string): Job | null {
  return tx.get(tableIn(component, JOBS), id) as Job | null;
}

function setState(
  tx: Transaction,
  component: string,
  job: Job,
  state: Job["state"],
  completedTime?: number,
): void {
  const completed = completedTime !== undefined && { completedTime };
  tx.replace(tableIn(component, JOBS), job._id, { ...fieldsOf(job), state, ...completed });
}

function* jobsIn(tx: Transaction, component: string, kind: JobKind): Generator<Job> {
  const bounds = keyBounds([kind]);
  for (const { doc } of tx.scan(tableIn(component, JOBS), "by_state", bounds, "asc"))
    yield doc as Job;
}

/** Removes jobs that were completed long ago, with their arguments. */
function forgetOld(tx: Transaction, component: string, now: number): void {
  for (const kind of ["success", "failed", "canceled"] as const)
    for (const { _id, scheduledTime } of jobsIn(tx, component, kind)) {
      if (scheduledTime > now - RETENTION_MS) break;
      tx.remove(tableIn(component, JOBS), _id);
    }
}

/** A job with the component of its queue. */
interface Queued {
  component: string;
  job: Job;
}

/** A row of `_crons`: only this file writes them. */
type Cron = Doc & {
  identifier: string;
  spec: CronSpec & JSONValue;
  next: number;
  /** The id of its last job; absent before the first run, and in rows of earlier versions. */
  job?: string;
};

function cronsIn(tx: Transaction, component: string): Cron[] {
  return [...tx.all(tableIn(component, CRONS))] as Cron[];
}

function callOf({ component, job }: Queued): Call & { component: string } {
  const { _id: scheduledFunctionId, name, args } = job;
  const target = { path: name, component: job.component ?? component };
  return { ...target, args: args[0], caller: { kind: "nobody" }, request: { scheduledFunctionId } };
}

/**
 * Runs scheduled functions (mutations exactly once, actions at most once, also
 * across restarts) and starts crons: a due cron becomes a job and moves to its
 * next time in one commit, so that no run happens twice and, after a pause, one
 * run replaces all missed ones.
 */
export class Scheduler {
  readonly #stopListening: () => void;
  /** Wakes for the next job or cron, after a minute at most. Not set while busy or stopped. */
  #alarm: NodeJS.Timeout | undefined;
  #isBusy = false;
  #wokeMs = 0;
  /** Failures in a row since the last success. */
  #failures = 0;
  #isStopped = false;

  constructor(private readonly host: Host) {
    this.#stopListening = host.engine.database.onCommit(({ writes }) => {
      this.#failures = 0;
      for (const address of writes.keys())
        if (WAKES.test(address)) {
          this.#arm();
          return;
        }
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

  get #components() {
    return [...this.host.engine.deployment().components];
  }

  /** Installs the crons of `crons.ts`; a new one starts at once, as on Convex. */
  async syncCrons(): Promise<void> {
    const now = this.host.engine.now();
    await this.host.queue.write((tx) => {
      for (const [component, { crons }] of this.#components) {
        const stored = new Map(cronsIn(tx, component).map((row) => [row.identifier, row]));
        const table = tableIn(component, CRONS);
        for (const [identifier, spec] of Object.entries(crons)) {
          const row = stored.get(identifier);
          const isSame = JSON.stringify(row?.spec) === JSON.stringify(spec);
          const next = firstRun(identifier, spec, now);
          // A time after the next run was set while the clock was ahead.
          if (row && isSame && row.next <= nextRun(identifier, spec, now))
            stored.delete(identifier);
          else tx.insert(table, { identifier, spec: { ...spec }, next });
        }
        for (const { _id } of stored.values()) tx.remove(table, _id);
      }
    });
    this.#arm();
  }

  /** Actions that were running when the process died have failed; how far they got is unknown. */
  async #recover(): Promise<void> {
    const error = "Transient error while executing action";
    const now = this.host.engine.now();
    await this.host.queue.write((tx) => {
      for (const [component] of this.#components)
        for (const job of [...jobsIn(tx, component, "inProgress")])
          setState(tx, component, job, { kind: "failed", error }, now);
    });
  }

  #arm(): void {
    clearTimeout(this.#alarm);
    if (this.#isBusy || this.#isStopped) return;
    const tx = this.host.engine.database.begin();
    const now = this.host.engine.now();
    const times = this.#components.flatMap(([component]) => {
      const job = jobsIn(tx, component, "pending").next().value as Job | undefined;
      const crons = cronsIn(tx, component).map((row) => row.next);
      return [job?.scheduledTime ?? Infinity, ...crons];
    });
    const waitMs = this.#failures && Math.min(RETRY_MS * 2 ** (this.#failures - 1), MAX_TIMER_MS);
    const delayMs = Math.max(0, waitMs, Math.min(...times) - now);
    this.#alarm = setTimeout(() => void this.#wake(), Math.min(delayMs, MAX_TIMER_MS));
  }

  async #wake(): Promise<void> {
    this.#isBusy = true;
    const sleptMs = this.host.engine.now() - this.#wokeMs;
    this.#wokeMs += sleptMs;
    try {
      if (sleptMs < -MAX_TIMER_MS) await this.syncCrons();
      await this.host.queue.write((tx) => this.#fireCrons(tx));
      await this.#runAll(this.#due());
      this.#isBusy = false;
      this.#arm();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** As many at once as mutations run concurrently; one after another if mutations do. */
  async #runAll(due: readonly Queued[]): Promise<void> {
    const left = due.values();
    const lanes = Array.from({ length: this.host.queue.width }, async () => {
      for (const queued of left) {
        if (this.#isStopped) return;
        const { udfType } = functionAt(this.host.engine.deployment(), callOf(queued)) ?? {};
        await (udfType === "action" ? this.#startAction(queued) : this.#runMutation(queued));
      }
    });
    for (const lane of await Promise.allSettled(lanes))
      if (lane.status === "rejected") throw lane.reason;
  }

  /** The due jobs of all components, by time. */
  #due(): Queued[] {
    const tx = this.host.engine.database.begin();
    const now = this.host.engine.now();
    const due: Queued[] = [];
    for (const [component] of this.#components)
      for (const job of jobsIn(tx, component, "pending")) {
        if (job.scheduledTime > now) break;
        due.push({ component, job });
      }
    return due.sort((a, b) => a.job.scheduledTime - b.job.scheduledTime);
  }

  /** A job whose result was not saved is still due: it is retried, with growing delays. */
  #fail(error: unknown): void {
    if (!(error instanceof NotSaved)) this.host.engine.log("scheduler", String(error));
    this.#failures += 1;
    this.#isBusy = false;
    this.#arm();
  }

  #fireCrons(tx: Transaction): void {
    const { engine } = this.host;
    const now = engine.now();
    for (const [component, { functions }] of this.#components) {
      forgetOld(tx, component, now);
      for (const row of cronsIn(tx, component)) {
        const { _id, identifier, spec } = row;
        if (row.next > now) continue;
        const next = nextRun(identifier, spec, now);
        const target = functions.get(spec.name);
        const last = row.job === undefined ? null : findJob(tx, component, row.job);
        const isRunning = last && ["pending", "inProgress"].includes(last.state.kind);
        if (isRunning)
          engine.log(identifier, "This run was skipped: the one before is still running.");
        const isDue = target && !isRunning;
        const job = isDue
          ? scheduleJob(tx, component, target, spec.args[0] ?? {}, { time: now, now })
          : row.job;
        const fields = { identifier, spec, next, ...(job !== undefined && { job }) };
        tx.replace(tableIn(component, CRONS), _id, fields);
      }
    }
  }

  /** The mutation's writes and the job's new state are one commit. */
  async #runMutation({ component, job: { _id } }: Queued): Promise<void> {
    await this.host.queue.transact(async (tx) => {
      const job = findJob(tx, component, _id);
      if (job?.state.kind !== "pending") return { commit: false, result: null };
      const mark = tx.mark();
      const { outcome, root } = await this.host.mutate(tx, callOf({ component, job }), "any");
      if (!outcome.success) tx.rollback(mark);
      this.#finish(tx, component, _id, outcome);
      return { commit: true, result: null, afterCommit: outcome.success ? root.afterCommit : [] };
    });
  }

  async #startAction({ component, job: { _id } }: Queued): Promise<void> {
    const { queue } = this.host;
    const job = await queue.write((tx) => {
      const found = findJob(tx, component, _id);
      if (found?.state.kind !== "pending") return null;
      setState(tx, component, found, { kind: "inProgress" });
      return found;
    });
    if (!job) return;
    const finished = this.host
      .action(callOf({ component, job }), "any")
      .then(({ outcome }) => queue.write((tx) => this.#finish(tx, component, _id, outcome)));
    finished.catch((error: unknown) => this.host.engine.log(job.name, String(error)));
  }

  /** A job that was cancelled while it ran stays cancelled. */
  #finish(tx: Transaction, component: string, id: string, outcome: Outcome): void {
    const job = findJob(tx, component, id);
    if (!job || job.state.kind === "canceled") return;
    if (!outcome.success) this.host.engine.log(nameOf(callOf({ component, job })), outcome.message);
    const state: Job["state"] = outcome.success
      ? { kind: "success" }
      : { kind: "failed", error: outcome.message };
    setState(tx, component, job, state, this.host.engine.now());
  }
}
