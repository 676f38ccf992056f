import { v } from "convex/values";
import { usernameKeyOf } from "../contract/credentials";
import type { Doc } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import type { QueryCtx } from "../_generated/server";
import { SIGN_IN_LIMIT, SIGN_UP_LIMIT, admit, forgive } from "./limits";
import { endSessions, openSession } from "./sessions";
import { liveSession, rememberDeleted } from "./standing";
import { vSubject } from "./tokens";
import type { Subject } from "./tokens";
import { isTaken } from "./usernames";

const vHashes = v.object({ familyHash: v.string(), tokenHash: v.string() });
const SUBJECT_BYTES = 16;

const signInKey = (username: string) => `signIn:${usernameKeyOf(username)}`;

/** Asked before a password is hashed, so that nobody can make the server work for nothing. */
export const admitSignUp = internalMutation({
  args: { username: v.string() },
  returns: v.union(v.literal("admitted"), v.literal("taken"), v.literal("tooMany")),
  handler: async (ctx, { username }) => {
    if (await isTaken(ctx, username)) return "taken" as const;
    const admitted = await admit(ctx, "signUp", SIGN_UP_LIMIT, Date.now());
    return admitted ? ("admitted" as const) : ("tooMany" as const);
  },
});

/** Makes an account and its first session; null when someone was faster. */
export const create = internalMutation({
  args: { username: v.string(), passwordHash: v.string(), hashes: vHashes },
  returns: v.union(vSubject, v.null()),
  handler: async (ctx, { username, passwordHash, hashes }): Promise<Subject | null> => {
    if (await isTaken(ctx, username)) return null;
    const id = await ctx.db.insert("accounts", {
      subject: makeSubject(),
      username,
      usernameKey: usernameKeyOf(username),
      passwordHash,
    });
    const account = await ctx.db.get("accounts", id);
    return account && (await openSession(ctx, account, hashes, Date.now()));
  },
});

/** Counts a guess, and hands out what to compare it with: nothing for nobody. */
export const admitSignIn = internalMutation({
  args: { username: v.string() },
  returns: v.union(v.object({ passwordHash: v.union(v.string(), v.null()) }), v.literal("tooMany")),
  handler: async (ctx, { username }) => {
    if (!(await admit(ctx, signInKey(username), SIGN_IN_LIMIT, Date.now()))) {
      return "tooMany" as const;
    }
    return { passwordHash: (await accountOf(ctx, username))?.passwordHash ?? null };
  },
});

/** Starts a session, unless the password was changed while it was being compared. */
export const enter = internalMutation({
  args: { username: v.string(), passwordHash: v.string(), hashes: vHashes },
  returns: v.union(vSubject, v.null()),
  handler: async (ctx, { username, passwordHash, hashes }): Promise<Subject | null> => {
    const account = await accountOf(ctx, username);
    if (account?.passwordHash !== passwordHash) return null;
    await forgive(ctx, signInKey(username));
    return await openSession(ctx, account, hashes, Date.now());
  },
});

/** Whose password the caller may change; null when their session has ended. */
export const ownUsername = internalQuery({
  args: {},
  returns: v.union(v.string(), v.null()),
  handler: async (ctx) => (await ownAccount(ctx))?.username ?? null,
});

/** Replaces the caller's password; every other session ends. False when theirs has, too. */
export const replacePassword = internalMutation({
  args: { passwordHash: v.string(), nextHash: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { passwordHash, nextHash }) => {
    const session = await liveSession(ctx, Date.now());
    const account = session && (await ctx.db.get("accounts", session.accountId));
    if (account?.passwordHash !== passwordHash) return false;
    await ctx.db.patch("accounts", account._id, { passwordHash: nextHash });
    await endSessions(ctx, account, session?._id);
    await forgive(ctx, signInKey(account.username));
    return true;
  },
});

/** Gives an account another password and ends its sessions. */
export const overwritePassword = internalMutation({
  args: { username: v.string(), nextHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { username, nextHash }) => {
    const account = await accountOf(ctx, username);
    if (!account) throw new Error(`No account is called "${username}"`);
    await ctx.db.patch("accounts", account._id, { passwordHash: nextHash });
    await endSessions(ctx, account);
    await forgive(ctx, signInKey(username));
    return null;
  },
});

/**
 * Deletes the caller's account and ends its sessions. Identity providers elsewhere
 * keep theirs: for an hour, their tokens are refused.
 */
export const erase = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const account = await ownAccount(ctx);
    await rememberDeleted(ctx, Date.now());
    if (!account) return null;
    await endSessions(ctx, account);
    await forgive(ctx, signInKey(account.username));
    await ctx.db.delete("accounts", account._id);
    return null;
  },
});

/** The account behind the caller's session. */
export async function ownAccount(ctx: QueryCtx): Promise<Doc<"accounts"> | null> {
  const session = await liveSession(ctx, Date.now());
  return session && (await ctx.db.get("accounts", session.accountId));
}

async function accountOf(ctx: QueryCtx, username: string): Promise<Doc<"accounts"> | null> {
  return await ctx.db
    .query("accounts")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKeyOf(username)))
    .unique();
}

function makeSubject(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SUBJECT_BYTES));
  return `acct_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
