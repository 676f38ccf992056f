import { CHANGES } from "../changes";
import { applyDiscounts, usedDiscounts } from "../discounts/discounts";
import { isTrialing } from "../subscriptions/currentProducts";
import { planLines } from "../invoices/lines";
import type { ChangeInput, Line } from "../invoices/lines";
import type { ItemDefinition, Subscription } from "../model";
import { nextBoundary, periodAt } from "../periods/periods";
import { priceItems, roundAmount } from "../prices/pricing";
import type { PricingInput } from "../prices/pricing";
import { longestInterval } from "../products/product";
import { discountsAt, applyDiscountPeriods } from "../discounts/customerDiscounts";
import type { CustomerDiscount } from "../discounts/customerDiscounts";

/**
 * Plans the renewal invoice of a boundary: a full period of every item that begins
 * one there, and open usage of the period that closes.
 *
 * @param anchor - The subscription's original anchor.
 * @param at - The boundary. Items with a longer interval are due only at their
 *   own.
 * @param isFirst - Whether a scheduled plan begins, so that its one-time prices are due too.
 * @returns Lines before discounts.
 */
export function renewalLines({
  anchor,
  at,
  isFirst = false,
  ...change
}: PricingInput & { anchor: number; at: number; isFirst?: boolean }): Line[] {
  return priceItems(change)
    .filter(({ item }) => {
      const { interval, interval_count: count = 1 } = item;
      return interval === undefined
        ? isFirst && isOneTimePrice(item)
        : periodAt(anchor, interval, count, at).start === at;
    })
    .filter(({ type, full }) => type !== "in_arrear" || full.numerator > 0n)
    .map((priced) => ({
      kind: priced.type === "in_arrear" ? "usage" : "charge",
      description: priced.label,
      minor: roundAmount(priced.full),
      of: "current",
      itemIndex: priced.index,
    }));
}

/**
 * When the product is next paid in full, and how much then.
 *
 * The whole renewal, usage in arrears apart. A scheduled product's next cycle is
 * its first, with its one-time prices; a trial's is its end.
 *
 * @returns Null when nothing recurs.
 * @see Spec §3, "Next cycle"
 */
export function nextCycle(change: ChangeInput): { starts_at: number; minor: number } | null {
  const startsAt = nextStart(change);
  if (startsAt === null) return null;
  const { target, currency } = change;
  const isFirst = CHANGES[change.kind].cycle === "at_end";
  const renewed = priceItems({ ...change, product: target, overage: undefined })
    .filter(({ item }) => item.interval !== undefined || (isFirst && isOneTimePrice(item)))
    .map(({ full, index, label }) => ({
      description: label,
      minor: roundAmount(full),
      of: "target" as const,
      itemIndex: index,
    }));
  const discounts = discountsAt(discountsAfter(change), startsAt);
  const lines = applyDiscounts(renewed, { target, current: null, currency, discounts });
  return { starts_at: startsAt, minor: lines.reduce((sum, { minor }) => sum + minor, 0) };
}

/** The rest of the customer's discounts after today's invoice. */
function discountsAfter(change: ChangeInput): CustomerDiscount[] {
  return applyDiscountPeriods(change.discounts ?? [], usedDiscounts(planLines(change)), change.now);
}

/**
 * When a subscription ends if nothing renews it: the scheduled end, the trial's
 * end, or the end of its longest period.
 *
 * @returns Null when nothing recurs, so nothing ends by itself.
 */
export function periodEnd(subscription: Subscription, now: number): number | null {
  return subscription.ended_at ?? renewalOf(subscription, now);
}

function nextStart({ kind, target, current, now, anchor, trialEndsAt }: ChangeInput) {
  switch (CHANGES[kind].cycle) {
    case "once":
      return null;
    case "at_end":
      return current && periodEnd(current, now);
    case "own":
      return current && renewalOf(current, now);
    case "joins":
    case "keeps":
      if (trialEndsAt !== null && trialEndsAt > now) return trialEndsAt;
      return boundaryOf(target, anchor, now);
  }
}

function renewalOf(subscription: Subscription, now: number): number | null {
  if (subscription.starts_at > now) return subscription.starts_at;
  return isTrialing(subscription, now)
    ? subscription.trial_ends_at
    : boundaryOf(subscription.product, subscription.anchor, now);
}

function boundaryOf(product: Subscription["product"], anchor: number, now: number): number | null {
  const longest = longestInterval(product);
  return longest && nextBoundary(anchor, longest.interval, longest.count, now);
}

/** A price that is paid once, when the product begins. Excludes units that are paid once. */
function isOneTimePrice({ feature_id: id, interval }: ItemDefinition): boolean {
  return id === undefined && interval === undefined;
}
