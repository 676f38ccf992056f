import { v } from "convex/values";
import { fail } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import type { OperationResult, WireParams } from "../../contract/operations";
import { nullable } from "../../contract/wire";
import { canonicalJson } from "../platform/canonical";
import { sha256Hex } from "../platform/digest";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalAction, internalMutation, internalQuery } from "../_generated/server";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { send } from "./request";
import { isRemote } from "./client";
import { storeUpdate } from "./entitlementCache";
import { isSettled, payloadOf, subjectOf, vMoneyCall, vMoneyResult } from "./money";
import type { MoneyCall, MoneyOperation, MoneyResult } from "./money";
import { updatesIn } from "./updates";
import { DAY_MS } from "../../contract/time";

/** Longer than one call takes with all its retries: an older one was interrupted. */
const OVERDUE_MS = 60 * 1000;
/** A provider forgets keys in time: an older call is not sent again. */
const LOST_AFTER_MS = DAY_MS;
const RETENTION_MS = 30 * DAY_MS;
const BATCH = 20;

const NO_ANSWER_YET = fail(
  "payment_pending",
  "The billing provider has not answered yet; it is asked again",
  202,
);
const NEVER_ANSWERED = fail("payment_failed", "The billing provider never answered", 402);
const OTHER_REQUEST = fail(
  "duplicate_idempotency_key",
  "The key was used for another request",
  409,
);
const IN_PROGRESS = fail("lock_already_exists", "The same change is being made already", 423);

/**
 * Sends a call that may cost money: it is stored first, then sent under its row's
 * id, then its answer is stored. Wherever that is interrupted, asking again under
 * the same id does nothing twice and returns the outcome.
 */
export async function requestMoney<Op extends MoneyOperation>(
  ctx: ActionCtx,
  op: Op,
  params: WireParams<Op>,
  { idempotencyKey = null }: { idempotencyKey?: string | null | undefined } = {},
): Promise<OperationResult<Op>> {
  // The pair that the table's row of this operation says.
  const call = { op, params } as unknown as MoneyCall;
  const noted = await ctx.runMutation(internal.remote.intents.note, {
    call,
    requestKey: idempotencyKey,
  });
  const result = noted.result ?? (noted.id && (await sendCall(ctx, noted.id, call)));
  // A result of this very call.
  return (result ?? NO_ANSWER_YET) as OperationResult<Op>;
}

/** Stores a call, or finds its outcome. */
export const note = internalMutation({
  args: { call: vMoneyCall, requestKey: nullable(v.string()) },
  returns: v.object({
    id: nullable(v.id("remoteIntents")),
    result: nullable(vMoneyResult),
  }),
  handler: async (ctx, { call, requestKey: request_key }) => {
    const fingerprint = await sha256Hex(canonicalJson(payloadOf(call)));
    const known = request_key === null ? null : await findByKey(ctx, request_key);
    if (known && known.fingerprint !== fingerprint) return { id: null, result: OTHER_REQUEST };
    if (known) return { id: known._id, result: known.result };
    const subject = subjectOf(call);
    const open = await ctx.db
      .query("remoteIntents")
      .withIndex("by_subject_and_next_try_at", (q) =>
        q.eq("subject", subject).gt("next_try_at", null),
      )
      .first();
    if (open) return { id: null, result: IN_PROGRESS };
    const created_at = Date.now();
    const id = await ctx.db.insert("remoteIntents", {
      customer_id: call.params.customer_id,
      call,
      request_key,
      fingerprint,
      subject,
      result: null,
      next_try_at: created_at + OVERDUE_MS,
      created_at,
    });
    return { id, result: null };
  },
});

/** Stores the outcome of a call, and the entitlements in its answer. The first answer stays. */
export const complete = internalMutation({
  args: { id: v.id("remoteIntents"), result: vMoneyResult, requestedAt: v.number() },
  returns: v.null(),
  handler: async (ctx, { id, result, requestedAt }): Promise<null> => {
    const intent = await ctx.db.get("remoteIntents", id);
    if (!intent || intent.result !== null) return null;
    await ctx.db.patch("remoteIntents", id, { result, next_try_at: null });
    const { op, params } = intent.call;
    // Stored by the validators of one operation's call and answer.
    const updates = updatesIn(op, params as never, result as Result<never>);
    for (const update of updates)
      await storeUpdate(ctx, update, { requestedAt, requestedBy: "customer" });
    return null;
  },
});

/** Sends an interrupted call again. */
export const resend = internalAction({
  args: { id: v.id("remoteIntents") },
  returns: v.null(),
  handler: async (ctx, { id }): Promise<null> => {
    const call = await ctx.runQuery(internal.remote.intents.load, { id });
    if (call && isRemote()) await sendCall(ctx, id, call);
    return null;
  },
});

/** The call to send; null: it has its answer. */
export const load = internalQuery({
  args: { id: v.id("remoteIntents") },
  returns: nullable(vMoneyCall),
  handler: async (ctx, { id }): Promise<MoneyCall | null> => {
    const intent = await ctx.db.get("remoteIntents", id);
    return intent?.result === null ? intent.call : null;
  },
});

/** Finds calls without an answer: they are sent again, and given up after a day. */
export async function reconcileIntents(ctx: MutationCtx, now: number): Promise<number> {
  const overdue = await ctx.db
    .query("remoteIntents")
    .withIndex("by_next_try_at", (q) => q.gt("next_try_at", null).lte("next_try_at", now))
    .take(BATCH);
  for (const intent of overdue) await scheduleRetry(ctx, intent, now);
  return overdue.length;
}

/** Reconciles all intents of one customer, whether they are due or not. */
export async function reprocessIntents(
  ctx: MutationCtx,
  customerId: string,
  now: number,
): Promise<number> {
  const open = await ctx.db
    .query("remoteIntents")
    .withIndex("by_customer_id_and_next_try_at", (q) =>
      q.eq("customer_id", customerId).gt("next_try_at", null),
    )
    .take(BATCH);
  for (const intent of open) await scheduleRetry(ctx, intent, now);
  return open.length;
}

async function scheduleRetry(
  ctx: MutationCtx,
  { _id: id, created_at, call }: Doc<"remoteIntents">,
  now: number,
): Promise<void> {
  if (created_at + LOST_AFTER_MS > now) {
    await ctx.db.patch("remoteIntents", id, { next_try_at: now + OVERDUE_MS });
    await ctx.scheduler.runAfter(0, internal.remote.intents.resend, { id });
    return;
  }
  const { op: operation, params } = call;
  const line = { event: "never_answered", operation, customer: params.customer_id, intent: id };
  console.error(JSON.stringify(line));
  await ctx.db.patch("remoteIntents", id, { result: NEVER_ANSWERED, next_try_at: null });
}

export async function deleteOldIntents(ctx: MutationCtx, now: number): Promise<number> {
  const old = await ctx.db
    .query("remoteIntents")
    .withIndex("by_next_try_at", (q) =>
      q.eq("next_try_at", null).lt("_creationTime", now - RETENTION_MS),
    )
    .take(BATCH);
  for (const { _id } of old) await ctx.db.delete("remoteIntents", _id);
  return old.length;
}

/** @returns The final answer; null: it is not known yet. */
async function sendCall(
  ctx: ActionCtx,
  id: Id<"remoteIntents">,
  { op, params }: MoneyCall,
): Promise<MoneyResult | null> {
  const requestedAt = Date.now();
  const result = await send<MoneyOperation>(op, params, { idempotencyKey: id });
  if (!isSettled(result)) return null;
  await ctx.runMutation(internal.remote.intents.complete, { id, result, requestedAt });
  return result;
}

async function findByKey(ctx: MutationCtx, key: string): Promise<Doc<"remoteIntents"> | null> {
  return await ctx.db
    .query("remoteIntents")
    .withIndex("by_request_key", (q) => q.eq("request_key", key))
    .unique();
}
