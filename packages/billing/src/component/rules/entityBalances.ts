import type { Balance, Subscription, NewBalance } from "./model";
import { MICROS_PER_UNIT } from "./model";

/** A live entity of a customer. */
export interface BalanceOwner {
  id: string;
  feature_id: string;
}

/**
 * How many entities of a feature have a balance of their own: as many as there are
 * seats.
 *
 * @param balances - All balances in force.
 * @returns Infinity when no plan counts them, or none limits them.
 */
export function countEntityBalances(balanceRows: readonly NewBalance[], featureId: string): number {
  const seats = balanceRows.filter((row) => row.feature_id === featureId && row.entity_id === null);
  if (seats.length === 0) return Infinity;
  const micros = seats.reduce((sum, row) => sum + limitOf(row), 0);
  return Math.floor(micros / MICROS_PER_UNIT);
}

/**
 * Chooses the entities that have a balance: those that had one before, then the
 * oldest.
 *
 * @param entities - Live ones, oldest first.
 * @param balances - All balances in force once the change is made.
 * @param before - The entities that had one until now.
 */
export function chooseBalanceOwners(
  entities: readonly BalanceOwner[],
  balanceRows: readonly NewBalance[],
  before: ReadonlySet<string>,
): BalanceOwner[] {
  const taken = new Map<string, number>();
  const inOrder = entities.toSorted((a, b) => Number(before.has(b.id)) - Number(before.has(a.id)));
  return inOrder.filter(({ feature_id: featureId }) => {
    const count = taken.get(featureId) ?? 0;
    if (count >= countEntityBalances(balanceRows, featureId)) return false;
    taken.set(featureId, count + 1);
    return true;
  });
}

/** The entities that have a balance from a subscription. */
export function balanceOwnersIn(balanceRows: readonly Balance[], row: Pick<Subscription, "id">) {
  const ids = balanceRows
    .filter((balanceRow) => balanceRow.subscription_id === row.id)
    .map(({ entity_id: id }) => id)
    .filter((id) => id !== null);
  return new Set(ids);
}

/** The features whose entities a product's per-entity items grant to. */
export function entityFeatures({ product }: Pick<Subscription, "product">): string[] {
  const ids = product.items.map(({ entity_feature_id: id }) => id).filter((id) => id !== undefined);
  return [...new Set(ids)];
}

function limitOf({ unlimited, usage_allowed, usage_limit, granted, adjustment }: NewBalance) {
  if (unlimited || (usage_allowed && usage_limit === null)) return Infinity;
  return usage_allowed ? Math.max(usage_limit ?? 0, granted) : granted + adjustment;
}
