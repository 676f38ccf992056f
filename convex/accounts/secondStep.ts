import { v } from "convex/values";
import { vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import { action, internalMutation } from "../_generated/server";
import { tokensFor } from "./credentials";
import { isKnownDevice } from "./devices";
import { areLocalAccountsOpen } from "./ownPassword";
import { consume, reset } from "./rateLimits";
import { enter } from "./model";
import { refusals } from "./refuse";
import { findTicket } from "./signInTickets";
import { makeRefreshToken, sha256, vSubject, vTokens } from "./tokens";
import type { Subject, Tokens } from "./tokens";
import { findTwoStep, spendCode } from "./twoStepRecords";

/** The number of wrong codes per ticket. After these the user has to enter the password again. */
const GUESSES = 5;

const vFinished = v.union(
  vSubject,
  v.literal("expired"),
  v.literal("wrong"),
  v.object({ retryAfterMs: v.number() }),
);
type Finished = Subject | "expired" | "wrong" | { retryAfterMs: number };

/**
 * The second step of a sign-in.
 *
 * @param args - `ticket`: from `credentials.signIn`. `code`: from the authenticator app, or a
 *   recovery code.
 */
export const signInWithCode = action({
  args: { ticket: v.string(), code: v.string() },
  returns: vResult(vTokens),
  handler: async (ctx, { ticket, code }): Promise<Result<Tokens>> => {
    if (!areLocalAccountsOpen()) return refusals.disabled();
    const { refreshToken, hashes } = await makeRefreshToken();
    const shown = { ticketHash: await sha256(ticket), code, hashes };
    const finished: Finished = await ctx.runMutation(internal.accounts.secondStep.finish, shown);
    if (finished === "expired") return refusals.signInExpired();
    if (finished === "wrong") return refusals.wrongCode();
    if ("retryAfterMs" in finished) return refusals.tooMany(finished.retryAfterMs);
    return await tokensFor(finished, refreshToken);
  },
});

/** Counts a guess, compares it, and opens the session, in one transaction. */
export const finish = internalMutation({
  args: {
    ...{ ticketHash: v.string(), code: v.string() },
    hashes: v.object({ familyHash: v.string(), tokenHash: v.string() }),
  },
  returns: vFinished,
  handler: async (ctx, { ticketHash, code, hashes }): Promise<Finished> => {
    const ticket = await findTicket(ctx, ticketHash);
    const account = ticket && (await ctx.db.get("accounts", ticket.accountId));
    const twoStep = account && (await findTwoStep(ctx, account._id));
    if (!account || !twoStep?.isOn) return "expired";
    const { device } = ticket;
    // As with passwords, strangers who know the password must not lock out a known browser.
    const isKnown = device !== null && (await isKnownDevice(ctx, account, device));
    const key = isKnown ? device : account._id;
    const retryAfterMs = await consume(ctx, "signInCode", key);
    if (retryAfterMs > 0) return { retryAfterMs };
    if (!(await spendCode(ctx, twoStep, code))) {
      const guesses = ticket.guesses + 1;
      if (guesses < GUESSES) await ctx.db.patch("signInTickets", ticket._id, { guesses });
      else await ctx.db.delete("signInTickets", ticket._id);
      return "wrong";
    }
    await ctx.db.delete("signInTickets", ticket._id);
    await reset(ctx, "signInCode", key);
    return await enter(ctx, account, { hashes, device });
  },
});
