import { v } from "convex/values";
import type { Infer } from "convex/values";
import { operations } from "../../../contract/operations";

/**
 * A call that adds seats, stored while their charge is open. When the charge is paid, billing
 * repeats the call.
 */
export const vSeatRequest = v.union(
  v.object({ operation: v.literal("track"), params: operations.track.params }),
  v.object({ operation: v.literal("setUsage"), params: operations.setUsage.params }),
  v.object({ operation: v.literal("check"), params: operations.check.params }),
  v.object({ operation: v.literal("createEntity"), params: operations.createEntity.params }),
  v.object({
    operation: v.literal("gate"),
    params: v.object({
      customer_id: v.string(),
      entity_id: v.optional(v.string()),
      feature_id: v.string(),
      value: v.number(),
    }),
  }),
);
export type SeatRequest = Infer<typeof vSeatRequest>;
