import type { Branch } from "./branch";
import { applyDiscounts } from "./discounts";
import type { LineDiscount } from "./discounts";
import { isTrialing, packsOf } from "./currentProducts";
import type { Catalogue, CatalogueProduct, SubscriptionOption, Subscription } from "./model";
import { periodAt } from "./periods";
import { priceItems, roundAmount } from "./pricing";
import type { PricedItem, PricingInput, UnitsByFeature } from "./pricing";
import { isFree } from "./product";
import { prorate } from "./proration";
import { quantityChange } from "./quantity";
import type { MoneyDue } from "./quantity";
import { discountsAt } from "./customerDiscounts";
import type { CustomerDiscount } from "./customerDiscounts";
import { formatDay } from "./text";

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
  /** What was taken off; `minor` is the rest. Absent: nothing. */
  discounts?: readonly LineDiscount[];
}

/** What was paid for one item's current period, in minor units. */
export interface Paid {
  /** Price of the full period, as charged. */
  full: number;
  /** Paid, and neither refunded nor credited yet. */
  left: number;
}

/** Everything that decides the cost of a change. */
export interface ChangeInput {
  branch: Branch;
  target: CatalogueProduct;
  /** Packs after the change. */
  packs: readonly SubscriptionOption[];
  /** The product that is replaced, changed or kept; its own options are the packs before. */
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

/** Branches that cost something today. */
const CHARGING_BRANCHES: ReadonlySet<Branch> = new Set<Branch>([
  "one_off",
  "add_on",
  "new",
  "main_is_free",
  "main_is_trial",
  "upgrade",
  "update_prepaid_quantity",
]);

/** Branches that credit what was paid for the product that is replaced or changed. */
const CREDITING_BRANCHES: ReadonlySet<Branch> = new Set<Branch>([
  "main_is_trial",
  "upgrade",
  "update_prepaid_quantity",
]);

/**
 * Plans what is due today: credits for unused time, then charges, then open usage.
 *
 * Every line is rounded by itself, half away from zero. Time is measured on each
 * item's own interval, from the original anchor. A trial charges nothing but
 * packs; time on trial is not credited, paid packs are; arrears are owed in full
 * and never prorated. A quantity update touches only the items whose packs differ.
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
  if (change.branch !== "update_prepaid_quantity") return [];
  return planLines({ ...change, due: "next_invoice" });
}

function listLines(change: ChangeInput): Line[] {
  if (!CHARGING_BRANCHES.has(change.branch)) return [];
  const charges = chargeLines(change);
  const { branch, current } = change;
  if (current === null || !CREDITING_BRANCHES.has(branch)) return charges;
  const unused = unusedLines({ ...change, subscription: current }).filter((line) =>
    isTouched(change, current.product, line.itemIndex),
  );
  const owed = branch === "upgrade" ? usageLines({ ...change, subscription: current }) : [];
  return [...unused, ...charges, ...owed];
}

/** Whether the dialog mentions proration: a paid product is replaced, or a quantity changes. */
export function hasProrations(branch: Branch, current: Subscription | null): boolean {
  if (branch === "update_prepaid_quantity") return true;
  return branch === "upgrade" && current !== null && !isFree(current.product);
}

/** The lines that credit what was paid before. */
export function creditsIn(lines: readonly Line[]): Line[] {
  return lines.filter(({ kind, minor }) => kind === "unused" && minor < 0);
}

interface ClosingInput extends Omit<PricingInput, "product" | "packs"> {
  subscription: Subscription;
  now: number;
  paid?: ReadonlyMap<number, Paid> | undefined;
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
  const inTrial = isInTrial(change);
  // A product that is only being attached has no arrears.
  return priceItems({ ...change, product, overage: undefined })
    .filter(({ index }) => isTouched(change, product, index))
    .map((priced) => (inTrial ? trialLine(priced, change) : chargeLine(priced, change)));
}

/**
 * A trial charges nothing for what it includes. Packs are extra: consumed ones
 * cost their price, those that stay in use the time until the trial ends.
 */
function trialLine(priced: PricedItem, change: ChangeInput): Line {
  const { item, type, full } = priced;
  if (type !== "in_advance") return line(priced, "charge", 0);
  const feature = change.features.get(item.feature_id ?? "");
  if (feature?.type === "continuous_use") return chargeLine(priced, change);
  return line(priced, "charge", roundAmount(full));
}

function chargeLine(priced: PricedItem, { anchor, now }: ChangeInput): Line {
  const period = periodOf(priced, anchor, now);
  if (period === null || period.start === now || isNothing(priced)) {
    return line(priced, "charge", roundAmount(priced.full));
  }
  const minor = prorate(priced.full, period, now);
  const description = `Remaining time on ${priced.label} until ${formatDay(period.end)}`;
  return { ...line(priced, "remaining", minor), description };
}

function unusedLines({ subscription, now, paid, ...change }: ClosingInput): Line[] {
  // Nothing was paid on trial except what a receipt says.
  const onTrial = isTrialing(subscription, now);
  const lines: Line[] = [];
  for (const priced of priceItems({ ...change, ...pricingOf(subscription) })) {
    const period = periodOf(priced, subscription.anchor, now);
    const receipt = paid?.get(priced.index);
    const isMeasured = priced.type === "in_arrear" || priced.type === "allocated";
    if (period === null || isNothing(priced) || (isMeasured && !receipt)) continue;
    if (onTrial && (receipt?.left ?? 0) === 0) continue;
    const full = receipt ? { numerator: BigInt(receipt.full), denominator: 1n } : priced.full;
    const share = prorate(full, period, now);
    const credit = receipt ? Math.min(share, receipt.left) : share;
    lines.push({
      ...line(priced, "unused", 0 - credit, "current"),
      description: `Unused time on ${priced.label} after ${formatDay(now)}`,
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
  priced: PricedItem,
  kind: Line["kind"],
  minor: number,
  of: Line["of"] = "target",
): Line {
  return { kind, description: priced.label, minor, of, itemIndex: priced.index };
}

function pricingOf(subscription: Subscription) {
  return { product: subscription.product, packs: subscription.options };
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

function isInTrial({ trialEndsAt, now }: ChangeInput): boolean {
  return trialEndsAt !== null && trialEndsAt > now;
}

/** Whether the change concerns an item; a quantity update leaves the others alone. */
function isTouched(change: ChangeInput, product: CatalogueProduct, index: number): boolean {
  const { branch, packs, current, due = "now" } = change;
  if (branch !== "update_prepaid_quantity" || current === null) return true;
  const item = product.items[index];
  if (item?.feature_id === undefined) return false;
  const [from, to] = [packsOf(current.options, item.feature_id), packsOf(packs, item.feature_id)];
  // After a trial there may be no next invoice.
  const money = to > from && isInTrial(change) ? "now" : quantityChange(item, from, to).money;
  return from !== to && money === due;
}
