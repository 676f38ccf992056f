import { resolveCommitTs } from "../store/commit-ts";
import type { Database, RequestKey } from "../store/database";
import { NotSaved } from "../store/errors";
import { failedOutcome } from "./failure";
import type { MutationRun, Outcome } from "./types";

/** To a request that a client sends again after its answer has gone; see `Answers`. */
const FORGOTTEN =
  "This request is too old to be sent again: it may have been applied, so it was not run a second " +
  "time. Reload, and look whether it was.";

const failed = (message: string): MutationRun => ({
  outcome: failedOutcome({ message, frames: [] }, false),
  logLines: [],
  ts: null,
});

/** What a request was answered that its client sends again, once that is safe; null: it is new. */
export function firstAnswer(database: Database, request: RequestKey): Promise<MutationRun> | null {
  const known = database.findAnswer(request);
  if (known === null) return null;
  if (known === "forgotten") return Promise.resolve(failed(FORGOTTEN));
  const { value, logLines, ts } = known;
  return database.saved().then(() => ({ outcome: { success: true, value }, logLines, ts }));
}

/** What was not saved failed, as the caller is told: it can be tried again. */
export function notSaved(error: unknown): { result: MutationRun; ts: null } {
  if (!(error instanceof NotSaved)) throw error;
  return { result: failed(error.message), ts: null };
}

/** What a mutation answered, with the time of its commit where it put the placeholder. */
export function resolved(outcome: Outcome, ts: bigint | null): Outcome {
  if (!outcome.success || ts === null) return outcome;
  return { success: true, value: resolveCommitTs(outcome.value, ts) };
}
