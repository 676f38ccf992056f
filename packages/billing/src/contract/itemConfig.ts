import { v } from "convex/values";

/**
 * An item's policies for changes of its quantity and for unused units.
 *
 * @see Spec §3, "Item"
 */
export const vOnIncrease = v.union(
  v.literal("prorate_immediately"),
  v.literal("bill_immediately"),
  v.literal("prorate_next_cycle"),
  v.literal("bill_next_cycle"),
);

export const vOnDecrease = v.union(
  v.literal("prorate_immediately"),
  v.literal("prorate_next_cycle"),
  v.literal("none"),
  v.literal("no_prorations"),
);

/** What happens to unused units at a reset. `max` null: no cap. */
export const vRolloverConfig = v.object({
  max: v.union(v.number(), v.null()),
  length: v.number(),
  duration: v.union(v.literal("month"), v.literal("forever")),
});

export const vItemConfig = v.object({
  on_increase: v.optional(vOnIncrease),
  on_decrease: v.optional(vOnDecrease),
  rollover: v.optional(vRolloverConfig),
});
