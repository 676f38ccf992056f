import type { SubscriptionOption, ItemDefinition } from "./model";
import { onDecrease, onIncrease } from "./policies";

/** When the money for a change of quantity is due. */
export type MoneyDue = "now" | "next_invoice" | "never";

/** How a change of a prepaid quantity takes place. */
interface QuantityChange {
  money: MoneyDue;
  /** When the units come or go. */
  units: "now" | "next_cycle";
}

/**
 * Decides how a new prepaid quantity takes effect, as the item's policies say.
 *
 * | | money | units |
 * |---|---|---|
 * | more, `prorate_immediately` | now | now |
 * | more, `prorate_next_cycle` | on the next invoice | now |
 * | more, `bill_next_cycle` | only from the renewal on | now |
 * | fewer, `prorate_immediately` | credited now | now |
 * | fewer, `prorate_next_cycle` | credited on the next invoice | now |
 * | fewer, `none` | none | at the renewal |
 * | fewer, `no_prorations` | none | now |
 *
 * @param from - Packs now.
 * @param to - Packs afterwards.
 */
export function quantityChange(item: ItemDefinition, from: number, to: number): QuantityChange {
  switch (to >= from ? onIncrease(item) : onDecrease(item)) {
    case "prorate_immediately":
    case "bill_immediately":
      return { money: "now", units: "now" };
    case "prorate_next_cycle":
      return { money: "next_invoice", units: "now" };
    case "bill_next_cycle":
    case "no_prorations":
      return { money: "never", units: "now" };
    case "none":
      return { money: "never", units: "next_cycle" };
  }
}

/** Packs of a feature that the next cycle begins with; 0 when there are none. */
export function upcomingPacks(options: readonly SubscriptionOption[], featureId: string): number {
  const option = options.find(({ feature_id }) => feature_id === featureId);
  return option?.upcoming_packs ?? option?.packs ?? 0;
}
