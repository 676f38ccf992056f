import type { ItemDefinition, OnDecrease, OnIncrease } from "./model";

/**
 * When an increase of an item's quantity (packs, seats) is paid for.
 *
 * @returns What the item says; by default the rest of the period is charged at
 *   once.
 */
export function onIncrease({ on_increase }: ItemDefinition): OnIncrease {
  return on_increase ?? "prorate_immediately";
}

/**
 * When a decrease of an item's quantity is credited.
 *
 * @returns What the item says; by default as promptly as an increase is prorated.
 */
export function onDecrease(item: ItemDefinition): OnDecrease {
  if (item.on_decrease !== undefined) return item.on_decrease;
  return onIncrease(item) === "prorate_immediately" ? "prorate_immediately" : "prorate_next_cycle";
}
