import { v } from "convex/values";
import {
  PASSWORD_MAX_LENGTH,
  PASSWORD_RULES,
  USERNAME_RULES,
  firstBroken,
} from "../contract/credentials";
import { ok, vResult } from "../contract/errors";
import type { Failure, Result } from "../contract/errors";
import { internal } from "../_generated/api";
import { action, env, internalAction } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { refusals } from "./refuse";
import { makeRefreshToken, signAccessToken, vTokens } from "./tokens";
import type { Subject, Tokens } from "./tokens";

const { records, hashing } = internal.accounts;

/** Makes an account and signs in to it. */
export const signUp = action({
  args: { username: v.string(), password: v.string() },
  returns: vResult(vTokens),
  handler: async (ctx, { username, password }): Promise<Result<Tokens>> => {
    if (!areOpen()) return refusals.disabled();
    const broken = firstBroken(USERNAME_RULES, username);
    if (broken !== null) return refusals.badUsername(broken);
    const refusal = refusePassword(password);
    if (refusal) return refusal;
    const admission = await ctx.runMutation(records.admitSignUp, { username });
    if (admission !== "admitted") return refusals[admission]();
    const passwordHash = await ctx.runAction(hashing.hash, { password });
    const { refreshToken, hashes } = await makeRefreshToken();
    const subject = await ctx.runMutation(records.create, { username, passwordHash, hashes });
    return subject ? await tokensFor(subject, refreshToken) : refusals.taken();
  },
});

/** Signs in. A name that nobody has and a wrong password are answered alike, and as slowly. */
export const signIn = action({
  args: { username: v.string(), password: v.string() },
  returns: vResult(vTokens),
  handler: async (ctx, { username, password }): Promise<Result<Tokens>> => {
    if (!areOpen()) return refusals.disabled();
    if (firstBroken(USERNAME_RULES, username) !== null) return refusals.wrongCredentials();
    const guess = await compare(ctx, username, password);
    if (guess === "tooMany") return refusals.tooMany();
    if (guess === "wrong") return refusals.wrongCredentials();
    const { refreshToken, hashes } = await makeRefreshToken();
    const subject = await ctx.runMutation(records.enter, { username, ...guess, hashes });
    return subject ? await tokensFor(subject, refreshToken) : refusals.wrongCredentials();
  },
});

/** Changes the caller's password. The old one is asked for, and other sessions end. */
export const changePassword = action({
  args: { currentPassword: v.string(), newPassword: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { currentPassword, newPassword }): Promise<Result<null>> => {
    if (!areOpen()) return refusals.disabled();
    const username = await ctx.runQuery(records.ownUsername, {});
    if (username === null) return refusals.ended();
    const refusal = refusePassword(newPassword);
    if (refusal) return refusal;
    const guess = await compare(ctx, username, currentPassword);
    if (guess === "tooMany") return refusals.tooMany();
    if (guess === "wrong") return refusals.wrongPassword();
    const nextHash = await ctx.runAction(hashing.hash, { password: newPassword });
    const replaced = await ctx.runMutation(records.replacePassword, { ...guess, nextHash });
    return replaced ? ok(null) : refusals.ended();
  },
});

/** For the operator, who has made sure whose account it is. Its sessions end. */
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

/** Counts the guess first; what is too long to be a password is not worth hashing. */
async function compare(
  ctx: ActionCtx,
  username: string,
  password: string,
): Promise<{ passwordHash: string } | "wrong" | "tooMany"> {
  const admission = await ctx.runMutation(records.admitSignIn, { username });
  if (admission === "tooMany") return "tooMany";
  if (password.length > PASSWORD_MAX_LENGTH) return "wrong";
  const { passwordHash } = admission;
  const right = await ctx.runAction(hashing.verify, { password, passwordHash });
  return right && passwordHash !== null ? { passwordHash } : "wrong";
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
