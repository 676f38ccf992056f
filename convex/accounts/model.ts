import { v } from "convex/values";
import { usernameKeyOf } from "../contract/credentials";
import { usernameSkeletonOf } from "../contract/usernames";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { forgetDevices, isKnownDevice, rememberDevice } from "./devices";
import { queueMail, deleteMailsOf } from "../mail/outbox";
import { currentClient } from "./client";
import { deleteLinks } from "./emailLinks";
import { newSignInLetter, passwordChangedLetter } from "./letters";
import { callerNetwork } from "./network";
import { consume, consumeAll, refund, reset } from "./rateLimits";
import type { Limited } from "./rateLimits";
import { refusals } from "./refuse";
import { endSessions, openSession } from "./sessions";
import { deleteTickets, openTicket } from "./signInTickets";
import { liveSession, rememberDeleted, tokenIdentifierOf } from "./standing";
import { vLanguage } from "./tables";
import { vSubject } from "./tokens";
import type { RefreshHashes, Subject } from "./tokens";
import { deleteTwoStep, findTwoStep, hasTwoStep, spendCode } from "./twoStepRecords";
import { isTaken } from "./usernames";

const vHashes = v.object({ familyHash: v.string(), tokenHash: v.string() });
const vDevice = v.union(v.string(), v.null());
/** The hash to compare a password with, or how long to wait before the next guess. */
const vSignInLimit = v.union(
  v.object({ passwordHash: v.union(v.string(), v.null()) }),
  v.object({ retryAfterMs: v.number() }),
);
type SignInLimit = typeof vSignInLimit.type;
const SUBJECT_BYTES = 16;

/** Checked before a password is hashed, so that a flood of guesses costs the server little. */
export const consumeSignUp = internalMutation({
  args: { username: v.string() },
  returns: v.union(
    v.literal("allowed"),
    v.literal("taken"),
    v.object({ retryAfterMs: v.number() }),
  ),
  handler: async (ctx, { username }) => {
    if (await isTaken(ctx, username)) return "taken" as const;
    const network = await callerNetwork(ctx);
    const retryAfterMs = await consumeAll(ctx, [
      ["hashingPace", network],
      ["signUpAddress", network],
      ["signUpTotal"],
    ]);
    return retryAfterMs === 0 ? ("allowed" as const) : { retryAfterMs };
  },
});

/** Creates an account and its first session; null when the name was taken in the meantime. */
export const create = internalMutation({
  args: {
    ...{ username: v.string(), passwordHash: v.string(), hashes: vHashes, device: vDevice },
    language: v.optional(vLanguage),
  },
  returns: v.union(vSubject, v.null()),
  handler: async (ctx, { username, hashes, device, ...kept }): Promise<Subject | null> => {
    if (await isTaken(ctx, username)) return null;
    const id = await ctx.db.insert("accounts", {
      subject: makeSubject(),
      username,
      usernameKey: usernameKeyOf(username),
      usernameSkeleton: usernameSkeletonOf(username),
      ...kept,
    });
    const account = await ctx.db.get("accounts", id);
    if (!account) return null;
    await rememberDevice(ctx, account, device, Date.now());
    return await openSession(ctx, account, hashes, Date.now());
  },
});

/**
 * The name in the hashes of an account's browsers. It stays the same when the username changes, so
 * that browsers stay known.
 */
export const nameInHashes = internalQuery({
  args: { username: v.string() },
  returns: v.string(),
  handler: async (ctx, { username }) =>
    (await accountOf(ctx, username))?.firstUsernameKey ?? usernameKeyOf(username),
});

/**
 * Counts a guess and returns the hash to compare it with; an unknown name has
 * none. A browser that has signed in to the account before has its own limit:
 * strangers can't lock it out.
 */
export const consumeSignIn = internalMutation({
  args: { username: v.string(), device: vDevice },
  returns: vSignInLimit,
  handler: async (ctx, { username, device }): Promise<SignInLimit> => {
    const account = await accountOf(ctx, username);
    const isKnown = account !== null && (await isKnownDevice(ctx, account, device));
    const network = await callerNetwork(ctx);
    const limits: readonly Limited[] = isKnown
      ? [["signInDevice", device]]
      : [
          ["hashingPace", network],
          ["signInAddress", network],
          ["signInAccount", account?._id ?? usernameKeyOf(username)],
          ["signInTotal"],
        ];
    const retryAfterMs = await consumeAll(ctx, limits);
    return retryAfterMs === 0 ? { passwordHash: account?.passwordHash ?? null } : { retryAfterMs };
  },
});

/**
 * Starts a session, or waits for a code if two-step sign-in is on. Null if the password changed
 * during the comparison.
 */
export const createSession = internalMutation({
  args: {
    ...{ username: v.string(), passwordHash: v.string(), hashes: vHashes, device: vDevice },
    ticketHash: v.string(),
  },
  returns: v.union(vSubject, v.literal("code_needed"), v.null()),
  handler: async (ctx, args): Promise<Subject | "code_needed" | null> => {
    const { username, passwordHash, hashes, device, ticketHash } = args;
    const account = await accountOf(ctx, username);
    if (account?.passwordHash !== passwordHash) return null;
    await refundGuesses(ctx, account, device);
    if (await hasTwoStep(ctx, account)) {
      await openTicket(ctx, account, { ticketHash, device });
      return "code_needed";
    }
    return await enter(ctx, account, { hashes, device });
  },
});

/** Opens a session for a user who has signed in, and notifies them by mail of a new browser. */
export async function enter(
  ctx: MutationCtx,
  account: Doc<"accounts">,
  { hashes, device }: { hashes: RefreshHashes; device: string | null },
): Promise<Subject> {
  const now = Date.now();
  if (account.email !== undefined && !(await isKnownDevice(ctx, account, device))) {
    const letter = newSignInLetter(account, await currentClient(ctx), now);
    await queueMail(ctx, account._id, account.email, letter);
  }
  await rememberDevice(ctx, account, device, now);
  return await openSession(ctx, account, hashes, now);
}

/** Counts a guess of the caller's own password; null if their session has ended. */
export const consumeOwnPassword = internalMutation({
  args: {},
  returns: v.union(
    v.object({ username: v.string(), passwordHash: v.string() }),
    v.object({ retryAfterMs: v.number() }),
    v.null(),
  ),
  handler: async (ctx) => {
    const account = await ownAccount(ctx);
    if (!account) return null;
    const retryAfterMs = await consume(ctx, "passwordChange", account._id);
    if (retryAfterMs > 0) return { retryAfterMs };
    return { username: account.username, passwordHash: account.passwordHash };
  },
});

/**
 * Resets the limit on password guesses after a correct password. With two-step sign-in, the caller
 * also needs a code.
 */
export const acceptOwnPassword = internalMutation({
  args: { passwordHash: v.string(), code: v.optional(v.string()) },
  returns: vResult(v.null()),
  handler: async (ctx, { passwordHash, code }): Promise<Result<null>> => {
    const account = await ownAccountWith(ctx, passwordHash);
    if (!account) return refusals.ended();
    await reset(ctx, "passwordChange", account._id);
    const twoStep = await findTwoStep(ctx, account._id);
    if (!twoStep?.isOn) return ok(null);
    if (code === undefined) return refusals.codeNeeded();
    const retryAfterMs = await consume(ctx, "ownCode", account._id);
    if (retryAfterMs > 0) return refusals.tooMany(retryAfterMs);
    if (!(await spendCode(ctx, twoStep, code))) return refusals.wrongCode();
    await reset(ctx, "ownCode", account._id);
    return ok(null);
  },
});

/**
 * Replaces the caller's password and ends every other session. False if the caller's own has ended
 * too.
 */
export const replacePassword = internalMutation({
  args: { passwordHash: v.string(), nextHash: v.string(), device: vDevice },
  returns: v.boolean(),
  handler: async (ctx, { passwordHash, nextHash, device }) => {
    const account = await ownAccountWith(ctx, passwordHash);
    const session = await liveSession(ctx, Date.now());
    if (!account || !session) return false;
    await setPassword(ctx, account, nextHash, { session: session._id, device });
    return true;
  },
});

/** Sets the password of an account and ends its sessions. */
export const overwritePassword = internalMutation({
  args: { username: v.string(), nextHash: v.string() },
  returns: v.null(),
  handler: async (ctx, { username, nextHash }) => {
    const account = await accountOf(ctx, username);
    if (!account) throw new Error(`No account is called "${username}"`);
    await setPassword(ctx, account, nextHash);
    return null;
  },
});

/**
 * Stores a new password and ends everything that used the old one: sessions, known
 * browsers, sign-ins in progress, and mailed links.
 *
 * @param kept - The session and the browser that stay valid; none by default.
 */
export async function setPassword(
  ctx: MutationCtx,
  account: Doc<"accounts">,
  nextHash: string,
  kept: { session?: Id<"sessions">; device: string | null } = { device: null },
): Promise<void> {
  await ctx.db.patch("accounts", account._id, { passwordHash: nextHash });
  await endSessions(ctx, account, kept.session);
  await forgetDevices(ctx, account, kept.device);
  await deleteTickets(ctx, account);
  await deleteLinks(ctx, account);
  await resetGuesses(ctx, account);
  if (account.email === undefined) return;
  const letter = passwordChangedLetter(account, Date.now());
  await queueMail(ctx, account._id, account.email, letter);
}

/**
 * Deletes the caller's account and ends its sessions. Tokens of other identity
 * providers are refused for an hour.
 */
export const erase = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const account = await ownAccount(ctx);
    await rememberDeleted(ctx, Date.now());
    if (!account) return null;
    await endSessions(ctx, account);
    await forgetDevices(ctx, account);
    await deleteTickets(ctx, account);
    await deleteLinks(ctx, account);
    await deleteTwoStep(ctx, account);
    await deleteMailsOf(ctx, account._id);
    await resetGuesses(ctx, account);
    await ctx.db.delete("accounts", account._id);
    return null;
  },
});

/** The account of the caller's session. */
export async function ownAccount(ctx: QueryCtx): Promise<Doc<"accounts"> | null> {
  const session = await liveSession(ctx, Date.now());
  return session && (await ctx.db.get("accounts", session.accountId));
}

/**
 * The account of the caller's session if its password is still the one just compared; null if it
 * changed, or the session ended.
 */
export async function ownAccountWith(
  ctx: MutationCtx,
  passwordHash: string,
): Promise<Doc<"accounts"> | null> {
  const account = await ownAccount(ctx);
  return account?.passwordHash === passwordHash ? account : null;
}

/** Changes the sign-in name of the caller's local account. Accounts elsewhere have no such name. */
export async function renameOwnAccount(ctx: MutationCtx, username: string): Promise<void> {
  const account = await ownAccount(ctx);
  if (!account) return;
  const usernameKey = usernameKeyOf(username);
  const { firstUsernameKey = account.usernameKey } = account;
  const usernameSkeleton = usernameSkeletonOf(username);
  const names = { username, usernameKey, usernameSkeleton, firstUsernameKey };
  await ctx.db.patch("accounts", account._id, names);
}

/**
 * The local account whose tokens have this identifier; null if it belongs to another identity
 * provider.
 */
export async function accountOfIdentity(
  ctx: QueryCtx,
  tokenIdentifier: string,
): Promise<Doc<"accounts"> | null> {
  const prefix = tokenIdentifierOf({ subject: "" });
  if (!tokenIdentifier.startsWith(prefix)) return null;
  const subject = tokenIdentifier.slice(prefix.length);
  return await ctx.db
    .query("accounts")
    .withIndex("by_subject", (q) => q.eq("subject", subject))
    .unique();
}

/** The account with a username, ignoring case. */
export async function accountOf(ctx: QueryCtx, username: string): Promise<Doc<"accounts"> | null> {
  return await ctx.db
    .query("accounts")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKeyOf(username)))
    .unique();
}

/** After a correct password: this guess, and earlier ones for this account, no longer count. */
async function refundGuesses(
  ctx: MutationCtx,
  account: Doc<"accounts">,
  device: string | null,
): Promise<void> {
  if (device !== null && (await isKnownDevice(ctx, account, device))) {
    await reset(ctx, "signInDevice", device);
    return;
  }
  const network = await callerNetwork(ctx);
  if (network !== null) await refund(ctx, "signInAddress", network);
  await reset(ctx, "signInAccount", account._id);
}

/** Resets the guesses when the password changes, because they were about the old one. */
async function resetGuesses(ctx: MutationCtx, account: Doc<"accounts">): Promise<void> {
  await reset(ctx, "signInAccount", account._id);
  await reset(ctx, "passwordChange", account._id);
}

function makeSubject(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SUBJECT_BYTES));
  return `acct_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
