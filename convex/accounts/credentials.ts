import { v } from "convex/values";
import type { Infer } from "convex/values";
import { USERNAME_RULES, firstBroken, usernameKeyOf } from "../contract/credentials";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import { action, internalAction } from "../_generated/server";
import { deviceHashOf } from "./devices";
import {
  areLocalAccountsOpen,
  checkOwnPassword,
  refusePassword,
  matchPassword,
  vOwnProof,
} from "./ownPassword";
import { refusals } from "./refuse";
import { vLanguage } from "./tables";
import { makeRefreshToken, makeSecret, sha256, signAccessToken, vTokens } from "./tokens";
import type { Subject, Tokens } from "./tokens";

const { model, hashing } = internal.accounts;

/** The secret that identifies a browser at its next sign-in: 32 random bytes in base64url. */
const vDeviceSecret = v.optional(v.string());

/** Creates an account and signs in to it. */
export const signUp = action({
  args: {
    ...{ username: v.string(), password: v.string(), device: vDeviceSecret },
    /** The language of the account's mails. Default: English. */
    language: v.optional(vLanguage),
  },
  returns: vResult(vTokens),
  handler: async (
    ctx,
    { username, password, device: secret, language },
  ): Promise<Result<Tokens>> => {
    if (!areLocalAccountsOpen()) return refusals.disabled();
    const broken = firstBroken(USERNAME_RULES, username);
    if (broken !== null) return refusals.badUsername(broken);
    const refusal = refusePassword(password);
    if (refusal) return refusal;
    const admission = await ctx.runMutation(model.consumeSignUp, { username });
    if (admission === "taken") return refusals.taken();
    if (admission !== "allowed") return refusals.tooMany(admission.retryAfterMs);
    const passwordHash = await ctx.runAction(hashing.hash, { password });
    const { refreshToken, hashes } = await makeRefreshToken();
    const device = await deviceHashOf(usernameKeyOf(username), secret);
    const account = { username, passwordHash, hashes, device };
    const chosen = language === undefined ? {} : { language };
    const subject = await ctx.runMutation(model.create, { ...account, ...chosen });
    return subject ? await tokensFor(subject, refreshToken) : refusals.taken();
  },
});

/** The result of a correct password: tokens, or a ticket for the second step. */
const vEntry = v.union(vTokens, v.object({ ticket: v.string() }));
type Entry = Infer<typeof vEntry>;

/**
 * Signs in. An unknown name and a wrong password get the same response after the same time. With
 * two-step sign-in the response is not a session but a ticket, which `secondStep.signInWithCode`
 * accepts for some minutes.
 */
export const signIn = action({
  args: { username: v.string(), password: v.string(), device: vDeviceSecret },
  returns: vResult(vEntry),
  handler: async (ctx, { username, password, device: secret }): Promise<Result<Entry>> => {
    if (!areLocalAccountsOpen()) return refusals.disabled();
    if (firstBroken(USERNAME_RULES, username) !== null) return refusals.wrongCredentials();
    const name = await ctx.runQuery(model.nameInHashes, { username });
    const device = await deviceHashOf(name, secret);
    const admission = await ctx.runMutation(model.consumeSignIn, { username, device });
    if ("retryAfterMs" in admission) return refusals.tooMany(admission.retryAfterMs);
    const passwordHash = await matchPassword(ctx, password, admission.passwordHash);
    if (passwordHash === null) return refusals.wrongCredentials();
    const { refreshToken, hashes } = await makeRefreshToken();
    const ticket = makeSecret();
    const entering = { username, passwordHash, hashes, device, ticketHash: await sha256(ticket) };
    const subject = await ctx.runMutation(model.createSession, entering);
    if (subject === "code_needed") return ok({ ticket });
    return subject ? await tokensFor(subject, refreshToken) : refusals.wrongCredentials();
  },
});

/** Changes the caller's password. Requires the old one, and ends all other sessions. */
export const changePassword = action({
  args: { ...vOwnProof, newPassword: v.string(), device: vDeviceSecret },
  returns: vResult(v.null()),
  handler: async (ctx, { newPassword, device, ...proof }): Promise<Result<null>> => {
    // Checked before the proof, so that a refusal does not use up a code.
    const refusal = refusePassword(newPassword);
    if (refusal) return refusal;
    const checked = await checkOwnPassword(ctx, proof);
    if (!checked.data) return checked;
    const { username, passwordHash } = checked.data;
    const nextHash = await ctx.runAction(hashing.hash, { password: newPassword });
    const name = await ctx.runQuery(model.nameInHashes, { username });
    const kept = await deviceHashOf(name, device);
    const change = { passwordHash, nextHash, device: kept };
    const replaced = await ctx.runMutation(model.replacePassword, change);
    return replaced ? ok(null) : refusals.ended();
  },
});

/**
 * Sets an account's password and ends all its sessions. For operators who have verified the owner.
 */
export const resetPassword = internalAction({
  args: { username: v.string(), newPassword: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { username, newPassword }): Promise<Result<null>> => {
    const refusal = refusePassword(newPassword);
    if (refusal) return refusal;
    const nextHash = await ctx.runAction(hashing.hash, { password: newPassword });
    return ok(await ctx.runMutation(model.overwritePassword, { username, nextHash }));
  },
});

/** Signs the access token of a new session. */
export async function tokensFor(subject: Subject, refreshToken: string): Promise<Result<Tokens>> {
  return ok({ accessToken: await signAccessToken(subject), refreshToken });
}
