import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable } from "./wire";

/**
 * The work of a job. `process_due`: a customer's next renewal, end or reset. `settle_charge`: asks the
 * processor whether it charged or refunded. `process_report`: processes a processor's report
 * (webhook). `close_account`: deletes a deleted customer at the processor. `backfill`: fetches reports
 * that never arrived. `deliver_events`: calls the host's `onEvent` for a customer's oldest event.
 * `report_use`: reports a use to a hosted provider. `send_call`: sends a hosted provider a call that
 * may cost money.
 */
export const vJobKind = v.union(
  v.literal("process_due"),
  v.literal("settle_charge"),
  v.literal("process_report"),
  v.literal("close_account"),
  v.literal("backfill"),
  v.literal("deliver_events"),
  v.literal("report_use"),
  v.literal("send_call"),
);
export type JobKind = Infer<typeof vJobKind>;

const vStuckJob = v.object({
  /** For `retryJob` and `dismissJob`. */
  job: v.string(),
  kind: vJobKind,
  /** Empty: the customer is unknown, or the job has none. */
  customer_id: v.string(),
  name: nullable(v.string()),
  email: nullable(v.string()),
  /**
   * The subject: the type of an event; a report's type and id; the processor's key of a charge; a
   * feature; an operation. Null: the customer alone, or nothing in particular.
   */
  about: nullable(v.string()),
  /** The last error. Null: unknown. */
  error: nullable(v.string()),
  /** The number of attempts so far. */
  attempts: v.number(),
  /** The time of the next automatic attempt. Null: there is none, and an operator decides. */
  next_attempt_at: nullable(v.number()),
  /** Whether `dismissJob` accepts it. */
  dismissible: v.boolean(),
});
/** Failed work that billing retries, or that waits for an operator. */
export type StuckJob = Infer<typeof vStuckJob>;
/** A page of jobs, newest first. `next_cursor` is the cursor of the next page; null on the last one. */
export const vStuckJobList = v.object({
  list: v.array(vStuckJob),
  next_cursor: nullable(v.string()),
});

export const vRetriedJob = v.object({ job: v.string(), kind: vJobKind });

/** `about` and `error` have the values of the list. */
export const vDismissedJob = v.object({
  job: v.string(),
  kind: vJobKind,
  about: nullable(v.string()),
  error: nullable(v.string()),
});
