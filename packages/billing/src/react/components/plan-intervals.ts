import { PERIODS } from "../../contract/intervals";
import type { Say, TableKey } from "../messages/language";
import type { PricingTableProduct } from "../pricing";
import { joinItemText } from "./item-text";

/** The billing interval of a plan. */
export type PlanInterval = (typeof PERIODS)[number]["interval"];

/** One choice of the interval. */
export interface IntervalOption {
  value: PlanInterval;
  label: string;
  hint?: string;
}

/** The content of a pricing table: the intervals, the plans of one interval, and all add-ons. */
export function arrangePlans(
  products: readonly PricingTableProduct[],
  chosen: PlanInterval | null,
  t: Say<TableKey>,
) {
  const plans = products.filter(({ is_add_on }) => !is_add_on);
  const intervals = listIntervals(plans, t);
  const interval = chosen ?? chooseInterval(plans, intervals);
  const addOns = products.filter(({ is_add_on }) => is_add_on);
  return { intervals, interval, plans: plansOf(plans, interval), addOns };
}

/** The intervals of the plans, shortest first, with their savings. */
export function listIntervals(
  plans: readonly PricingTableProduct[],
  t: Say<TableKey>,
): IntervalOption[] {
  const offered = PERIODS.filter(({ interval }) => plansPaid(plans, interval).length > 0);
  return offered.map(({ interval }, index) => {
    const hint = index === 0 ? undefined : describeOffer(plans, interval, t);
    const option = { value: interval, label: t(`pricing.interval.${interval}`) };
    return hint === undefined ? option : { ...option, hint };
  });
}

/** The plans of one interval, and those without an interval: free plans are always shown. */
export function plansOf(
  plans: readonly PricingTableProduct[],
  interval: PlanInterval | undefined,
): PricingTableProduct[] {
  return plans.filter(({ properties: { interval_group } }) => {
    return interval_group === null || interval_group === interval;
  });
}

/** The interval of the customer's own plan, else the first. */
export function chooseInterval(
  plans: readonly PricingTableProduct[],
  options: readonly IntervalOption[],
): PlanInterval | undefined {
  const own = plans.find(isOwnPlan)?.properties.interval_group;
  return (options.find(({ value }) => value === own) ?? options[0])?.value;
}

/** Whether the customer is on this plan now; a cancelled plan counts until it ends. */
export function isOwnPlan({ scenario }: Pick<PricingTableProduct, "scenario">): boolean {
  return scenario === "active" || scenario === "renew";
}

/**
 * Compares a plan with the current one by its price for a month: the provider
 * calls a longer interval an upgrade whatever its price.
 */
export function rankOf(
  plan: PricingTableProduct,
  plans: readonly PricingTableProduct[],
): "lower" | "other" {
  const own = plans.find((other) => !other.is_add_on && isOwnPlan(other));
  const [current, offered] = [own && monthlyPrice(own), monthlyPrice(plan)];
  return current != null && offered !== null && offered < current ? "lower" : "other";
}

function plansPaid(plans: readonly PricingTableProduct[], interval: PlanInterval) {
  return plans.filter(({ properties }) => properties.interval_group === interval);
}

function describeOffer(
  plans: readonly PricingTableProduct[],
  interval: PlanInterval,
  t: Say<TableKey>,
) {
  const paid = plansPaid(plans, interval);
  const { length: count } = paid;
  const percent = Math.floor(Math.max(...paid.map((plan) => computeSaving(plan, plans))));
  if (percent > 0) return t("pricing.interval.saving", { count, percent });
  const [plan] = paid;
  const price = plan?.items[0];
  if (count > 1 || !price) return undefined;
  return t("pricing.interval.one", { product: plan.name, price: joinItemText(price.display) });
}

/** The savings in percent against the same plan with a shorter interval; 0 when there are none. */
function computeSaving(plan: PricingTableProduct, plans: readonly PricingTableProduct[]): number {
  const base = plans.find(({ id }) => id !== null && id === plan.base_variant_id);
  const monthly = base && monthlyPrice(base);
  const own = monthlyPrice(plan);
  return monthly && own !== null ? (100 * (monthly - own)) / monthly : 0;
}

function monthlyPrice({ items, properties }: PricingTableProduct): number | null {
  const period = PERIODS.find(({ interval }) => interval === properties.interval_group);
  const price = items[0]?.price;
  return period && typeof price === "number" ? price / period.months : null;
}

/** Whether the plan is highlighted among the others. */
export function isRecommended({ display }: PricingTableProduct): boolean {
  return display?.recommend_text !== undefined;
}
