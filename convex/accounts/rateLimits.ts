import { DAY, HOUR, MINUTE, RateLimiter, SECOND } from "@convex-dev/rate-limiter";
import type { RateLimitConfig } from "@convex-dev/rate-limiter";
import { v } from "convex/values";
import { wholeWait } from "../../packages/billing/src/contract";
import { components } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";

const perMinute = (rate: number, capacity = rate) =>
  ({ kind: "token bucket", rate, period: MINUTE, capacity }) as const;
/** Shared by all callers. It is sharded, so that parallel calls do not conflict on one row. */
const together = (rate: number) => ({ ...perMinute(rate), shards: 10 }) as const;

/**
 * All rate limits of the site: a burst of `capacity` calls, then `rate` calls per `period`.
 *
 * @see docs/operating.md, "Rate limits"
 */
export const SITE_LIMITS = {
  // Simultaneous password hashes for one address. More are refused, with the time of the next
  // attempt.
  hashingPace: { kind: "token bucket", rate: 2, period: SECOND, capacity: 3 },
  // Wrong passwords from browsers that never signed in to the account.
  signInAddress: { kind: "token bucket", rate: 30, period: 10 * MINUTE, capacity: 10 },
  signInAccount: { kind: "token bucket", rate: 10, period: 10 * MINUTE, capacity: 10 },
  signInTotal: together(600),
  // Wrong passwords from browsers that have signed in to the account before.
  signInDevice: { kind: "token bucket", rate: 10, period: 10 * MINUTE, capacity: 10 },
  // Wrong codes in the second step of a sign-in: of one known browser, or of all others together.
  signInCode: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  // Wrong passwords of an account when a form asks for the current one.
  passwordChange: { kind: "token bucket", rate: 10, period: 10 * MINUTE, capacity: 10 },
  // Wrong two-step codes of an account, entered together with the password.
  ownCode: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  // New tokens of a session.
  refreshes: perMinute(30),
  // New accounts.
  signUpAddress: { kind: "token bucket", rate: 20, period: HOUR, capacity: 20 },
  signUpTotal: together(300),
  // Forgotten passwords: requests, and the mails that follow. Then opened links from mails.
  resetAddress: { kind: "token bucket", rate: 10, period: HOUR, capacity: 10 },
  resetTotal: together(120),
  resetAccount: { kind: "token bucket", rate: 3, period: HOUR, capacity: 3 },
  emailLinks: perMinute(30),
  // Mails that confirm an address: per account, per recipient, per network, and in total.
  confirmationsOf: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  confirmationsTo: { kind: "token bucket", rate: 5, period: HOUR, capacity: 5 },
  confirmationsFrom: { kind: "token bucket", rate: 20, period: HOUR, capacity: 20 },
  confirmationsTotal: together(120),
  // Changes by a member.
  comments: perMinute(20, 10),
  likes: perMinute(60),
  follows: perMinute(60),
  reports: perMinute(10),
  uploads: perMinute(300, 600),
  views: perMinute(120),
  studios: perMinute(30),
  dataExports: { kind: "token bucket", rate: 3, period: DAY, capacity: 3 },
  edits: perMinute(120),
} as const satisfies Record<string, RateLimitConfig>;

export type SiteLimit = keyof typeof SITE_LIMITS;

// The keys of the table above, typed as SiteLimit.
export const vSiteLimit = v.union(
  ...(Object.keys(SITE_LIMITS) as SiteLimit[]).map((limit) => v.literal(limit)),
);

const limiter = new RateLimiter(components.rateLimiter, SITE_LIMITS);

/**
 * Counts one call. The count is stored only if the mutation commits: return a
 * refusal, do not throw one.
 *
 * @param key - The caller to count; none if all callers share one limit.
 * @returns 0 if the call is allowed, else milliseconds until the next attempt.
 */
export async function consume(ctx: MutationCtx, limit: SiteLimit, key?: string): Promise<number> {
  const { ok, retryAfter = 0 } = await limiter.limit(ctx, limit, key === undefined ? {} : { key });
  return ok ? 0 : wholeWait(retryAfter);
}

export type Limited = readonly [limit: SiteLimit, key?: string | null];

/**
 * Counts a call towards several limits, in order, and stops at the first that refuses it. A null
 * key is skipped.
 *
 * @returns As {@link consume}.
 */
export async function consumeAll(ctx: MutationCtx, limits: readonly Limited[]): Promise<number> {
  for (const [limit, key] of limits) {
    const retryAfterMs = key === null ? 0 : await consume(ctx, limit, key);
    if (retryAfterMs > 0) return retryAfterMs;
  }
  return 0;
}

/** Uncounts one call, because it was not a wrong guess. */
export async function refund(ctx: MutationCtx, limit: SiteLimit, key: string): Promise<void> {
  await limiter.limit(ctx, limit, { key, count: -1 });
}

/** Deletes all counts of a key. */
export async function reset(ctx: MutationCtx, limit: SiteLimit, key: string): Promise<void> {
  await limiter.reset(ctx, limit, { key });
}

/**
 * Deletes counts that began a day ago or earlier. A caller who never pauses gains
 * one burst a day.
 */
export const deleteOld = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const before = Date.now() - DAY;
    return await ctx.runMutation(components.rateLimiter.lib.clearAll, { before });
  },
});
