import { v } from "convex/values";
import type { ObjectType } from "convex/values";
import { PASSWORD_MAX_LENGTH, PASSWORD_RULES, firstBroken } from "../contract/credentials";
import { ok } from "../../packages/billing/src/contract";
import type { Failure, Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import { env } from "../_generated/server";
import type { ActionCtx } from "../_generated/server";
import { refusals } from "./refuse";

/** Arguments that prove that the caller owns the account and has not just stolen a session. */
export const vOwnProof = {
  currentPassword: v.string(),
  /** From the authenticator app, or a recovery code. Required while two-step sign-in is on. */
  code: v.optional(v.string()),
};

/**
 * Checks the caller's password, and a code if two-step sign-in is on, before an action
 * that a stolen session must not be enough for. Wrong attempts are limited.
 *
 * @returns The hash that matched: a mutation that follows compares it again.
 * @see docs/adr/0128
 */
export async function checkOwnPassword(
  ctx: ActionCtx,
  { currentPassword: password, code }: ObjectType<typeof vOwnProof>,
): Promise<Result<{ username: string; passwordHash: string }>> {
  if (!areLocalAccountsOpen()) return refusals.disabled();
  const admission = await ctx.runMutation(internal.accounts.model.consumeOwnPassword, {});
  if (admission === null) return refusals.ended();
  if ("retryAfterMs" in admission) return refusals.tooMany(admission.retryAfterMs);
  const passwordHash = await matchPassword(ctx, password, admission.passwordHash);
  if (passwordHash === null) return refusals.wrongPassword();
  const given = { passwordHash, ...(code !== undefined && { code }) };
  const proved = await ctx.runMutation(internal.accounts.model.acceptOwnPassword, given);
  return proved.error ? proved : ok({ username: admission.username, passwordHash });
}

/**
 * The hash that a password matches; null: it does not match. A text too long to be
 * a password is not hashed.
 */
export async function matchPassword(
  ctx: ActionCtx,
  password: string,
  passwordHash: string | null,
): Promise<string | null> {
  if (password.length > PASSWORD_MAX_LENGTH) return null;
  const isRight = await ctx.runAction(internal.accounts.hashing.verify, { password, passwordHash });
  return isRight ? passwordHash : null;
}

/** Why a new password is refused; null if it is valid. */
export function refusePassword(password: string): Failure | null {
  if (password.length > PASSWORD_MAX_LENGTH) {
    return refusals.badPassword(`Password must be at most ${PASSWORD_MAX_LENGTH} characters`);
  }
  const broken = firstBroken(PASSWORD_RULES, password);
  return broken === null ? null : refusals.badPassword(broken);
}

/** Whether local accounts are switched on. */
export function areLocalAccountsOpen(): boolean {
  return env.LOCAL_ACCOUNTS !== "off";
}
