import type { JSONValue } from "convex/values";
import type { Doc, Transaction } from "../store/types";
import { nextRun } from "./cron-times";
import type { Engine } from "./frame";
import { allRows, scheduleJob } from "./job-rows";
import { Alarm } from "./jobs";
import type { TransactionQueue } from "./transactions";

const CRONS = "_crons";

interface CronSpec {
  udfPath: string;
  udfArgs: JSONValue[];
  cronSchedule: Record<string, JSONValue>;
}

function specOf(row: Doc): CronSpec {
  // Only this file writes these rows.
  return row.spec as unknown as CronSpec;
}

/** An interval begins at once, as on a real deployment; the others wait for their time. */
function firstRun({ cronSchedule }: CronSpec, now: number): number {
  return cronSchedule.type === "interval" ? now : nextRun(cronSchedule, now);
}

/**
 * Fires crons. A cron that is due puts a job into the queue and moves to its next time in one
 * commit, so that no run is doubled and, after a pause, one run makes up for all missed ones.
 */
export class CronRunner {
  readonly #alarm = new Alarm();
  #stopped = false;

  constructor(
    private readonly engine: Engine,
    private readonly queue: TransactionQueue,
  ) {
    void this.sync();
  }

  stop(): void {
    this.#stopped = true;
    this.#alarm.stop();
  }

  /** Takes over what the installed `crons.ts` says; unchanged crons keep their next time. */
  async sync(): Promise<void> {
    await this.queue.write((tx) => {
      const stored = new Map(allRows(tx, CRONS).map((row) => [row.identifier, row]));
      for (const [identifier, spec] of this.#declared()) {
        const row = stored.get(identifier);
        if (row && JSON.stringify(row.spec) === JSON.stringify(spec)) stored.delete(identifier);
        else tx.insert(CRONS, { identifier, spec, next: firstRun(spec, this.engine.now()) });
      }
      for (const row of stored.values()) tx.remove(CRONS, row._id);
    });
    this.#arm();
  }

  #declared(): (readonly [string, CronSpec & JSONValue])[] {
    const { modules } = this.engine.deployment().analysis;
    return (modules["crons.js"]?.cronSpecs ?? []).map(
      // Written by declare.ts in this form.
      ({ identifier, spec }) => [identifier, spec as unknown as CronSpec & JSONValue] as const,
    );
  }

  #arm(): void {
    if (this.#stopped) return;
    const times = allRows(this.engine.database.begin(), CRONS).map(({ next }) => Number(next));
    if (times.length === 0) this.#alarm.stop();
    else this.#alarm.set(Math.min(...times) - this.engine.now(), () => void this.#fire());
  }

  async #fire(): Promise<void> {
    await this.queue.write((tx) => {
      for (const row of allRows(tx, CRONS))
        if (Number(row.next) <= this.engine.now()) this.#fireOne(tx, row);
    });
    this.#arm();
  }

  #fireOne(tx: Transaction, row: Doc): void {
    const { udfPath, udfArgs, cronSchedule } = specOf(row);
    const now = this.engine.now();
    const target = this.engine.deployment().functions.get(udfPath);
    if (target) scheduleJob(tx, target, udfArgs[0] ?? {}, now);
    const { identifier = null, spec = null } = row;
    tx.replace(CRONS, row._id, { identifier, spec, last: now, next: nextRun(cronSchedule, now) });
  }
}
