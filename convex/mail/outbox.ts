import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { sealContent } from "./content";
import type { Letter } from "./letter";
import { canMail, hasMailServer } from "./settings";

const BATCH = 100;

/**
 * Queues a mail in the caller's transaction: it is sent if, and only if, that commits. Queues
 * nothing on a deployment that neither sends nor shows mails.
 *
 * @param key - Identifies the cause, if it may repeat: the outbox accepts only one mail with the
 *   same key.
 * @see docs/adr/0065
 */
export async function queueMail(
  ctx: MutationCtx,
  accountId: Id<"accounts">,
  to: string,
  { subject, ...content }: Letter,
  key?: string,
): Promise<void> {
  if (!canMail() || (key !== undefined && (await isQueued(ctx, key)))) return;
  const state = hasMailServer() ? "queued" : "unsent";
  const dueAt = Date.now();
  const sealed = await sealContent({ accountId, to }, content);
  const mail = { accountId, to, subject, ...sealed, state, attempts: 0, dueAt } as const;
  const mailId = await ctx.db.insert("mails", { ...mail, ...(key !== undefined && { key }) });
  if (state === "queued") await ctx.scheduler.runAfter(0, internal.mail.smtp.send, { mailId });
}

async function isQueued(ctx: QueryCtx, key: string): Promise<boolean> {
  const mail = await ctx.db
    .query("mails")
    .withIndex("by_key", (q) => q.eq("key", key))
    .first();
  return mail !== null;
}

/** The newest mails of an account. */
export async function mailsOf(ctx: QueryCtx, accountId: Id<"accounts">, most: number) {
  return await ctx.db
    .query("mails")
    .withIndex("by_accountId", (q) => q.eq("accountId", accountId))
    .order("desc")
    .take(most);
}

/** Deletes the mails of an account. Continues until all are gone. */
export async function deleteMailsOf(ctx: MutationCtx, accountId: Id<"accounts">): Promise<void> {
  const mails = await mailsOf(ctx, accountId, BATCH);
  for (const { _id } of mails) await ctx.db.delete("mails", _id);
  if (mails.length < BATCH) return;
  await ctx.scheduler.runAfter(0, internal.mail.delivery.deleteRest, { accountId });
}
