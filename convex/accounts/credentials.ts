import { v } from "convex/values";
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_RULES,
  USERNAME_RULES,
  firstBroken,
} from "../contract/credentials";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Failure, Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import { action, env, internalAction } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { deviceHashOf } from "./devices";
import { refusals } from "./refuse";
import { makeRefreshToken, signAccessToken, vTokens } from "./tokens";
import type { Subject, Tokens } from "./tokens";

const { records, hashing } = internal.accounts;

/** What a browser keeps so that its next sign-in recognises it: 32 random bytes in base64url. */
const vDeviceSecret = v.optional(v.string());

/** Creates an account and signs in to it. */
export const signUp = action({
  args: { username: v.string(), password: v.string(), device: vDeviceSecret },
  returns: vResult(vTokens),
  handler: async (ctx, { username, password, device: secret }): Promise<Result<Tokens>> => {
    if (!areOpen()) return refusals.disabled();
    const broken = firstBroken(USERNAME_RULES, username);
    if (broken !== null) return refusals.badUsername(broken);
    const refusal = refusePassword(password);
    if (refusal) return refusal;
    const admission = await ctx.runMutation(records.consumeSignUp, { username });
    if (admission === "taken") return refusals.taken();
    if (admission !== "allowed") return refusals.tooMany(admission.retryAfterMs);
    const passwordHash = await ctx.runAction(hashing.hash, { password });
    const { refreshToken, hashes } = await makeRefreshToken();
    const device = await deviceHashOf(username, secret);
    const account = { username, passwordHash, hashes, device };
    const subject = await ctx.runMutation(records.create, account);
    return subject ? await tokensFor(subject, refreshToken) : refusals.taken();
  },
});

/** Signs in. An unknown name and a wrong password get the same answer, after the same time. */
export const signIn = action({
  args: { username: v.string(), password: v.string(), device: vDeviceSecret },
  returns: vResult(vTokens),
  handler: async (ctx, { username, password, device: secret }): Promise<Result<Tokens>> => {
    if (!areOpen()) return refusals.disabled();
    if (firstBroken(USERNAME_RULES, username) !== null) return refusals.wrongCredentials();
    const device = await deviceHashOf(username, secret);
    const admission = await ctx.runMutation(records.consumeSignIn, { username, device });
    if ("retryAfterMs" in admission) return refusals.tooMany(admission.retryAfterMs);
    const passwordHash = await verified(ctx, password, admission.passwordHash);
    if (passwordHash === null) return refusals.wrongCredentials();
    const { refreshToken, hashes } = await makeRefreshToken();
    const entering = { username, passwordHash, hashes, device };
    const subject = await ctx.runMutation(records.createSession, entering);
    return subject ? await tokensFor(subject, refreshToken) : refusals.wrongCredentials();
  },
});

/** Changes the caller's password. It asks for the old one, and other sessions end. */
export const changePassword = action({
  args: { currentPassword: v.string(), newPassword: v.string(), device: vDeviceSecret },
  returns: vResult(v.null()),
  handler: async (ctx, { currentPassword, newPassword, device }): Promise<Result<null>> => {
    if (!areOpen()) return refusals.disabled();
    const admission = await ctx.runMutation(records.consumePasswordChange, {});
    if (admission === null) return refusals.ended();
    const refusal = refusePassword(newPassword);
    if (refusal) return refusal;
    if ("retryAfterMs" in admission) return refusals.tooMany(admission.retryAfterMs);
    const passwordHash = await verified(ctx, currentPassword, admission.passwordHash);
    if (passwordHash === null) return refusals.wrongPassword();
    const nextHash = await ctx.runAction(hashing.hash, { password: newPassword });
    const kept = await deviceHashOf(admission.username, device);
    const change = { passwordHash, nextHash, device: kept };
    const replaced = await ctx.runMutation(records.replacePassword, change);
    return replaced ? ok(null) : refusals.ended();
  },
});

/** For operators, who have verified the account's owner. All its sessions end. */
export const resetPassword = internalAction({
  args: { username: v.string(), newPassword: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { username, newPassword }): Promise<Result<null>> => {
    const refusal = refusePassword(newPassword);
    if (refusal) return refusal;
    const nextHash = await ctx.runAction(hashing.hash, { password: newPassword });
    return ok(await ctx.runMutation(records.overwritePassword, { username, nextHash }));
  },
});

/**
 * The hash that a password matches; null: it does not match. A text too long to be
 * a password is not hashed.
 */
async function verified(
  ctx: ActionCtx,
  password: string,
  passwordHash: string | null,
): Promise<string | null> {
  if (password.length > PASSWORD_MAX_LENGTH) return null;
  const isRight = await ctx.runAction(hashing.verify, { password, passwordHash });
  return isRight ? passwordHash : null;
}

async function tokensFor(subject: Subject, refreshToken: string): Promise<Result<Tokens>> {
  return ok({ accessToken: await signAccessToken(subject), refreshToken });
}

function refusePassword(password: string): Failure | null {
  if (password.length > PASSWORD_MAX_LENGTH) {
    return refusals.badPassword(`Password must be at most ${PASSWORD_MAX_LENGTH} characters`);
  }
  const broken = firstBroken(PASSWORD_RULES, password);
  return broken === null ? null : refusals.badPassword(broken);
}

function areOpen(): boolean {
  return env.LOCAL_ACCOUNTS !== "off";
}
