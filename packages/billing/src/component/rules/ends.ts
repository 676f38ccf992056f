import type { SubscriptionEvent } from "./subscriptions/lifecycle";
import type { Succession } from "./balances/carry";

/** The events that end a subscription which is in force. */
export type EndEvent = Extract<
  SubscriptionEvent,
  "cancel_now" | "end_reached" | "replaced" | "first_payment_failed" | "grace_exhausted"
>;

/** What one way to end means. Code outside the rules asks a column, not the event. */
interface EndRow {
  /**
   * The effect on the invoice of an unpaid renewal. `void`: its charges for the period
   * are dropped, and its usage moves to the final invoice.
   */
  unpaidRenewal: "void" | "write_off" | "kept";
  /**
   * The content of its last invoice. `all`: open use, prorated unused time, and the
   * lines that wait for its next invoice. `waiting`: only those lines.
   */
  finalBill: "all" | "waiting" | "nothing";
  /** Whether that last invoice, when its charge fails, is charged again later. */
  retriesFinalInvoice: boolean;
  /** Whether the customer ended it, so that the host gets a cancellation event. */
  emitsCanceled: boolean;
  /** How its successor replaces it. */
  succession: Succession;
}

const LEFT = {
  finalBill: "all",
  retriesFinalInvoice: true,
  emitsCanceled: false,
  succession: "within_period",
} as const;

/**
 * The table of ends: everything that differs between the ways to end.
 *
 * @see docs/glossary.md
 */
export const ENDS: Readonly<Record<EndEvent, EndRow>> = {
  cancel_now: { ...LEFT, unpaidRenewal: "void", emitsCanceled: true },
  end_reached: { ...LEFT, unpaidRenewal: "write_off", succession: "at_period_end" },
  // The purchase that replaces it bills its use and its waiting lines.
  replaced: { ...LEFT, unpaidRenewal: "kept", finalBill: "nothing" },
  first_payment_failed: {
    ...LEFT,
    unpaidRenewal: "write_off",
    // Use during a trial is free.
    finalBill: "waiting",
    succession: "at_period_end",
  },
  grace_exhausted: { ...LEFT, unpaidRenewal: "write_off", retriesFinalInvoice: false },
};
