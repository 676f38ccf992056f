import { v } from "convex/values";
import { EMAIL_RULES, emailKeyOf, firstBroken, mailboxOf } from "../contract/credentials";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { internalMutation, mutation } from "../_generated/server";
import type { QueryCtx } from "../_generated/server";
import { queueMail } from "../mail/outbox";
import { canMail } from "../mail/settings";
import { deleteLinks, findLink, linksOf, makeLink } from "./emailLinks";
import { action, query } from "./guarded";
import { confirmEmailLetter, emailChangedLetter } from "./letters";
import { callerNetwork } from "./network";
import { checkOwnPassword, vOwnProof } from "./ownPassword";
import { consume, consumeAll } from "./rateLimits";
import { ownAccount, ownAccountWith } from "./model";
import { refusals } from "./refuse";
import { isMailboxRetired } from "./retiredNames";
import { suspensionOf, tokenIdentifierOf } from "./standing";
import { sha256 } from "./tokens";

/** The caller's address; null if they have no local account. */
export const mine = query({
  args: {},
  returns: v.union(
    v.object({
      address: v.union(v.string(), v.null()),
      /** The address that waits for its confirmation. */
      pending: v.union(v.string(), v.null()),
      /** Whether the site sends mails. */
      canMail: v.boolean(),
    }),
    v.null(),
  ),
  handler: async (ctx) => {
    const account = await ownAccount(ctx);
    if (!account) return null;
    const [link] = await linksOf(ctx, account, "confirm_email");
    const pending = link && link.expiresAt > Date.now() ? link.email : null;
    return { address: account.email ?? null, pending, canMail: canMail() };
  },
});

/**
 * Requests a change of the email address and sends a link to the new one. Until the
 * user opens the link, the account keeps its old address. Only the person who opens
 * the link learns whether another account has the address.
 */
export const set = action({
  args: { ...vOwnProof, email: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { email, ...proof }): Promise<Result<null>> => {
    const broken = firstBroken(EMAIL_RULES, email);
    if (broken !== null) return refusals.badEmail(broken);
    if (!canMail()) return refusals.mailOff();
    const checked = await checkOwnPassword(ctx, proof);
    if (!checked.data) return checked;
    const { passwordHash } = checked.data;
    return await ctx.runMutation(internal.accounts.email.begin, { email, passwordHash });
  },
});

export const begin = internalMutation({
  args: { email: v.string(), passwordHash: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { email, passwordHash }): Promise<Result<null>> => {
    const account = await ownAccountWith(ctx, passwordHash);
    if (!account) return refusals.ended();
    const retryAfterMs = await consumeAll(ctx, [
      // The caller's own limits come first: a call that they refuse must not count against another
      // user's mailbox.
      ["confirmationsOf", account._id],
      ["confirmationsFrom", await callerNetwork(ctx)],
      ["confirmationsTo", await sha256(mailboxOf(email))],
      ["confirmationsTotal"],
    ]);
    if (retryAfterMs > 0) return refusals.tooMany(retryAfterMs);
    await deleteLinks(ctx, account, ["confirm_email"]);
    const token = await makeLink(ctx, account, "confirm_email", email);
    await queueMail(ctx, account._id, email, confirmEmailLetter(account, token));
    return ok(null);
  },
});

/**
 * Uses a confirmation link. It needs no session, because users often read mail on another device.
 *
 * @returns The account's address after the confirmation.
 */
export const confirm = mutation({
  args: { token: v.string() },
  returns: vResult(v.string()),
  handler: async (ctx, { token }): Promise<Result<string>> => {
    const network = await callerNetwork(ctx);
    const retryAfterMs = network === null ? 0 : await consume(ctx, "emailLinks", network);
    if (retryAfterMs > 0) return refusals.tooMany(retryAfterMs);
    const found = await findLink(ctx, token, "confirm_email");
    if (!found) return refusals.badLink();
    const { account, link } = found;
    const reason = await suspensionOf(ctx, tokenIdentifierOf(account));
    if (reason !== null) return refusals.suspended(reason);
    const emailKey = emailKeyOf(link.email);
    const holder = await findByEmail(ctx, emailKey);
    if (holder && holder._id !== account._id) return refusals.emailTaken();
    if (await isMailboxRetired(ctx, link.email)) return refusals.emailReserved();
    await deleteLinks(ctx, account);
    await ctx.db.patch("accounts", account._id, { email: link.email, emailKey });
    if (account.email !== undefined && account.emailKey !== emailKey) {
      await queueMail(ctx, account._id, account.email, emailChangedLetter(account, Date.now()));
    }
    return ok(link.email);
  },
});

/** Removes the account's address. The password can then no longer be reset by mail. */
export const remove = action({
  args: vOwnProof,
  returns: vResult(v.null()),
  handler: async (ctx, proof): Promise<Result<null>> => {
    const checked = await checkOwnPassword(ctx, proof);
    if (!checked.data) return checked;
    const { passwordHash } = checked.data;
    return await ctx.runMutation(internal.accounts.email.forget, { passwordHash });
  },
});

export const forget = internalMutation({
  args: { passwordHash: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { passwordHash }): Promise<Result<null>> => {
    const account = await ownAccountWith(ctx, passwordHash);
    if (!account) return refusals.ended();
    await deleteLinks(ctx, account);
    await ctx.db.patch("accounts", account._id, { email: undefined, emailKey: undefined });
    if (account.email !== undefined) {
      await queueMail(ctx, account._id, account.email, emailChangedLetter(account, Date.now()));
    }
    return ok(null);
  },
});

/** The account that has confirmed an address. */
export async function findByEmail(
  ctx: QueryCtx,
  emailKey: string,
): Promise<Doc<"accounts"> | null> {
  return await ctx.db
    .query("accounts")
    .withIndex("by_emailKey", (q) => q.eq("emailKey", emailKey))
    .unique();
}
