import { v } from "convex/values";
import type { Operation } from "../../contract/operations";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";

interface Limit {
  capacity: number;
  /** Time in which one token comes back. */
  refillMs: number;
}

/** Each may ask for money to move, or hands something out. */
const DEARER: ReadonlySet<Operation> = new Set([
  "checkout",
  "attach",
  "cancel",
  "setupPayment",
  "billingPortal",
  "createReferralCode",
  "redeemReferralCode",
]);

const LIMITS = {
  /** Thirty a minute. */
  dearer: { capacity: 30, refillMs: 2_000 },
  /** A hundred a second, a thousand at once. */
  usual: { capacity: 1_000, refillMs: 10 },
} as const satisfies Record<string, Limit>;

/** Longer than any bucket takes to fill: forgetting one changes nothing. */
const FORGET_AFTER_MS = 10 * 60_000;
const SWEPT_AT_ONCE = 10;

export function limitOf(operation: Operation): keyof typeof LIMITS {
  return DEARER.has(operation) ? "dearer" : "usual";
}

/**
 * Takes one token.
 *
 * @returns 0 when the request may go on; else the time until it may be made again, in ms.
 */
export const take = internalMutation({
  args: {
    limit: v.union(v.literal("dearer"), v.literal("usual")),
    key: v.string(),
    customer: v.string(),
  },
  returns: v.number(),
  handler: async (ctx, { limit, key, customer }) => {
    const now = Date.now();
    await sweep(ctx, now);
    const name = `${limit}:${key}:${customer}`;
    const { capacity, refillMs } = LIMITS[limit];
    const stored = await ctx.db
      .query("rateLimits")
      .withIndex("by_name", (q) => q.eq("name", name))
      .unique();
    const tokens = stored
      ? Math.min(capacity, stored.tokens + (now - stored.updated_at) / refillMs)
      : capacity;
    if (tokens < 1) return Math.ceil((1 - tokens) * refillMs);
    const left = { tokens: tokens - 1, updated_at: now };
    if (stored) await ctx.db.patch("rateLimits", stored._id, left);
    else await ctx.db.insert("rateLimits", { name, ...left });
    return 0;
  },
});

async function sweep(ctx: MutationCtx, now: number): Promise<void> {
  const full = await ctx.db
    .query("rateLimits")
    .withIndex("by_updated_at", (q) => q.lt("updated_at", now - FORGET_AFTER_MS))
    .take(SWEPT_AT_ONCE);
  for (const { _id } of full) await ctx.db.delete("rateLimits", _id);
}
