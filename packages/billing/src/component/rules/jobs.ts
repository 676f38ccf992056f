import type { JobKind } from "../../contract/jobResponses";
import { HOUR_MS, MINUTE_MS } from "../../contract/time";

const FIRST_MS = MINUTE_MS;
const LONGEST_MS = HOUR_MS;
/** Networks fail for minutes and recover. Only longer failures need an operator. */
const LATE_MS = 15 * MINUTE_MS;

/** The delay after attempt number `attempts`: 1, 2, 4 … minutes, at most an hour. */
export function delayAfter(attempts: number): number {
  return Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
}

interface JobRules {
  /**
   * When an operator may dismiss it. `never`: otherwise a customer would not renew, or a payment
   * would stay without an outcome. `failing`: whenever it fails. `stopped`: after the last retry.
   */
  dismissible: "never" | "failing" | "stopped";
  /** The age at which operators see a failing job, in milliseconds. */
  listedAfter: number;
}

/** What differs between the kinds of jobs. store/jobs/runs.ts starts each kind. */
export const JOB_RULES: Readonly<Record<JobKind, JobRules>> = {
  process_due: { dismissible: "never", listedAfter: 0 },
  settle_charge: { dismissible: "stopped", listedAfter: LATE_MS },
  process_report: { dismissible: "failing", listedAfter: 0 },
  close_account: { dismissible: "failing", listedAfter: 0 },
  backfill: { dismissible: "never", listedAfter: 0 },
  deliver_events: { dismissible: "failing", listedAfter: 0 },
  report_use: { dismissible: "stopped", listedAfter: LATE_MS },
  send_call: { dismissible: "never", listedAfter: LATE_MS },
};

/** Whether an operator may end a failing job without doing its work. */
export function mayDismiss(kind: JobKind, isRetried: boolean): boolean {
  const { dismissible } = JOB_RULES[kind];
  return dismissible === "failing" || (dismissible === "stopped" && !isRetried);
}
