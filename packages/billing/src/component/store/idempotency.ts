import type { Value } from "convex/values";
import { fail } from "../../contract/errors";
import type { Failure, Result } from "../../contract/errors";
import type { MutationCtx } from "../_generated/server";
import { canonicalJson } from "../platform/canonical";
import { sha256Hex } from "../platform/digest";

const OTHER_REQUEST = fail(
  "duplicate_idempotency_key",
  "The key was used for another request",
  409,
);

interface Request {
  /** Namespaced by customer; undefined: nothing is remembered. */
  key: string | undefined;
  operation: string;
  /** The fields that must be equal for a repeated request to get the first response. */
  payload: Value;
}

/**
 * Runs once per key: the same key and payload get the first answer again, the same
 * key with another payload is refused. The answer is stored in the transaction of
 * its effect.
 *
 * @param hasEffect - Which answers are remembered. Default: successes and declined
 *   payments; other refusals had no effect.
 */
export async function idempotent<T>(
  ctx: MutationCtx,
  request: Request,
  run: () => Promise<Result<T>>,
  hasEffect: (response: Result<T>) => boolean = isDone,
): Promise<Result<T> | Failure> {
  return (await runOnce(ctx, request, run, hasEffect)).answer;
}

/**
 * The same as {@link idempotent}.
 *
 * @returns The response, and whether it is a replay.
 */
export async function runOnce<T>(
  ctx: MutationCtx,
  { key, operation, payload }: Request,
  run: () => Promise<Result<T>>,
  hasEffect: (response: Result<T>) => boolean = isDone,
): Promise<{ answer: Result<T> | Failure; isReplay: boolean }> {
  if (key === undefined) return { answer: await run(), isReplay: false };
  const fingerprint = await sha256Hex(canonicalJson(payload));
  const first = await ctx.db
    .query("idempotencyKeys")
    .withIndex("by_key_and_operation", (q) => q.eq("key", key).eq("operation", operation))
    .unique();
  if (first?.fingerprint === fingerprint) {
    // Stored by this function, for this operation and payload.
    return { answer: first.response as Result<T>, isReplay: true };
  }
  if (first) return { answer: OTHER_REQUEST, isReplay: false };
  const response = await run();
  if (hasEffect(response)) {
    const created_at = Date.now();
    await ctx.db.insert("idempotencyKeys", { key, operation, fingerprint, response, created_at });
  }
  return { answer: response, isReplay: false };
}

/** Replaces a pending first answer with the final one. */
export async function updateResponse<T>(
  ctx: MutationCtx,
  { key, operation }: { key: string | null; operation: string },
  response: Result<T>,
): Promise<void> {
  if (key === null) return;
  const first = await ctx.db
    .query("idempotencyKeys")
    .withIndex("by_key_and_operation", (q) => q.eq("key", key).eq("operation", operation))
    .unique();
  if (first) await ctx.db.patch("idempotencyKeys", first._id, { response });
}

function isDone({ error }: Result<unknown>): boolean {
  return error === null || HAD_EFFECT.has(error.code);
}

const HAD_EFFECT: ReadonlySet<string> = new Set(["payment_failed", "payment_pending"]);
