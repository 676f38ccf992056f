import type { ItemDefinition, OnDecrease, OnIncrease } from "./model";

/**
 * When more of an item's quantity (packs, seats) is paid for.
 *
 * @returns What the item says; by default the time left is charged at once.
 */
export function onIncrease({ on_increase }: ItemDefinition): OnIncrease {
  return on_increase ?? "prorate_immediately";
}

/**
 * When less of an item's quantity is credited.
 *
 * @returns What the item says; by default as promptly as an increase is prorated.
 */
export function onDecrease(item: ItemDefinition): OnDecrease {
  if (item.on_decrease !== undefined) return item.on_decrease;
  return onIncrease(item) === "prorate_immediately" ? "prorate_immediately" : "prorate_next_cycle";
}
