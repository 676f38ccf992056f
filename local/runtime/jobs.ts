import type { JSONValue } from "convex/values";
import type { Doc, Transaction } from "../store/types";
import type { Executor } from "./executor";
import type { Engine } from "./frame";
import { JOBS, jobKind, jobsIn, setJobState } from "./job-rows";
import type { Call, Outcome } from "./types";

const MAX_TIMER_MS = 2 ** 31 - 1;
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;
const NOBODY = { kind: "nobody" } as const;

function callOf(job: Doc): Call {
  // Only job-rows.ts writes these rows.
  const { name, args } = job as unknown as { name: string; args: [JSONValue] };
  return { path: name, args: args[0], caller: NOBODY };
}

function timeOf(job: Doc): number {
  return Number(job.scheduledTime);
}

/** A timer that is always set to the earliest thing to do. */
export class Alarm {
  #timer: NodeJS.Timeout | undefined;

  set(delayMs: number, wake: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(wake, Math.min(Math.max(0, delayMs), MAX_TIMER_MS));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** Runs scheduled functions: mutations exactly once, actions at most once, also over restarts. */
export class JobRunner {
  readonly #alarm = new Alarm();
  readonly #stopListening: () => void;
  #running = false;
  #stopped = false;

  constructor(
    private readonly engine: Engine,
    private readonly executor: Executor,
  ) {
    this.#stopListening = engine.database.onCommit(({ writes }) => {
      if (writes.has(`${JOBS}.by_state`)) this.#arm();
    });
    void this.#recover();
  }

  stop(): void {
    this.#stopped = true;
    this.#alarm.stop();
    this.#stopListening();
  }

  /** Actions that ran when the process died have failed; nobody knows how far they came. */
  async #recover(): Promise<void> {
    await this.executor.queue.write((tx) => {
      const error = "Transient error while executing action";
      for (const job of [...jobsIn(tx, "inProgress")])
        setJobState(tx, job, { kind: "failed", error }, this.engine.now());
      this.#forgetOld(tx);
    });
    this.#arm();
  }

  #forgetOld(tx: Transaction): void {
    const limit = this.engine.now() - RETENTION_MS;
    for (const kind of ["success", "failed", "canceled"] as const) {
      const old: Doc[] = [];
      for (const job of jobsIn(tx, kind)) {
        if (timeOf(job) > limit) break;
        old.push(job);
      }
      for (const job of old) tx.remove(JOBS, job._id);
    }
  }

  #next(): Doc | null {
    for (const job of jobsIn(this.engine.database.begin(), "pending")) return job;
    return null;
  }

  #arm(): void {
    if (this.#stopped || this.#running) return;
    const next = this.#next();
    if (next) this.#alarm.set(timeOf(next) - this.engine.now(), () => void this.#runDue());
  }

  async #runDue(): Promise<void> {
    if (this.#running) return;
    this.#running = true;
    try {
      for (let job = this.#next(); job && !this.#stopped; job = this.#next()) {
        if (timeOf(job) > this.engine.now()) break;
        await this.#runJob(job);
      }
    } finally {
      this.#running = false;
      this.#arm();
    }
  }

  async #runJob(job: Doc): Promise<void> {
    const target = this.engine.deployment().functions.get(callOf(job).path);
    if (target?.udfType === "action") await this.#startAction(job);
    else await this.#runMutation(job);
  }

  /** The mutation's writes and the job's new state are one commit. */
  async #runMutation({ _id }: Doc): Promise<void> {
    await this.executor.queue.transact(async (tx) => {
      const job = tx.get(JOBS, _id);
      if (!job || jobKind(job) !== "pending") return { commit: false, result: null };
      const mark = tx.mark();
      const { outcome, root } = await this.executor.mutate(tx, callOf(job), "any");
      if (!outcome.success) tx.rollback(mark);
      this.#finish(tx, _id, outcome);
      const afterCommit = outcome.success ? root.afterCommit : [];
      return { commit: true, result: null, afterCommit };
    });
  }

  async #startAction({ _id }: Doc): Promise<void> {
    const { queue } = this.executor;
    const job = await queue.write((tx) => {
      const found = tx.get(JOBS, _id);
      if (!found || jobKind(found) !== "pending") return null;
      setJobState(tx, found, { kind: "inProgress" });
      return found;
    });
    if (!job) return;
    const finished = this.executor
      .action(callOf(job), "any")
      .then(({ outcome }) => queue.write((tx) => this.#finish(tx, _id, outcome)));
    finished.catch((error: unknown) => this.engine.log(callOf(job).path, String(error)));
  }

  /** A job that was cancelled while it ran stays cancelled. */
  #finish(tx: Transaction, id: string, outcome: Outcome): void {
    const job = tx.get(JOBS, id);
    if (!job || jobKind(job) === "canceled") return;
    const state = outcome.success
      ? ({ kind: "success" } as const)
      : ({ kind: "failed", error: outcome.message } as const);
    if (!outcome.success) this.engine.log(callOf(job).path, outcome.message);
    setJobState(tx, job, state, this.engine.now());
  }
}
