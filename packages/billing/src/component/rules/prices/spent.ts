import { quantityOf } from "../subscriptions/currentProducts";
import type {
  Balance,
  Catalogue,
  GoneSpent,
  ItemDefinition,
  NewBalance,
  Subscription,
} from "../model";
import { fromMicros, toMicros } from "../money/money";
import { periodAt } from "../periods/periods";
import type { UnitsByFeature } from "./pricing";
import { billingType } from "../products/product";

type Bought = Pick<Subscription, "product" | "options">;
type Features = Catalogue["features"];

/**
 * Prepaid units of the running period that are used up. Their payment is final: no
 * change credits them, and a replacement within the period neither charges nor grants
 * them again.
 *
 * Included units are used before prepaid ones. Seats
 * and storage are never used up, and a quantity that was bought once has no period.
 *
 * @param balanceRows - The subscription's current balances. With several entities, the
 *   one with the fewest units left decides, even if it is removed.
 * @param now - The period of a removed entity's units may be over by then. Absent:
 *   removed entities do not count.
 * @returns By feature id; features without any are absent.
 */
export function spentUnits(
  subscription: Bought & Pick<Subscription, "gone_spent">,
  balanceRows: readonly Balance[],
  features: Features,
  now = Infinity,
): UnitsByFeature {
  const spent: Record<string, number> = {};
  for (const { feature_id: id, units, until } of subscription.gone_spent ?? []) {
    const bought = quantityOf(subscription.options, id);
    if (until > now) spent[id] = Math.min(bought, Math.max(units, spent[id] ?? 0));
  }
  for (const row of balanceRows) {
    const micros = spentMicros(subscription, row, features);
    const { feature_id: id } = row;
    if (micros > 0) spent[id] = Math.max(fromMicros(micros), spent[id] ?? 0);
  }
  return spent;
}

/** What stays spent of balances that are closed before their period is over. */
export function goneSpent(
  subscription: Bought & Pick<Subscription, "gone_spent">,
  closing: readonly Balance[],
  features: Features,
  now: number,
): GoneSpent[] {
  const before = (subscription.gone_spent ?? []).filter(({ until }) => until > now);
  const added = closing.flatMap((row) => {
    const units = fromMicros(spentMicros(subscription, row, features));
    const { feature_id, next_reset_at: until } = row;
    const known = before.find((one) => one.feature_id === feature_id && one.until === until);
    return units > (known?.units ?? 0) && until !== null ? [{ feature_id, units, until }] : [];
  });
  const ids = new Set(added.map(({ feature_id }) => feature_id));
  return [...before.filter(({ feature_id }) => !ids.has(feature_id)), ...added];
}

/**
 * The spent units of removed entities that a replacement takes over: those that it
 * neither charges nor grants again, see {@link keptSpent}.
 *
 * @param gone - The spent units of the replaced subscription's removed entities. Absent: none.
 */
export function inheritGoneSpent(
  gone: readonly GoneSpent[] = [],
  { product, options, anchor }: Bought & Pick<Subscription, "anchor">,
  features: Features,
  now: number,
): GoneSpent[] {
  return gone
    .filter(({ until }) => until > now)
    .flatMap(({ feature_id: id, units }): GoneSpent[] => {
      const item = product.items.find((one) => one.feature_id === id && isUsedUp(one, features));
      if (item?.interval === undefined) return [];
      const quantity = quantityOf(options, id);
      const kept = keptSpent(item, { [id]: units }, { quantity, anchor, features, now });
      const { end: until } = periodAt(anchor, item.interval, item.interval_count ?? 1, now);
      return kept > 0 ? [{ feature_id: id, units: kept, until }] : [];
    });
}

/** The spent prepaid amount of one balance, in micros. */
export function spentMicros(
  { product, options }: Bought,
  row: NewBalance,
  features: Features,
): number {
  if (!product.items.some((item) => isUsedUp(item, features) && isOf(row, item))) return 0;
  const { granted, adjustment, balance, prepaid_spent: before = 0 } = row;
  const bought = toMicros(quantityOf(options, row.feature_id));
  const included = Math.max(0, granted - bought);
  const used = granted + adjustment - balance - before;
  // Units that an operator removed count as spent.
  const gone = bought - Math.max(0, balance);
  return Math.min(bought, Math.max(before + Math.max(0, used - included), gone));
}

/**
 * How many spent units of the replaced product count as used on an item of the new
 * product.
 *
 * @param spent - Spent units of the replaced product, by feature id.
 * @returns Units, at most the item's own. 0 for a period that begins now: it is paid
 *   and granted in full.
 */
export function keptSpent(
  item: ItemDefinition,
  spent: UnitsByFeature,
  { quantity, anchor, features, now }: Keeping,
): number {
  const { feature_id: id, interval, interval_count: count = 1 } = item;
  if (id === undefined || interval === undefined || !isUsedUp(item, features)) return 0;
  if (periodAt(anchor, interval, count, now).start === now) return 0;
  return Math.min(quantity, spent[id] ?? 0);
}

interface Keeping {
  /** Prepaid units of the item. */
  quantity: number;
  /** The anchor of its periods. */
  anchor: number;
  features: Features;
  now: number;
}

/** Whether an item granted a balance. */
export function isOf(
  row: NewBalance,
  { feature_id, interval, interval_count = 1 }: ItemDefinition,
): boolean {
  return (
    row.prepaid &&
    row.feature_id === feature_id &&
    row.interval === interval &&
    row.interval_count === interval_count
  );
}

/** Whether an item's units are bought for a period, in which they can be used up. */
function isUsedUp(item: ItemDefinition, features: Features): boolean {
  const type = features.get(item.feature_id ?? "")?.type;
  const isPrepaid = billingType(item, type) === "in_advance";
  return isPrepaid && item.interval !== undefined && type !== "continuous_use";
}
