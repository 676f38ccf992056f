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
  /** Whether the customer lives by a test clock. */
  is_test_clock: v.boolean(),
  /** When something is done by itself next; null: never. */
  next_due_at: v.union(v.number(), v.null()),
  /** What is to happen to the customer's products, soonest first. */
  due: v.array(v.object({ at: v.number(), what: v.string(), product: v.string() })),
  /** What the next charge is answered, if that was decided. */
  next_charge_fails: v.union(vDeclineCode, v.null()),
  /** What the processor did, newest first. */
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
