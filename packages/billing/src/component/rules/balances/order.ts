import type { NewBalance } from "../model";
import { intervalWeight } from "../periods/periods";

type Ordered = NewBalance & { id?: string };

/**
 * Orders the balances of one feature for deduction: the units that are lost
 * soonest go first.
 *
 * For an entity, its own balances come first, otherwise last; then the soonest
 * expiry, resetting before lasting ones, the shorter interval, the sooner reset;
 * then balances without overage, plans before add-ons, older before newer. The id
 * breaks every tie that is left.
 *
 * @param entityId - The entity; null: the customer.
 * @returns A comparator, a strict weak order.
 */
export function deductionOrder(entityId: string | null) {
  return (a: Ordered, b: Ordered): number => {
    const [x, y] = [sortKey(a, entityId), sortKey(b, entityId)];
    const differs = x.findIndex((key, index) => key !== y[index]);
    return differs === -1 ? 0 : compare(x[differs] ?? 0, y[differs] ?? 0);
  };
}

function sortKey(balance: Ordered, entityId: string | null): (number | string)[] {
  const { interval } = balance;
  return [
    Number((balance.entity_id === null) !== (entityId === null)),
    balance.expires_at ?? Infinity,
    interval === null ? Infinity : intervalWeight(interval, balance.interval_count),
    balance.next_reset_at ?? Infinity,
    Number(balance.usage_allowed),
    Number(balance.is_add_on),
    balance.entity_id ?? "",
    balance.created_at,
    balance.id ?? "",
  ];
}

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
