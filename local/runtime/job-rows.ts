import type { JSONValue } from "convex/values";
import { ALL_KEYS, keyBounds } from "../codec/keys";
import type { Doc, JsonFields, Scan, Transaction } from "../store/types";
import { fieldsOf } from "./schema";

/** Rows of `_scheduled_functions`. Times are milliseconds. */
export const JOBS = "_scheduled_functions";

type JobKind = "pending" | "inProgress" | "success" | "failed" | "canceled";

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

/** The kind of a job's state. */
export function jobKind(job: Doc): JobKind {
  // Only this file writes states.
  return (job.state as { kind: JobKind }).kind;
}

/** Moves a job to another state. */
export function setJobState(
  tx: Transaction,
  job: Doc,
  state: { kind: JobKind; error?: string },
  completedTime?: number,
): void {
  const fields: JsonFields = { ...fieldsOf(job), state };
  if (completedTime !== undefined) fields.completedTime = completedTime;
  tx.replace(JOBS, job._id, fields);
}

/** Cancels a job that has not finished. */
export function cancelJob(tx: Transaction, id: string, now: number): null {
  const job = tx.get(JOBS, id);
  if (job && ["pending", "inProgress"].includes(jobKind(job)))
    setJobState(tx, job, { kind: "canceled" }, now);
  return null;
}

/** The jobs in one state, earliest first. */
export function* jobsIn(tx: Transaction, kind: JobKind): Generator<Doc> {
  yield* docsOf(tx.scan(JOBS, "by_state", keyBounds([kind]), "asc"));
}

function* docsOf(scan: Scan): Generator<Doc> {
  for (let found = scan.next(); found; found = scan.next()) yield found.doc;
}

/** All rows of a small table. */
export function allRows(tx: Transaction, table: string): Doc[] {
  return [...docsOf(tx.scan(table, "by_creation_time", ALL_KEYS, "asc"))];
}
