import { resolveCommitTs } from "../store/commit-ts";
import type { Database, RequestKey } from "../store/database";
import { Conflict, NotSaved } from "../store/errors";
import { failedOutcome } from "./failure";
import type { MutationRun, Outcome } from "./types";

/** The answer to a request that a client repeats after its answer was dropped; see `Answers`. */
const FORGOTTEN =
  "This request is too old to be sent again: it may have been applied, so it was not run a second " +
  "time. Reload, and look whether it was.";

/** The refusal of a request that another user has sent under the same id. */
const FOREIGN =
  "This request was answered while someone else was signed in, so it was not run a second time. " +
  "Reload and check whether it was applied.";

const failed = (message: string): MutationRun => ({
  outcome: failedOutcome({ message, frames: [] }, "message"),
  logLines: [],
  ts: null,
});

/** The answer to a repeated request, once it is safe; null: the request is new. */
export function firstAnswer(database: Database, request: RequestKey): Promise<MutationRun> | null {
  const known = database.findAnswer(request);
  if (known === null) return null;
  if (known === "forgotten") return Promise.resolve(failed(FORGOTTEN));
  if (known === "foreign") return Promise.resolve(failed(FOREIGN));
  const { value, logLines, ts } = known;
  return database.saved().then(() => ({ outcome: { success: true, value }, logLines, ts }));
}

/**
 * A mutation that was not saved, or conflicted on every attempt, has failed, so it can
 * be sent again.
 */
export function notCommitted(error: unknown): { result: MutationRun; ts: null } {
  if (!(error instanceof NotSaved || error instanceof Conflict)) throw error;
  return { result: failed(error.message), ts: null };
}

/** The answer of a mutation, with the commit's timestamp in place of the placeholder. */
export function resolved(outcome: Outcome, ts: bigint | null): Outcome {
  if (!outcome.success || ts === null) return outcome;
  return { success: true, value: resolveCommitTs(outcome.value, ts) };
}
