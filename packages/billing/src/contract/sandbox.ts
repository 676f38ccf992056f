import { v } from "convex/values";
import type { Infer } from "convex/values";

/** Why a bank declines a charge. */
export const vDeclineCode = v.union(
  v.literal("card_declined"),
  v.literal("insufficient_funds"),
  v.literal("expired_card"),
  v.literal("incorrect_cvc"),
  v.literal("processing_error"),
);
export type DeclineCode = Infer<typeof vDeclineCode>;

export const vTimeline = v.object({
  now: v.number(),
  /** Whether the customer has a test clock. */
  is_test_clock: v.boolean(),
  /** When the next step is due; null: never. */
  next_due_at: v.union(v.number(), v.null()),
  /** The next events of the customer's subscriptions, soonest first. */
  due: v.array(v.object({ at: v.number(), what: v.string(), product: v.string() })),
  /** The simulated failure of the next charge; null if there is none. */
  next_charge_fails: v.union(vDeclineCode, v.null()),
  /** The actions of the processor, newest first. */
  events: v.array(
    v.object({
      id: v.string(),
      at: v.number(),
      status: v.string(),
      minor: v.union(v.number(), v.null()),
    }),
  ),
});
export type Timeline = Infer<typeof vTimeline>;
