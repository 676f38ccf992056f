import { v } from "convex/values";
import { emailKeyOf } from "../contract/credentials";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { action, internalMutation, mutation } from "../_generated/server";
import type { QueryCtx } from "../_generated/server";
import { queueMail } from "../mail/outbox";
import { canMail } from "../mail/settings";
import { findByEmail } from "./email";
import { findLink, makeLink } from "./emailLinks";
import { resetPasswordLetter } from "./letters";
import { callerNetwork } from "./network";
import { areLocalAccountsOpen, refusePassword } from "./ownPassword";
import { consume, consumeAll } from "./rateLimits";
import { accountOf, setPassword } from "./model";
import { refusals } from "./refuse";

/** Longer than any username and any address. */
const MOST_TYPED = 320;

/**
 * Requests a password-reset link for a signed-out user. The response, and all work before it, is
 * the same whether or not an account has that name or address.
 *
 * @see docs/adr/0066
 */
export const request = mutation({
  args: { typed: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { typed }): Promise<Result<null>> => {
    if (!areLocalAccountsOpen()) return refusals.disabled();
    if (!canMail()) return refusals.mailOff();
    const network = await callerNetwork(ctx);
    const retryAfterMs = await consumeAll(ctx, [["resetAddress", network], ["resetTotal"]]);
    if (retryAfterMs > 0) return refusals.tooMany(retryAfterMs);
    const kept = { typed: typed.trim().slice(0, MOST_TYPED) };
    // Stored in a row, because arguments of scheduled functions are stored for days.
    const requestId = await ctx.db.insert("resetRequests", kept);
    await ctx.scheduler.runAfter(0, internal.accounts.passwordReset.answer, { requestId });
    return ok(null);
  },
});

/** Sends the link if an account matches and has a confirmed address. */
export const answer = internalMutation({
  args: { requestId: v.id("resetRequests") },
  returns: v.null(),
  handler: async (ctx, { requestId }): Promise<null> => {
    const row = await ctx.db.get("resetRequests", requestId);
    if (!row) return null;
    await ctx.db.delete("resetRequests", requestId);
    const account = await accountNamed(ctx, row.typed);
    if (account?.email === undefined) return null;
    if ((await consume(ctx, "resetAccount", account._id)) > 0) return null;
    const token = await makeLink(ctx, account, "reset_password", account.email);
    await queueMail(ctx, account._id, account.email, resetPasswordLetter(account, token));
    return null;
  },
});

/** Uses a password-reset link: sets the new password and ends all sessions of the account. */
export const complete = action({
  args: { token: v.string(), newPassword: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { token, newPassword }): Promise<Result<null>> => {
    if (!areLocalAccountsOpen()) return refusals.disabled();
    const refusal = refusePassword(newPassword);
    if (refusal) return refusal;
    const { consumeLink, replace } = internal.accounts.passwordReset;
    const admission = await ctx.runMutation(consumeLink, { token });
    if (admission === "bad") return refusals.badLink();
    if (admission !== "allowed") return refusals.tooMany(admission.retryAfterMs);
    const nextHash = await ctx.runAction(internal.accounts.hashing.hash, { password: newPassword });
    const replaced = await ctx.runMutation(replace, { token, nextHash });
    return replaced ? ok(null) : refusals.badLink();
  },
});

/** Checked before a password is hashed, so that a flood of bad links costs little. */
export const consumeLink = internalMutation({
  args: { token: v.string() },
  returns: v.union(v.literal("allowed"), v.literal("bad"), v.object({ retryAfterMs: v.number() })),
  handler: async (ctx, { token }) => {
    const network = await callerNetwork(ctx);
    const retryAfterMs = await consumeAll(ctx, [["emailLinks", network]]);
    if (retryAfterMs > 0) return { retryAfterMs };
    if (!(await findLink(ctx, token, "reset_password"))) return "bad" as const;
    const waitMs = await consumeAll(ctx, [["hashingPace", network]]);
    return waitMs === 0 ? ("allowed" as const) : { retryAfterMs: waitMs };
  },
});

/** False if the link was used in the meantime. */
export const replace = internalMutation({
  args: { token: v.string(), nextHash: v.string() },
  returns: v.boolean(),
  handler: async (ctx, { token, nextHash }) => {
    const found = await findLink(ctx, token, "reset_password");
    if (!found) return false;
    await setPassword(ctx, found.account, nextHash);
    return true;
  },
});

async function accountNamed(ctx: QueryCtx, typed: string): Promise<Doc<"accounts"> | null> {
  // Handles on pages begin with "@".
  return typed.lastIndexOf("@") > 0
    ? await findByEmail(ctx, emailKeyOf(typed))
    : await accountOf(ctx, typed.replace(/^@/, ""));
}
