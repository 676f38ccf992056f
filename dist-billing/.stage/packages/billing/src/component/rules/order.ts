import type { NewBucket } from "./model";
import { intervalWeight } from "./periods";

type Ordered = NewBucket & { id?: string };

/**
 * Orders the buckets of one feature as use takes from them: what is lost
 * soonest goes first.
 *
 * The entity's own buckets first when an entity asks, last otherwise; then the
 * soonest expiry, what resets before what does not, the shorter interval, the
 * sooner reset; then what cannot go into overage, plans before add-ons, older
 * before newer. The id breaks every tie that is left.
 *
 * @param entityId - Who asks; null: the customer.
 * @returns A comparator, a strict weak order.
 */
export function deductionOrder(entityId: string | null) {
  return (a: Ordered, b: Ordered): number => {
    const [x, y] = [sortKey(a, entityId), sortKey(b, entityId)];
    const differs = x.findIndex((key, index) => key !== y[index]);
    return differs === -1 ? 0 : compare(x[differs] ?? 0, y[differs] ?? 0);
  };
}

function sortKey(bucket: Ordered, entityId: string | null): (number | string)[] {
  const { interval } = bucket;
  return [
    Number((bucket.entity_id === null) !== (entityId === null)),
    bucket.expires_at ?? Infinity,
    interval === null ? Infinity : intervalWeight(interval, bucket.interval_count),
    bucket.next_reset_at ?? Infinity,
    Number(bucket.usage_allowed),
    Number(bucket.is_add_on),
    bucket.entity_id ?? "",
    bucket.created_at,
    bucket.id ?? "",
  ];
}

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
