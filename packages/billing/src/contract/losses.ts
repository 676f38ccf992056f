import { monthsOf } from "./intervals";
import type { LessIncluded, Losses } from "./lossResponses";
import { findUnitNames } from "./unitNames";
import type { Customer, CustomerFeature, Interval, ProductItem } from "./wire";

type Granting = Partial<
  Pick<
    ProductItem,
    | "feature_id"
    | "feature"
    | "included_usage"
    | "usage_model"
    | "usage_limit"
    | "quantity"
    | "interval"
    | "interval_count"
  >
>;

/** One item, and the number of subscriptions to its product. */
interface Grant {
  item: Granting;
  held: number;
}

/**
 * Compares a customer's features before and after a change.
 *
 * Only features that stay in use can exceed their limit: consumed units start again
 * with the next product. A feature that credits can still pay for is not lost.
 *
 * @param leaving - The product that ends, and its entity.
 * @param next - The items of the next product; empty if none follows.
 */
export function listLosses(
  customer: Pick<Customer, "products" | "features">,
  leaving: { productId: string; entityId?: string | undefined },
  next: readonly Granting[],
): Losses {
  const active = customer.products.filter(({ status }) => status === "active");
  const isLeaving = ({ id, entity_id }: (typeof active)[number]) =>
    id === leaving.productId && entity_id === leaving.entityId;
  const before = grantsOf(active);
  const after = [
    ...grantsOf(active.filter((product) => !isLeaving(product))),
    ...next.map((item) => ({ item, held: 1 })),
  ];
  const named = [...active, { items: next }];
  const features = Object.values(customer.features);
  return {
    over: features.flatMap((feature) => {
      const { id: feature_id, name, type, usage: used } = feature;
      const limit = limitOf(feature_id, after);
      if (type !== "continuous_use" || used <= limit) return [];
      return [{ feature_id, name, used, limit, units: findUnitNames(named, feature_id) }];
    }),
    less: features.flatMap((feature) => {
      const shrunk = shrinkOf(feature, before, after);
      const { id: feature_id, name } = feature;
      return shrunk
        ? [{ feature_id, name, ...shrunk, units: findUnitNames(named, feature_id) }]
        : [];
    }),
    gone: features.filter(({ id }) => !isGranted(id, after)).map(({ name }) => name),
  };
}

/** Whether there is any loss. */
export function losesAnything({ over, less, gone }: Losses): boolean {
  return over.length > 0 || less.length > 0 || gone.length > 0;
}

function grantsOf(products: readonly { items: Granting[]; quantity: number }[]): Grant[] {
  return products.flatMap(({ items, quantity }) => items.map((item) => ({ item, held: quantity })));
}

function limitOf(featureId: string, grants: readonly Grant[]): number {
  return grants
    .filter(({ item }) => item.feature_id === featureId)
    .reduce((sum, { item, held }) => sum + held * unitsOf(item), 0);
}

/** The units of an item that may be in use. Billed usage is limited only by its cap. */
function unitsOf(item: Granting): number {
  if (item.included_usage !== "inf" && item.usage_model === "pay_per_use") {
    return item.usage_limit ?? Infinity;
  }
  return includedOf(item);
}

/** The included units of an item, with those bought ahead. */
function includedOf({ included_usage = 0, quantity = 0 }: Granting): number {
  return included_usage === "inf" ? Infinity : included_usage + quantity;
}

/** How much less of a feature is included; null if no less, or none at all. */
function shrinkOf(
  { id, type }: CustomerFeature,
  before: readonly Grant[],
  after: readonly Grant[],
): Pick<LessIncluded, "before" | "after" | "interval"> | null {
  if (type === "static") return null;
  const ofFeature = ({ item }: Grant) => item.feature_id === id;
  const held = before.filter(ofFeature);
  const kept = after.filter(ofFeature);
  if (kept.length === 0 || (type === "continuous_use" && kept.some(isSoldByUnit))) return null;
  const interval = type === "continuous_use" ? null : commonInterval([...held, ...kept]);
  const was = amountPer(held, interval);
  const will = amountPer(kept, interval);
  return will < was ? { before: was === Infinity ? "inf" : was, after: will, interval } : null;
}

/** Whether every unit in use is billed, from the first one on: then units in use are not lost. */
function isSoldByUnit({ item }: Grant): boolean {
  return item.usage_model === "pay_per_use" && includedOf(item) === 0;
}

/** The interval of all grants; months if they differ. */
function commonInterval(grants: readonly Grant[]): Interval {
  const intervals = grants.flatMap(({ item: { interval, interval_count: count = 1 } }) =>
    interval ? [count === 1 ? interval : "month"] : [],
  );
  const [first = "month", ...others] = intervals;
  return others.every((other) => other === first) ? first : "month";
}

/** The included amount per interval; null: at one time. A one-time grant is spent, not lost. */
function amountPer(grants: readonly Grant[], per: Interval | null): number {
  const sum = grants.reduce((total, { item, held }) => {
    const units = held * includedOf(item);
    if (per === null || units === Infinity) return total + units;
    if (!item.interval) return total;
    const months = monthsOf(item.interval) * (item.interval_count ?? 1);
    return total + (units * monthsOf(per)) / months;
  }, 0);
  // Months of average length are fractions; this keeps whole numbers whole.
  return Math.round(sum * PRECISION) / PRECISION;
}

const PRECISION = 1e6;

function isGranted(featureId: string, grants: readonly Grant[]): boolean {
  return grants.some(({ item: { feature_id, feature } }) => {
    const prices = feature?.credit_schema ?? [];
    return (
      feature_id === featureId ||
      prices.some(({ metered_feature_id }) => metered_feature_id === featureId)
    );
  });
}
