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
  /** For a call without a key: a pending answer is stored under this one. Absent: it is not. */
  pendingKey?: string | undefined;
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
  request: Request,
  run: () => Promise<Result<T>>,
  hasEffect: (response: Result<T>) => boolean = isDone,
): Promise<{ answer: Result<T> | Failure; isReplay: boolean }> {
  const { key, pendingKey, operation } = request;
  if (key === undefined) {
    const answer = await run();
    if (pendingKey !== undefined && isPending(answer))
      await remember(ctx, pendingKey, request, answer);
    return { answer, isReplay: false };
  }
  const fingerprint = await fingerprintOf(request);
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
  if (hasEffect(response) || isPending(response)) await remember(ctx, key, request, response);
  return { answer: response, isReplay: false };
}

async function remember(
  ctx: MutationCtx,
  key: string,
  request: Request,
  response: Result<unknown>,
): Promise<void> {
  await ctx.db.insert("idempotencyKeys", {
    ...{ key, operation: request.operation, fingerprint: await fingerprintOf(request) },
    ...{ response, created_at: Date.now() },
  });
}

async function fingerprintOf({ payload }: Request): Promise<string> {
  return await sha256Hex(canonicalJson(payload));
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
  return error === null || error.code === "payment_failed";
}

/** The answer to the charge replaces this response. */
function isPending({ error }: Result<unknown>): boolean {
  return error?.code === "payment_pending";
}
