import { v } from "convex/values";
import { fail } from "../../contract/errors";
import type { Result } from "../../contract/errors";
import type { OperationResult, WireParams } from "../../contract/operations";
import { nullable } from "../../contract/wire";
import { canonicalJson } from "../platform/canonical";
import { sha256Hex } from "../platform/digest";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalAction, internalMutation } from "../_generated/server";
import type { ActionCtx, MutationCtx } from "../_generated/server";
import { send } from "./request";
import { isRemote } from "./client";
import { storeUpdate } from "./entitlementCache";
import { isSettled, payloadOf, subjectOf, vMoneyCall, vMoneyResult } from "./money";
import type { MoneyCall, MoneyOperation, MoneyResult } from "./money";
import { updatesIn } from "./updates";
import { DAY_MS } from "../../contract/time";
import { findJob, finishJob, queueJob, startJob } from "../store/jobs/jobs";

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
  const noted = await ctx.runMutation(internal.hostedProvider.intents.recordCall, {
    call,
    requestKey: idempotencyKey,
  });
  const result = noted.result ?? (noted.id && (await sendCall(ctx, noted.id, call)));
  // A result of this very call.
  return (result ?? NO_ANSWER_YET) as OperationResult<Op>;
}

/** Stores a call, or finds its outcome. */
export const recordCall = internalMutation({
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
      .withIndex("by_subject_and_settled_at", (q) =>
        q.eq("subject", subject).eq("settled_at", null),
      )
      .first();
    if (open) return { id: null, result: IN_PROGRESS };
    const id = await ctx.db.insert("remoteIntents", {
      customer_id: call.params.customer_id,
      call,
      request_key,
      fingerprint,
      subject,
      result: null,
      settled_at: null,
      created_at: Date.now(),
    });
    await queueJob(ctx, "send_call", id);
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
    await settle(ctx, id, result);
    const { op, params } = intent.call;
    // Stored by the validators of one operation's call and answer.
    const updates = updatesIn(op, params as never, result as Result<never>);
    for (const update of updates)
      await storeUpdate(ctx, update, { requestedAt, requestedBy: "customer" });
    return null;
  },
});

async function settle(
  ctx: MutationCtx,
  id: Id<"remoteIntents">,
  result: MoneyResult,
): Promise<void> {
  await ctx.db.patch("remoteIntents", id, { result, settled_at: Date.now() });
  await finishJob(ctx, "send_call", id);
}

/** Sends an interrupted call again, for a day. */
export const resend = internalAction({
  args: { id: v.id("remoteIntents") },
  returns: v.null(),
  handler: async (ctx, { id }): Promise<null> => {
    const call = await ctx.runMutation(internal.hostedProvider.intents.takeCall, { id });
    if (call && isRemote()) await sendCall(ctx, id, call);
    return null;
  },
});

/** The call to send; null if it has an answer, or billing gave up after a day without one. */
export const takeCall = internalMutation({
  args: { id: v.id("remoteIntents") },
  returns: nullable(vMoneyCall),
  handler: async (ctx, { id }): Promise<MoneyCall | null> => {
    const intent = await ctx.db.get("remoteIntents", id);
    if (intent?.result !== null) return null;
    const { call, created_at } = intent;
    if (created_at + LOST_AFTER_MS > Date.now()) return call;
    const { op: operation, params } = call;
    const line = { event: "never_answered", operation, customer: params.customer_id, intent: id };
    console.error(JSON.stringify(line));
    await settle(ctx, id, NEVER_ANSWERED);
    return null;
  },
});

/** Sends all open calls of one customer again, even those that are not due yet. */
export async function reprocessIntents(ctx: MutationCtx, customerId: string): Promise<number> {
  const open = await ctx.db
    .query("remoteIntents")
    .withIndex("by_customer_id_and_settled_at", (q) =>
      q.eq("customer_id", customerId).eq("settled_at", null),
    )
    .take(BATCH);
  for (const { _id } of open) {
    const job = await findJob(ctx, "send_call", _id);
    if (job) await startJob(ctx, job);
  }
  return open.length;
}

export async function deleteOldIntents(ctx: MutationCtx, now: number): Promise<number> {
  const old = await ctx.db
    .query("remoteIntents")
    .withIndex("by_settled_at", (q) =>
      q.gt("settled_at", null).lt("settled_at", now - RETENTION_MS),
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
  if (!isSettled(result)) {
    const error = result.error?.message ?? "No answer";
    const failed = { kind: "send_call", subject: id, error } as const;
    await ctx.runMutation(internal.lifecycle.jobs.fail, failed);
    return null;
  }
  await ctx.runMutation(internal.hostedProvider.intents.complete, { id, result, requestedAt });
  return result;
}

async function findByKey(ctx: MutationCtx, key: string): Promise<Doc<"remoteIntents"> | null> {
  return await ctx.db
    .query("remoteIntents")
    .withIndex("by_request_key", (q) => q.eq("request_key", key))
    .unique();
}
