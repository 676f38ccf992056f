import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Result } from "../../contract/errors";
import type { WireParams } from "../../contract/operations";
import { operations } from "../../contract/operations";
import { nullable } from "../../contract/wire";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { internalAction, internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { send } from "./request";
import { isRemote } from "./client";
import { requestRefresh, bumpRevision } from "./entitlementCacheRows";
import { isSettled } from "./money";
import { DAY_MS, MINUTE_MS } from "../../contract/time";
import { failJob, findJob, finishJob, queueJob, startJob, stopJob } from "../store/jobs/jobs";

type Use = Pick<
  Doc<"outbox">,
  "customer_id" | "customer_data" | "entity_id" | "feature_id" | "value" | "paid_by" | "amount"
>;

/** Longer than one call takes with all its retries. */
const OVERDUE_MS = MINUTE_MS;
const RETENTION_MS = 30 * DAY_MS;
const BATCH = 50;

/** Statuses that say nothing about the use itself: the key is wrong, the server is busy. */
const PASSING: ReadonlySet<number> = new Set([401, 403, 423, 425, 429]);

const vOutcome = v.union(v.literal("queued"), v.literal("taken"), v.literal("refused"));

/**
 * Queues a use in the caller's transaction, and sends it afterwards. The provider answers most uses
 * at once, so a use gets a job only when it has waited too long.
 */
export async function enqueue(ctx: MutationCtx, use: Use): Promise<void> {
  const id = await ctx.db.insert("outbox", {
    ...use,
    state: "queued",
    message: null,
    overdue_at: Date.now() + OVERDUE_MS,
    settled_at: null,
  });
  await ctx.scheduler.runAfter(0, internal.hostedProvider.outbox.deliver, { id });
}

/** Reports a use, with its row's id as key: it counts once, however often it is sent. */
export const deliver = internalAction({
  args: { id: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { id }): Promise<null> => {
    const use = await ctx.runQuery(internal.hostedProvider.outbox.load, { id });
    if (!use || !isRemote()) return null;
    const result = await send("track", use);
    const outcome = outcomeOf(result);
    const message = result.error && result.error.message;
    await ctx.runMutation(internal.hostedProvider.outbox.complete, { id, outcome, message });
    return null;
  },
});

/** Stores the outcome of a use. The final answer stays. */
export const complete = internalMutation({
  args: { id: v.id("outbox"), outcome: vOutcome, message: nullable(v.string()) },
  returns: v.null(),
  handler: async (ctx, { id, outcome: state, message }): Promise<null> => {
    const use = await ctx.db.get("outbox", id);
    if (use?.state !== "queued") return null;
    if (state === "queued") {
      await ctx.db.patch("outbox", id, { overdue_at: null });
      await failJob(ctx, "report_use", id, message ?? "No answer");
      return null;
    }
    const settled = { settled_at: Date.now(), overdue_at: null };
    await ctx.db.patch("outbox", id, { state, message, ...settled });
    await finishJob(ctx, "report_use", id);
    if (state === "taken") {
      await bumpRevision(ctx, use);
      return null;
    }
    const { customer_id: customer, feature_id: feature } = use;
    const line = { event: "use_refused", operation: "track", customer, feature, message, use: id };
    console.error(JSON.stringify(line));
    await stopJob(ctx, "report_use", id, message ?? "Refused");
    // The reserved units are free again.
    await requestRefresh(ctx, use.customer_id);
    return null;
  },
});

/** The use to send; null: it is settled. */
export const load = internalQuery({
  args: { id: v.id("outbox") },
  returns: nullable(operations.track.params),
  handler: async (ctx, { id }): Promise<WireParams<"track"> | null> => {
    const use = await ctx.db.get("outbox", id);
    if (use?.state !== "queued") return null;
    const { customer_id, customer_data, entity_id, feature_id, value } = use;
    return {
      customer_id,
      ...(customer_data && { customer_data }),
      ...(entity_id !== null && { entity_id }),
      feature_id,
      value,
      idempotency_key: id,
    };
  },
});

/** Creates jobs for uses whose delivery died without an outcome. */
export async function resendUses(ctx: MutationCtx, now: number): Promise<number> {
  const overdue = await ctx.db
    .query("outbox")
    .withIndex("by_overdue_at", (q) => q.gt("overdue_at", null).lte("overdue_at", now))
    .take(BATCH);
  for (const use of overdue) await sendAgain(ctx, use);
  return overdue.length;
}

/** Sends all waiting uses of one customer, whether they are due or not. */
export async function reprocessUses(ctx: MutationCtx, customerId: string): Promise<number> {
  const queued = await ctx.db
    .query("outbox")
    .withIndex("by_customer_id_and_state", (q) =>
      q.eq("customer_id", customerId).eq("state", "queued"),
    )
    .take(BATCH);
  for (const use of queued) await sendAgain(ctx, use);
  return queued.length;
}

async function sendAgain(ctx: MutationCtx, { _id: id }: Doc<"outbox">): Promise<void> {
  const job = await findJob(ctx, "report_use", id);
  if (job) {
    await startJob(ctx, job);
    return;
  }
  await ctx.db.patch("outbox", id, { overdue_at: null });
  await queueJob(ctx, "report_use", id);
  await ctx.scheduler.runAfter(0, internal.hostedProvider.outbox.deliver, { id });
}

export async function deleteOldUses(ctx: MutationCtx, now: number): Promise<number> {
  const old = await ctx.db
    .query("outbox")
    .withIndex("by_state_and_settled_at", (q) =>
      q.eq("state", "taken").lt("settled_at", now - RETENTION_MS),
    )
    .take(BATCH);
  for (const { _id } of old) await ctx.db.delete("outbox", _id);
  return old.length;
}

function outcomeOf(result: Result<unknown>): Infer<typeof vOutcome> {
  const { error, statusCode = 0 } = result;
  // Some servers refuse a known key instead of repeating their answer.
  if (error === null || error.code === "duplicate_idempotency_key") return "taken";
  return isSettled(result) && !PASSING.has(statusCode) ? "refused" : "queued";
}
