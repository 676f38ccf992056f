import { DAY, MINUTE, RateLimiter, SECOND } from "@convex-dev/rate-limiter";
import type { RateLimitConfig } from "@convex-dev/rate-limiter";
import { v } from "convex/values";
import { failTooMany } from "../../contract/errors";
import type { Failure } from "../../contract/errors";
import type { Operation } from "../../contract/operations";
import { wholeWait } from "../../contract/waiting";
import { components } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { ActionCtx, MutationCtx } from "../_generated/server";

/**
 * All limits of billing. `capacity` calls may come at once, then `rate` a `period`.
 *
 * @see docs/operating.md, "Rate limits"
 */
export const BILLING_LIMITS = {
  /**
   * Operations that move money or give something away: a session in a browser, or a
   * key and customer of /v1.
   */
  purchases: { kind: "token bucket", rate: 30, period: MINUTE, capacity: 30 },
  /** Other writes: a session in a browser. */
  writes: { kind: "token bucket", rate: 10, period: SECOND, capacity: 100 },
  /** Forms of the sandbox's hosted checkout, such as declined cards: a page. */
  cardForms: { kind: "token bucket", rate: 10, period: MINUTE, capacity: 20 },
  /** Unknown referral and promotion codes: a customer. */
  wrongCodes: { kind: "token bucket", rate: 1, period: MINUTE, capacity: 10 },
  /** Other calls of /v1: a key and customer. */
  requests: { kind: "token bucket", rate: 100, period: SECOND, capacity: 1_000 },
} as const satisfies Record<string, RateLimitConfig>;

export type BillingLimit = keyof typeof BILLING_LIMITS;

/** Each may charge, or gives something away. */
const PURCHASES: ReadonlySet<Operation> = new Set([
  "checkout",
  "attach",
  "cancel",
  "setupPayment",
  "billingPortal",
  "createRefund",
  "createReferralCode",
  "redeemReferralCode",
]);

/** Other browser operations that write. */
const BROWSER_WRITES: ReadonlySet<Operation> = new Set(["track", "createEntity", "deleteEntity"]);

const limiter = new RateLimiter(components.rateLimiter, BILLING_LIMITS);

/** Which limit counts an operation of /v1. */
export function apiLimitOf(operation: Operation): BillingLimit {
  return PURCHASES.has(operation) ? "purchases" : "requests";
}

/** Which limit counts an operation of a browser; null: it only reads, like a query. */
export function browserLimitOf(operation: Operation): BillingLimit | null {
  if (PURCHASES.has(operation)) return "purchases";
  return BROWSER_WRITES.has(operation) ? "writes" : null;
}

/**
 * Counts one call. If the mutation rolls back, so does the count.
 *
 * @returns The refusal, or null if the call is allowed.
 */
export async function countCall(
  ctx: MutationCtx | ActionCtx,
  limit: BillingLimit,
  key: string,
): Promise<Failure | null> {
  const { ok, retryAfter = 0 } = await limiter.limit(ctx, limit, { key });
  return ok ? null : failTooMany(wholeWait(retryAfter));
}

/** Whether a call would be refused. It does not count. */
export async function refuseCall(
  ctx: MutationCtx,
  limit: BillingLimit,
  key: string,
): Promise<Failure | null> {
  const { ok, retryAfter = 0 } = await limiter.check(ctx, limit, { key });
  return ok ? null : failTooMany(wholeWait(retryAfter));
}

/** Deletes counts that began a day ago or earlier. A caller who never pauses gains one burst a day. */
export const deleteOld = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const before = Date.now() - DAY;
    return await ctx.runMutation(components.rateLimiter.lib.clearAll, { before });
  },
});
