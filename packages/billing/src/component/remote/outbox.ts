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
import { requestRefresh, addReserved } from "./entitlementCacheRows";
import { isSettled } from "./money";
import { DAY_MS } from "../../contract/time";

type Use = Pick<
  Doc<"outbox">,
  "customer_id" | "customer_data" | "entity_id" | "feature_id" | "value" | "paid_by" | "amount"
>;

/** Longer than one call takes with all its retries. */
const OVERDUE_MS = 60 * 1000;
const LONGEST_PAUSE_MS = 15 * 60 * 1000;
const RETENTION_MS = 30 * DAY_MS;
const BATCH = 50;

/** Statuses that say nothing about the use itself: the key is wrong, the server is busy. */
const PASSING: ReadonlySet<number> = new Set([401, 403, 423, 425, 429]);

const vOutcome = v.union(v.literal("queued"), v.literal("taken"), v.literal("refused"));

/** Queues a use in its own transaction, and sends it afterwards. */
export async function enqueue(ctx: MutationCtx, use: Use): Promise<void> {
  const id = await ctx.db.insert("outbox", {
    ...use,
    state: "queued",
    message: null,
    tries: 0,
    next_try_at: Date.now() + OVERDUE_MS,
    settled_at: null,
  });
  await ctx.scheduler.runAfter(0, internal.remote.outbox.deliver, { id });
}

/** Reports a use, with its row's id as key: it counts once, however often it is sent. */
export const deliver = internalAction({
  args: { id: v.id("outbox") },
  returns: v.null(),
  handler: async (ctx, { id }): Promise<null> => {
    const use = await ctx.runQuery(internal.remote.outbox.load, { id });
    if (!use || !isRemote()) return null;
    const result = await send("track", use);
    const outcome = outcomeOf(result);
    const message = result.error && result.error.message;
    await ctx.runMutation(internal.remote.outbox.complete, { id, outcome, message });
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
    const tries = use.tries + 1;
    if (state === "queued") {
      const next_try_at = Date.now() + pauseMs(tries);
      await ctx.db.patch("outbox", id, { tries, next_try_at, message });
      return null;
    }
    const settled = { settled_at: Date.now(), next_try_at: null };
    await ctx.db.patch("outbox", id, { state, tries, message, ...settled });
    if (state === "taken") {
      await addReserved(ctx, use);
      return null;
    }
    const { customer_id: customer, feature_id: feature } = use;
    const line = { event: "use_refused", operation: "track", customer, feature, message, use: id };
    console.error(JSON.stringify(line));
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

/** Finds uses that are due to be sent again. */
export async function resendUses(ctx: MutationCtx, now: number): Promise<number> {
  const due = await ctx.db
    .query("outbox")
    .withIndex("by_next_try_at", (q) => q.gt("next_try_at", null).lte("next_try_at", now))
    .take(BATCH);
  for (const use of due) await scheduleDelivery(ctx, use, now);
  return due.length;
}

/** Sends all waiting uses of one customer, whether they are due or not. */
export async function reprocessUses(
  ctx: MutationCtx,
  customerId: string,
  now: number,
): Promise<number> {
  const queued = await ctx.db
    .query("outbox")
    .withIndex("by_customer_id_and_next_try_at", (q) =>
      q.eq("customer_id", customerId).gt("next_try_at", null),
    )
    .take(BATCH);
  for (const use of queued) await scheduleDelivery(ctx, use, now);
  return queued.length;
}

async function scheduleDelivery(
  ctx: MutationCtx,
  { _id: id }: Doc<"outbox">,
  now: number,
): Promise<void> {
  await ctx.db.patch("outbox", id, { next_try_at: now + OVERDUE_MS });
  await ctx.scheduler.runAfter(0, internal.remote.outbox.deliver, { id });
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

/** A minute, then twice as long each time. */
function pauseMs(tries: number): number {
  return Math.min(OVERDUE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
}
