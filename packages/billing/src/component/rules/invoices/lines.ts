import { CHANGES } from "../changes";
import type { ChangeKind } from "../changes";
import { applyDiscounts } from "../discounts/discounts";
import { multiply, ratioOf, subtract } from "../money/fraction";
import type { LineDiscount } from "../discounts/discounts";
import { isTrialing, quantityOf } from "../subscriptions/currentProducts";
import type {
  Catalogue,
  CatalogueProduct,
  ItemDefinition,
  SubscriptionOption,
  Subscription,
} from "../model";
import { periodAt } from "../periods/periods";
import { onIncrease } from "../products/policies";
import { priceItems, priceUnits, roundAmount } from "../prices/pricing";
import type { PricedItem, PricingInput, UnitsByFeature } from "../prices/pricing";
import { billingType } from "../products/product";
import { prorate } from "../periods/proration";
import { quantityChange } from "../products/quantity";
import type { MoneyDue } from "../products/quantity";
import { discountsAt } from "../discounts/customerDiscounts";
import type { CustomerDiscount } from "../discounts/customerDiscounts";
import { formatDay, nameMoreUnits } from "../text";
import { unspentCharge, unspentCredit } from "./unspent";
import type { UnspentItem } from "./unspent";

/** One line of a checkout or an invoice. The total is the sum of the lines. */
export interface Line {
  /** `charge`: a full period, or once. `unused`: a credit. `remaining`: part of a period. */
  kind: "charge" | "unused" | "remaining" | "usage";
  description: string;
  /** Minor units; negative is a credit. */
  minor: number;
  /**
   * Which product the item belongs to: the one being attached, or the one that is
   * replaced or changed.
   */
  of: "target" | "current";
  /** Index into that product's items. */
  itemIndex: number;
  /** Unspent prepaid units that the line covers. Absent: the whole quantity. */
  units?: number;
  /**
   * Set if the line is paid in full within a period. Absent: it pays for the rest of the
   * period.
   */
  pays?: "whole" | "more";
  /** The discounted amount; `minor` is the rest. Absent: no discount. */
  discounts?: readonly LineDiscount[];
}

/** The receipt of one item's current period, in minor units. */
export interface Paid {
  /** Price of the full period, as charged. */
  full: number;
  /** Paid, and neither refunded nor credited yet. */
  left: number;
  /** Prepaid units that it paid for. Absent: the whole quantity. */
  units?: number | undefined;
}

/** Everything that decides the cost of a change. */
export interface ChangeInput {
  kind: ChangeKind;
  target: CatalogueProduct;
  /** Prepaid quantities after the change. */
  options: readonly SubscriptionOption[];
  /** The product that is replaced, changed or kept; its own options are the quantities before. */
  current: Subscription | null;
  features: Catalogue["features"];
  currency: string;
  now: number;
  /** Anchor of the target's periods after the change. */
  anchor: number;
  /** End of the target's trial; null or past: none. */
  trialEndsAt: number | null;
  /** Units in use of allocated features, carried over the change. */
  usage?: UnitsByFeature | undefined;
  /** Unbilled units of the current product's arrears. */
  overage?: UnitsByFeature | undefined;
  /**
   * Prepaid units of the current product that are used up: they are neither
   * credited nor charged again. Absent: none.
   */
  spent?: UnitsByFeature | undefined;
  /**
   * By index of the current product's items. Without a receipt, fixed and prepaid
   * prices count as paid in full; measured usage is not credited, since use that
   * grew since the renewal was never paid for.
   */
  paid?: ReadonlyMap<number, Paid> | undefined;
  /** The customer's, in the order in which they were granted. Absent: none. */
  discounts?: readonly CustomerDiscount[] | undefined;
  /** For a quantity update: which of its lines are wanted. Default `now`. */
  due?: MoneyDue | undefined;
}

/**
 * Plans what is due today: credits for unused time, then charges, then open usage.
 *
 * Every line is rounded by itself, half away from zero. Time is measured on each
 * item's own interval, from the original anchor. Prepaid units that can be used up
 * are paid in full when they are granted, as all of them can be used on the last
 * day. A trial charges nothing but packs; time on trial is not credited, paid packs
 * are; arrears are owed in full and never prorated. A quantity update touches only
 * the items whose quantities differ.
 * Discounts are taken off charges, not off credits.
 *
 * @returns Lines, those of 0 included; none when nothing changes hands today.
 * @see Spec §4, "proration lines"
 */
export function planLines(change: ChangeInput): Line[] {
  const { target, current, currency, now } = change;
  const discounts = discountsAt(change.discounts ?? [], now);
  const sides = { target, current: current && current.product };
  return applyDiscounts(listLines(change), { ...sides, currency, discounts });
}

/**
 * Plans the lines that a quantity update leaves for the next invoice, as its
 * items' policies say.
 */
export function deferredLines(change: ChangeInput): Line[] {
  return isCount(change) ? planLines({ ...change, due: "next_invoice" }) : [];
}

function listLines(change: ChangeInput): Line[] {
  const row = CHANGES[change.kind];
  if (row.charges === "nothing") return [];
  const charges = chargeLines(change);
  const { current } = change;
  if (current === null || row.credits === "nothing") return charges;
  const unused = unusedLines({ ...change, subscription: current }).filter(
    ({ itemIndex: index }) =>
      isTouched(change, current.product, index) && !isAdded(change, current.product.items[index]),
  );
  const owed = row.billsUse ? usageLines({ ...change, subscription: current }) : [];
  return [...unused, ...charges, ...owed];
}

/** The lines that credit earlier payments. */
export function creditsIn(lines: readonly Line[]): Line[] {
  return lines.filter(({ kind, minor }) => kind === "unused" && minor < 0);
}

interface ClosingInput extends Omit<PricingInput, "product" | "options"> {
  subscription: Subscription;
  now: number;
  paid?: ReadonlyMap<number, Paid> | undefined;
  /** As of a {@link ChangeInput}. */
  spent?: UnitsByFeature | undefined;
}

/**
 * Plans the last invoice of a product that ends now: a credit for unused time when
 * `prorate` is set, and open usage.
 */
export function closingLines(change: ClosingInput & { prorate: boolean }): Line[] {
  return [...(change.prorate ? unusedLines(change) : []), ...usageLines(change)];
}

function chargeLines(change: ChangeInput): Line[] {
  const { target: product } = change;
  // A product that is only being attached has no arrears.
  return priceItems({ ...change, product, overage: undefined })
    .filter(({ index }) => isTouched(change, product, index))
    .flatMap((priced) => chargesOf(priced, change));
}

/**
 * Splits units that are paid in full: existing units are charged for the rest of their
 * period, because their price may have changed; added units for the whole period.
 */
function chargesOf(priced: PricedItem, change: ChangeInput): Line[] {
  const { item, units } = priced;
  if (isInTrial(change)) return unspentLines(priced, change, trialLine);
  const before = unitsBefore(change, item);
  if (!isPaidInFull(change, item) || units <= before) {
    return unspentLines(priced, change, chargeLine);
  }
  if (isAdded(change, item)) return [addedLine(priced, before, change)];
  if (before === 0 || beginsNow(priced, change)) {
    return [{ ...line(priced, "charge", roundAmount(priced.full)), pays: "whole" }];
  }
  const kept = unspentLines(priceUnits(priced, before, change), change, chargeLine);
  return [...kept, addedLine(priced, before, change)];
}

/** None if all units are spent, because they are already paid. */
function unspentLines(
  priced: PricedItem,
  change: ChangeInput,
  charge: (priced: UnspentItem, change: ChangeInput) => Line,
): Line[] {
  const unspent = unspentCharge(priced, change);
  return unspent.unspent === 0 ? [] : [charge(unspent, change)];
}

/**
 * A trial charges nothing for what it includes. Packs are extra: those that stay in
 * use cost the time until the trial ends, consumed ones their price when they are
 * added, and what was credited for them when they are kept.
 */
function trialLine(priced: UnspentItem, change: ChangeInput): Line {
  const { item, type, full, units } = priced;
  if (type !== "in_advance") return line(priced, "charge", 0);
  const feature = change.features.get(item.feature_id ?? "");
  if (feature?.type === "continuous_use") return chargeLine(priced, change);
  const before = isCount(change) ? unitsBefore(change, item) : 0;
  if (before === 0) return line(priced, "charge", roundAmount(full));
  const held = unspentCharge(priceUnits(priced, before, change), change);
  const added = units > before ? roundAmount(subtract(full, held.full)) : 0;
  const kept = keptInTrial(priceUnits(priced, before, change), units, change);
  return line(priced, kept > 0 ? "remaining" : "charge", kept + added);
}

/** The part of the credit for consumed packs that pays for those of them that are kept. */
function keptInTrial(before: PricedItem, units: number, change: ChangeInput): number {
  const period = periodOf(before, change.anchor, change.now);
  const receipt = change.paid?.get(before.index);
  const unspent = receipt?.left ? unspentCredit(before, change, receipt) : null;
  if (period === null || !receipt || !unspent) return 0;
  const left = unspent.unspent ?? before.units;
  const kept = Math.min(left, units - (before.units - left));
  const share = prorate(multiply(unspent.full, ratioOf(kept, left)), period, change.now);
  return Math.min(share, receipt.left);
}

/** The full price of the units beyond the already paid ones. */
function addedLine(priced: PricedItem, before: number, change: ChangeInput): Line {
  const { item, full, units } = priced;
  const added = subtract(full, priceUnits(priced, before, change).full);
  const feature = change.features.get(item.feature_id ?? "");
  const description = feature ? nameMoreUnits(units - before, feature) : priced.label;
  const more = line({ ...priced, unspent: units - before }, "charge", roundAmount(added));
  return { ...more, description, pays: "more" };
}

/** Whether units are paid in full when they are granted, whatever is left of their period. */
function isPaidInFull({ features }: ChangeInput, item: ItemDefinition): boolean {
  const type = features.get(item.feature_id ?? "")?.type;
  const isPrepaid = billingType(item, type) === "in_advance";
  return isPrepaid && onIncrease(item, type) === "bill_immediately";
}

/** Whether a quantity update buys more units without changing the paid ones. */
function isAdded(change: ChangeInput, item: ItemDefinition | undefined): boolean {
  if (!isCount(change) || isInTrial(change) || !item) return false;
  const before = unitsBefore(change, item);
  const after = quantityOf(change.options, item.feature_id ?? "");
  return before > 0 && after > before && isPaidInFull(change, item);
}

/**
 * Units of an item's feature that are already paid for a period that continues after the
 * change.
 */
function unitsBefore({ kind, current }: ChangeInput, { feature_id: id }: ItemDefinition): number {
  const { cycle } = CHANGES[kind];
  return (cycle === "own" || cycle === "keeps") && current && id !== undefined
    ? quantityOf(current.options, id)
    : 0;
}

function chargeLine(priced: UnspentItem, change: ChangeInput): Line {
  const { anchor, now } = change;
  const period = periodOf(priced, anchor, now);
  if (period === null || beginsNow(priced, change) || isNothing(priced)) {
    return line(priced, "charge", roundAmount(priced.full));
  }
  const minor = prorate(priced.full, period, now);
  const description = `Remaining time on ${priced.label} until ${formatDay(period.end)}`;
  return { ...line(priced, "remaining", minor), description };
}

function unusedLines({ subscription, now, paid, ...change }: ClosingInput): Line[] {
  // On trial, nothing was paid unless a receipt says so.
  const onTrial = isTrialing(subscription, now);
  const lines: Line[] = [];
  for (const priced of priceItems({ ...change, ...pricingOf(subscription) })) {
    const period = periodOf(priced, subscription.anchor, now);
    const receipt = paid?.get(priced.index);
    const isMeasured = priced.type === "in_arrear" || priced.type === "allocated";
    if (period === null || isNothing(priced) || (isMeasured && !receipt)) continue;
    if (onTrial && (receipt?.left ?? 0) === 0) continue;
    const unspent = unspentCredit(priced, change, receipt);
    if (unspent === null) continue;
    const share = prorate(unspent.full, period, now);
    const credit = receipt ? Math.min(share, receipt.left) : share;
    lines.push({
      ...line(unspent, "unused", 0 - credit, "current"),
      description: `Unused time on ${unspent.label} after ${formatDay(now)}`,
    });
  }
  return lines;
}

function usageLines({ subscription, ...change }: ClosingInput): Line[] {
  // Use on trial is not billed, not even at its very end.
  if (subscription.trial_ends_at !== null && subscription.trial_ends_at >= change.now) return [];
  return priceItems({ ...change, ...pricingOf(subscription) })
    .filter((priced) => priced.type === "in_arrear" && !isNothing(priced))
    .map((priced) => line(priced, "usage", roundAmount(priced.full), "current"));
}

function line(
  priced: UnspentItem,
  kind: Line["kind"],
  minor: number,
  of: Line["of"] = "target",
): Line {
  const { label: description, index: itemIndex, unspent: units } = priced;
  return { kind, description, minor, of, itemIndex, ...(units !== undefined && { units }) };
}

function pricingOf(subscription: Subscription) {
  return { product: subscription.product, options: subscription.options };
}

/** A usage price without usage. */
function isNothing({ full }: PricedItem): boolean {
  return full.numerator === 0n;
}

/** The paid period that contains now; null for a one-time price. */
function periodOf({ item }: PricedItem, anchor: number, now: number) {
  if (item.interval === undefined) return null;
  return periodAt(anchor, item.interval, item.interval_count ?? 1, now);
}

function beginsNow(priced: PricedItem, { anchor, now }: ChangeInput): boolean {
  return periodOf(priced, anchor, now)?.start === now;
}

/** Whether the change is one of quantities, and concerns no other items. */
function isCount({ kind }: ChangeInput): boolean {
  return CHANGES[kind].charges === "quantity";
}

function isInTrial({ trialEndsAt, now }: ChangeInput): boolean {
  return trialEndsAt !== null && trialEndsAt > now;
}

/** Whether the change concerns an item; a quantity update leaves the others alone. */
function isTouched(change: ChangeInput, product: CatalogueProduct, index: number): boolean {
  const { options, current, due = "now" } = change;
  if (!isCount(change) || current === null) return true;
  const item = product.items[index];
  if (item?.feature_id === undefined) return false;
  const [from, to] = [
    quantityOf(current.options, item.feature_id),
    quantityOf(options, item.feature_id),
  ];
  // After a trial there may be no next invoice.
  const money =
    to > from && isInTrial(change) ? "now" : quantityChange(item, change.features, from, to).money;
  return from !== to && money === due;
}
