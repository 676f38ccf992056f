import { v } from "convex/values";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import { billing } from "../billing";
import type { Doc, Id } from "../_generated/dataModel";
import { action, env, internalMutation, mutation } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { currentClient } from "./client";
import { consume } from "./rateLimits";
import { refusals } from "./refuse";
import { SESSION_MS, rotate as nextTokens } from "./rotation";
import { hashesOf, makeRefreshToken, signAccessToken, vSubject, vTokens } from "./tokens";
import type { RefreshHashes, Subject, Tokens } from "./tokens";
import { tokenIdentifierOf } from "./standing";

const SESSIONS_PER_ACCOUNT = 20;
const DELETED_AT_ONCE = 10;

/** Exchanges a refresh token for the next one and an access token. */
export const refresh = action({
  args: { refreshToken: v.string() },
  returns: vResult(vTokens),
  handler: async (ctx, args): Promise<Result<Tokens>> => {
    if (env.LOCAL_ACCOUNTS === "off") return refusals.disabled();
    const shown = await hashesOf(args.refreshToken);
    const { refreshToken, hashes } = await makeRefreshToken(args.refreshToken);
    const subject = await ctx.runMutation(internal.accounts.sessions.rotate, {
      ...shown,
      nextHash: hashes.tokenHash,
    });
    if (!subject) return refusals.ended();
    if ("retryAfterMs" in subject) return refusals.tooMany(subject.retryAfterMs);
    return ok({ accessToken: await signAccessToken(subject), refreshToken });
  },
});

/** Ends the session of a refresh token. Ending it again succeeds. */
export const signOut = mutation({
  args: { refreshToken: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { refreshToken }) => {
    const session = await sessionOf(ctx, (await hashesOf(refreshToken)).familyHash);
    if (session) await endSession(ctx, session);
    return ok(null);
  },
});

/**
 * Replaces a session's token. An invalid token ends the session. A session that refreshes too often
 * has to wait, and stays valid.
 */
export const rotate = internalMutation({
  args: { familyHash: v.string(), tokenHash: v.string(), nextHash: v.string() },
  returns: v.union(vSubject, v.object({ retryAfterMs: v.number() }), v.null()),
  handler: async (ctx, args): Promise<Subject | { retryAfterMs: number } | null> => {
    const { familyHash, tokenHash, nextHash } = args;
    const now = Date.now();
    const session = await sessionOf(ctx, familyHash);
    if (!session) return null;
    const retryAfterMs = await consume(ctx, "refreshes", session._id);
    if (retryAfterMs > 0) return { retryAfterMs };
    const account = await ctx.db.get("accounts", session.accountId);
    const rotated = nextTokens(session, { tokenHash, nextHash, now });
    if (!account || !rotated) {
      await endSession(ctx, session);
      return null;
    }
    const client = await currentClient(ctx);
    await ctx.db.patch("sessions", session._id, { ...rotated, ...client, rotatedAt: now });
    return subjectOf(account, session._id);
  },
});

/** Starts a session. Above the maximum, the oldest one ends. */
export async function openSession(
  ctx: MutationCtx,
  account: Doc<"accounts">,
  hashes: RefreshHashes,
  now: number,
): Promise<Subject> {
  await deleteExpired(ctx, now);
  const open = await sessionsOf(ctx, account);
  const tooMany = open.slice(0, Math.max(0, open.length + 1 - SESSIONS_PER_ACCOUNT));
  for (const session of tooMany) await endSession(ctx, session);
  const sessionId = await ctx.db.insert("sessions", {
    accountId: account._id,
    ...hashes,
    ...(await currentClient(ctx)),
    rotatedAt: now,
    expiresAt: now + SESSION_MS,
  });
  return subjectOf(account, sessionId);
}

function subjectOf(
  { subject, username, email }: Doc<"accounts">,
  sessionId: Id<"sessions">,
): Subject {
  return { subject, username, sessionId, ...(email !== undefined && { email }) };
}

/** Ends every session of an account, or every other one, and all open billing portals. */
export async function endSessions(
  ctx: MutationCtx,
  account: Doc<"accounts">,
  kept?: Id<"sessions">,
): Promise<void> {
  for (const { _id } of await sessionsOf(ctx, account)) {
    if (_id !== kept) await ctx.db.delete("sessions", _id);
  }
  await billing.closePortals(ctx, tokenIdentifierOf(account));
}

/** Ends a session and its billing portals, which would work without a session. */
export async function endSession(ctx: MutationCtx, session: Doc<"sessions">): Promise<void> {
  await ctx.db.delete("sessions", session._id);
  const account = await ctx.db.get("accounts", session.accountId);
  if (account) await billing.closePortals(ctx, tokenIdentifierOf(account));
}

async function sessionOf(ctx: QueryCtx, familyHash: string) {
  return await ctx.db
    .query("sessions")
    .withIndex("by_familyHash", (q) => q.eq("familyHash", familyHash))
    .unique();
}

/** The sessions of an account, the oldest first. */
export async function sessionsOf(ctx: QueryCtx, account: Doc<"accounts">) {
  return await ctx.db
    .query("sessions")
    .withIndex("by_accountId", (q) => q.eq("accountId", account._id))
    .take(SESSIONS_PER_ACCOUNT);
}

async function deleteExpired(ctx: MutationCtx, now: number): Promise<void> {
  const expired = await ctx.db
    .query("sessions")
    .withIndex("by_expiresAt", (q) => q.lt("expiresAt", now))
    .take(DELETED_AT_ONCE);
  for (const { _id } of expired) await ctx.db.delete("sessions", _id);
}
