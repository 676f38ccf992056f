import { v } from "convex/values";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { mutation, query } from "./guarded";
import { ownAccount } from "./model";
import { refusals } from "./refuse";
import { endSession, endSessions, sessionsOf } from "./sessions";
import { liveSession } from "./standing";

const vListedSession = v.object({
  id: v.id("sessions"),
  browser: v.union(v.string(), v.null()),
  system: v.union(v.string(), v.null()),
  /** When it last got a new token, which happens every 15 minutes. */
  usedAt: v.number(),
  isCurrent: v.boolean(),
});

/** The caller's sessions, that of the current browser first. */
export const list = query({
  args: {},
  returns: v.array(vListedSession),
  handler: async (ctx) => {
    const now = Date.now();
    const current = await liveSession(ctx, now);
    const account = current && (await ctx.db.get("accounts", current.accountId));
    if (!account) return [];
    const open = (await sessionsOf(ctx, account)).filter(({ expiresAt }) => expiresAt > now);
    return open
      .map(({ _id: id, browser = null, system = null, rotatedAt }) => ({
        ...{ id, browser, system, usedAt: rotatedAt, isCurrent: id === current._id },
      }))
      .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.usedAt - a.usedAt);
  },
});

/** Signs the caller out of one browser. Sessions of other users count as not found. */
export const end = mutation({
  args: { id: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { id }): Promise<Result<null>> => {
    const account = await ownAccount(ctx);
    if (!account) return refusals.ended();
    const sessionId = ctx.db.normalizeId("sessions", id);
    const session = sessionId && (await ctx.db.get("sessions", sessionId));
    if (session?.accountId === account._id) await endSession(ctx, session);
    return ok(null);
  },
});

/** Signs the caller out of all other browsers. */
export const endOthers = mutation({
  args: {},
  returns: vResult(v.null()),
  handler: async (ctx): Promise<Result<null>> => {
    const current = await liveSession(ctx, Date.now());
    const account = current && (await ctx.db.get("accounts", current.accountId));
    if (!account) return refusals.ended();
    await endSessions(ctx, account, current._id);
    return ok(null);
  },
});
