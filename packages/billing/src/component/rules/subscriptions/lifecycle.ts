import type { Subscription } from "../model";

/**
 * The state of a subscription. `canceling` is stored as active with `canceled_at`
 * set; `none` has no row (not yet, or not any more).
 */
export type SubscriptionState =
  | "none"
  | "scheduled"
  | "active"
  | "canceling"
  | "past_due"
  | "expired";

/** The events of a subscription. */
export type SubscriptionEvent =
  /** Attached: free, or paid for at once. */
  | "attach"
  /** Attached as the successor of a plan that ends later. */
  | "schedule"
  | "start_reached"
  /** The plan before it continues, or is replaced by another. */
  | "schedule_dropped"
  | "cancel_at_end"
  | "cancel_now"
  | "renew"
  | "end_reached"
  /** A subscription of the same group replaced it. */
  | "replaced"
  /** Nothing was ever paid: after a trial, or at the start of a scheduled plan. */
  | "first_payment_failed"
  | "renewal_paid"
  | "renewal_failed"
  | "grace_exhausted";

const NEXT: Record<SubscriptionState, Partial<Record<SubscriptionEvent, SubscriptionState>>> = {
  none: { attach: "active", schedule: "scheduled" },
  scheduled: { start_reached: "active", schedule_dropped: "none" },
  active: {
    cancel_at_end: "canceling",
    cancel_now: "expired",
    replaced: "expired",
    first_payment_failed: "expired",
    renewal_paid: "active",
    renewal_failed: "past_due",
  },
  canceling: {
    renew: "active",
    cancel_now: "expired",
    replaced: "expired",
    end_reached: "expired",
  },
  past_due: {
    cancel_at_end: "past_due",
    renew: "past_due",
    end_reached: "expired",
    renewal_paid: "active",
    renewal_failed: "past_due",
    grace_exhausted: "expired",
    cancel_now: "expired",
    replaced: "expired",
  },
  expired: {},
};

/**
 * The state that follows an event.
 *
 * @returns Null when the event cannot happen in that state. Nothing follows `expired`.
 */
export function nextState(
  state: SubscriptionState,
  event: SubscriptionEvent,
): SubscriptionState | null {
  return NEXT[state][event] ?? null;
}

/** The state that a row is in. */
export function stateOf(row: Pick<Subscription, "status" | "canceled_at">): SubscriptionState {
  return row.status === "active" && row.canceled_at !== null ? "canceling" : row.status;
}
