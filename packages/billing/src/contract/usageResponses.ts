import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable } from "./wire";

/** Responses of the operations on recorded usage, in wire names. Amounts are in feature units. */
const vPartialUses = v.array(
  v.object({
    feature_id: v.string(),
    applied: v.number(),
    /** The part that no balance could pay. Negative: more was returned than had been used. */
    unapplied: v.number(),
  }),
);

export const vTrack = v.object({
  id: v.string(),
  code: v.literal("event_received"),
  customer_id: v.string(),
  entity_id: v.optional(v.string()),
  feature_id: v.optional(v.string()),
  event_name: v.optional(v.string()),
  /** Features whose usage was applied only in part. Absent: all usage was applied. */
  partial: v.optional(vPartialUses),
});
export type Track = Infer<typeof vTrack>;

export const vSetUsage = v.object({
  success: v.literal(true),
  code: v.literal("event_received"),
  customer_id: v.string(),
  feature_id: v.string(),
  /** Features whose total could not be reached, as in a track. */
  partial: v.optional(vPartialUses),
});

export const vRange = v.union(
  v.literal("24h"),
  v.literal("7d"),
  v.literal("30d"),
  v.literal("90d"),
  v.literal("last_cycle"),
);
/** The window of a usage query. `24h` is in hours, the others in days, UTC. */
export type Range = Infer<typeof vRange>;

export const vQuery = v.object({
  /** `period`, the start of the bin in epoch milliseconds, and one sum per feature id. */
  list: v.array(v.record(v.string(), v.number())),
  total: v.record(v.string(), v.object({ count: v.number(), sum: v.number() })),
});
/** Use over time. */
export type Query = Infer<typeof vQuery>;

/** A change of a balance. */
export const vLedgerLine = v.object({
  id: v.string(),
  feature_id: v.string(),
  /** The balance that changed. */
  balance_id: v.string(),
  account: v.union(v.literal("balance"), v.literal("rollover")),
  /** Positive: the balance increased. */
  amount: v.number(),
  cause: v.string(),
  /** The id of the event, product or reset that caused it. */
  cause_id: v.string(),
  /** The actor. Absent: unknown. */
  actor: v.optional(v.union(v.literal("caller"), v.literal("operator"), v.literal("clock"))),
  /** The operator's name. Absent: the actor was no operator, or is unknown. */
  actor_name: v.optional(v.string()),
  at: v.number(),
});

export const vExplanation = v.object({
  allowed: v.boolean(),
  reason: v.union(
    v.literal("allowed"),
    v.literal("not_granted"),
    v.literal("insufficient_balance"),
  ),
  /** The checked balances, the feature's own first; amounts in units of each. */
  sources: v.array(
    v.object({
      feature_id: v.string(),
      /** `spare`: it could pay, but another comes first. */
      verdict: v.union(v.literal("pays"), v.literal("spare"), v.literal("short")),
      needed: v.number(),
      balance: v.number(),
    }),
  ),
  /** The grants that the use would draw from, in order. */
  takes: v.array(
    v.object({
      balance_id: v.string(),
      /** The product that granted the balance. */
      subscription_id: v.string(),
      feature_id: v.string(),
      /** The entity of a per-entity balance; null: the customer's own. */
      entity_id: nullable(v.string()),
      /** `nothing`: the balance is unlimited. */
      from: v.union(
        v.literal("rollover"),
        v.literal("balance"),
        v.literal("overage"),
        v.literal("nothing"),
      ),
      amount: v.number(),
    }),
  ),
});

/** Why a use is allowed, and which balance pays; or why not. */
export type Explanation = Infer<typeof vExplanation>;

export const vLedger = v.object({
  /** Newest first. */
  list: v.array(vLedgerLine),
  /** Null on the last page. */
  next_cursor: nullable(v.string()),
});
