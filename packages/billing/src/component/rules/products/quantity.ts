import { wholePacks } from "../../../contract/quantity";
import type {
  Catalogue,
  CatalogueProduct,
  ItemDefinition,
  Subscription,
  SubscriptionOption,
} from "../model";
import { onDecrease, onIncrease } from "./policies";
import { prepaidItems } from "./product";

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
 * | more, `bill_immediately`, `prorate_immediately` | now | now |
 * | more, `prorate_next_cycle` | on the next invoice | now |
 * | more, `bill_next_cycle` | only from the renewal on | now |
 * | fewer, `prorate_immediately` | credited now | now |
 * | fewer, `prorate_next_cycle` | credited on the next invoice | now |
 * | fewer, `none`, `no_prorations` | none: the units are paid until then | at the renewal |
 *
 * @param features - The catalogue's.
 * @param from - Units now.
 * @param to - Units afterwards.
 */
export function quantityChange(
  item: ItemDefinition,
  features: Catalogue["features"],
  from: number,
  to: number,
): QuantityChange {
  const type = features.get(item.feature_id ?? "")?.type;
  // A one-time product has no next cycle that could charge it.
  if (item.interval === undefined && to >= from) return { money: "now", units: "now" };
  switch (to >= from ? onIncrease(item, type) : onDecrease(item)) {
    case "prorate_immediately":
    case "bill_immediately":
      return { money: "now", units: "now" };
    case "prorate_next_cycle":
      return { money: "next_invoice", units: "now" };
    case "bill_next_cycle":
      return { money: "never", units: "now" };
    case "none":
    case "no_prorations":
      return { money: "never", units: "next_cycle" };
  }
}

/**
 * A quantity after its product moved to another version. A decrease scheduled for the
 * renewal stays scheduled, because the units are paid until then.
 *
 * @param next - The units that the next cycle begins with, in whole packs of the new version.
 */
export function versionOption(
  { options }: Pick<Subscription, "options">,
  version: CatalogueProduct,
  { feature_id: id, quantity: next }: SubscriptionOption,
): SubscriptionOption {
  const held = options.find(({ feature_id }) => feature_id === id);
  if (held?.upcoming_quantity === undefined) return { feature_id: id, quantity: next };
  const item = prepaidItems(version).find(({ feature_id }) => feature_id === id);
  const quantity = wholePacks(held.quantity, item?.billing_units ?? 1);
  return { feature_id: id, quantity, upcoming_quantity: next };
}

/** Units of a feature that the next cycle begins with; 0 when there are none. */
export function upcomingQuantity(
  options: readonly SubscriptionOption[],
  featureId: string,
): number {
  const option = options.find(({ feature_id }) => feature_id === featureId);
  return option?.upcoming_quantity ?? option?.quantity ?? 0;
}
