import type { FeatureDefinition, ItemDefinition, OnDecrease, OnIncrease } from "../model";

/**
 * When an increase of an item's quantity (packs, seats) is paid for.
 *
 * @param type - Of the item's feature.
 * @returns The item's setting. By default an immediate charge: in full for consumable
 *   units, which can all be used on the last day; prorated for units that stay in use.
 */
export function onIncrease(
  { on_increase, usage_model }: ItemDefinition,
  type: FeatureDefinition["type"] | undefined,
): OnIncrease {
  if (on_increase !== undefined) return on_increase;
  const isUsedUp = usage_model === "prepaid" && type !== "continuous_use";
  return isUsedUp ? "bill_immediately" : "prorate_immediately";
}

/**
 * When a decrease of an item's quantity is credited.
 *
 * @returns The item's setting. By default immediate, or on the next invoice if the item
 *   does not prorate increases immediately.
 */
export function onDecrease({ on_decrease, on_increase }: ItemDefinition): OnDecrease {
  if (on_decrease !== undefined) return on_decrease;
  const isPrompt = on_increase === undefined || on_increase === "prorate_immediately";
  return isPrompt ? "prorate_immediately" : "prorate_next_cycle";
}
