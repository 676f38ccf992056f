import { v } from "convex/values";
import { DAY_MS, MINUTE_MS } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { deleteMailsOf } from "./outbox";
import { waitAfter } from "./retries";

/** After this time without a result, an attempt counts as lost, because its process died. */
const LEASE_MS = 5 * MINUTE_MS;
/** How long a mail stays in the outbox, whatever its state. */
export const KEEP_MS = 7 * DAY_MS;
/** Mails that one run of a cron processes. */
const BATCH = 100;
const MOST_OF_ERROR = 200;

/**
 * Claims a queued mail for one attempt; null if another attempt has it, or it is settled. Two
 * attempts never have the same mail.
 */
export const claim = internalMutation({
  args: { mailId: v.id("mails") },
  returns: v.union(
    v.object({
      ...{ accountId: v.id("accounts"), to: v.string(), subject: v.string() },
      /** Encrypted: see mail/content. */
      ...{ text: v.string(), html: v.string(), unsubscribeUrl: v.optional(v.string()) },
      attempt: v.number(),
    }),
    v.null(),
  ),
  handler: async (ctx, { mailId }) => {
    const mail = await ctx.db.get("mails", mailId);
    const now = Date.now();
    if (mail?.state !== "queued" || mail.dueAt > now) return null;
    const attempt = mail.attempts + 1;
    const dueAt = now + LEASE_MS;
    await ctx.db.patch("mails", mailId, { state: "sending", attempts: attempt, dueAt });
    await ctx.scheduler.runAt(dueAt, internal.mail.delivery.takeUp, {});
    const { accountId, to, subject, text, html, unsubscribeUrl } = mail;
    const content = { text, html, ...(unsubscribeUrl !== undefined && { unsubscribeUrl }) };
    return { accountId, to, subject, ...content, attempt };
  },
});

/**
 * Stores the result of an attempt. A late result of a lost attempt changes nothing once the next
 * one has started.
 *
 * @param args - `error`: null if it was sent. `final`: whether no later attempt can succeed.
 */
export const settle = internalMutation({
  args: {
    ...{ mailId: v.id("mails"), attempt: v.number() },
    error: v.union(v.object({ message: v.string(), final: v.boolean() }), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { mailId, attempt, error }): Promise<null> => {
    const mail = await ctx.db.get("mails", mailId);
    if (mail?.state !== "sending" || mail.attempts !== attempt) return null;
    if (error) await retryOrFail(ctx, mail, error);
    else await ctx.db.patch("mails", mailId, { ...EMPTIED, state: "sent", error: undefined });
    return null;
  },
});

/**
 * Repeats lost attempts, and sends mails whose attempt never started. Runs when the lease of an
 * attempt ends, and as a cron.
 */
export const takeUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const now = Date.now();
    for (const mail of await due(ctx, "sending", now)) {
      await retryOrFail(ctx, mail, { message: "The attempt was lost", final: false });
    }
    for (const { _id: mailId } of await due(ctx, "queued", now - LEASE_MS)) {
      await ctx.scheduler.runAfter(0, internal.mail.smtp.send, { mailId });
    }
    return null;
  },
});

/** Deletes mails after a week, batch after batch. A cron. */
export const deleteOld = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const old = await ctx.db
      .query("mails")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", Date.now() - KEEP_MS))
      .take(BATCH);
    for (const { _id } of old) await ctx.db.delete("mails", _id);
    if (old.length === BATCH) {
      await ctx.scheduler.runAfter(0, internal.mail.delivery.deleteOld, {});
    }
    return null;
  },
});

/** Continues for a deleted account with more mails than one transaction deletes. */
export const deleteRest = internalMutation({
  args: { accountId: v.id("accounts") },
  returns: v.null(),
  handler: async (ctx, { accountId }): Promise<null> => {
    await deleteMailsOf(ctx, accountId);
    return null;
  },
});

const EMPTIED = { text: "", html: "", unsubscribeUrl: undefined };

async function retryOrFail(
  ctx: MutationCtx,
  { _id: mailId, attempts }: Doc<"mails">,
  { message, final }: { message: string; final: boolean },
): Promise<void> {
  const error = message.slice(0, MOST_OF_ERROR);
  const waitMs = final ? null : waitAfter(attempts);
  if (waitMs === null) {
    await ctx.db.patch("mails", mailId, { ...EMPTIED, state: "failed", error });
    return;
  }
  await ctx.db.patch("mails", mailId, { state: "queued", dueAt: Date.now() + waitMs, error });
  await ctx.scheduler.runAfter(waitMs, internal.mail.smtp.send, { mailId });
}

async function due(ctx: MutationCtx, state: "queued" | "sending", until: number) {
  return await ctx.db
    .query("mails")
    .withIndex("by_state_and_dueAt", (q) => q.eq("state", state).lte("dueAt", until))
    .take(BATCH);
}
