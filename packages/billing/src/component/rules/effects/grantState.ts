import { planBalances } from "../balances/balances";
import { seatsToCarry } from "../balances/carry";
import type { Predecessor } from "../balances/carry";
import { balancesInForce } from "../subscriptions/currentProducts";
import { chooseBalanceOwners, entityFeatures } from "../entities/entityBalances";
import type { BalanceOwner } from "../entities/entityBalances";
import type { Balance, Catalogue, Subscription } from "../model";
import type { SubscriptionRow } from "../renewals/schedule";

/** A customer's subscriptions and balances at one moment, and all data that grants depend on. */
export interface GrantState {
  now: number;
  catalogue: Catalogue;
  /** `seats`: the number of live entities of each feature. Absent: there never were any. */
  customer: { seats?: Readonly<Record<string, number>> };
  /** In force or scheduled, not ended. */
  subscriptions: readonly SubscriptionRow[];
  balanceRows: readonly Balance[];
  /** Live entities, oldest first. Absent: not loaded, because no product grants to each of them. */
  entities?: readonly BalanceOwner[];
}

/**
 * Seats that a product takes over when it comes into force.
 *
 * @param leaving - The balances of the replaced product.
 */
export function seatsFor(state: GrantState, leaving: readonly Balance[]) {
  return seatsToCarry(state.customer.seats ?? {}, balancesWithout(state, leaving));
}

/**
 * The entities to which a product's per-entity items grant: as many as there are
 * seats, or the product's own entity.
 *
 * @param from - The replaced product; null if there is none.
 */
export function balanceOwners(
  state: GrantState,
  row: Subscription,
  from: Predecessor | null,
): readonly BalanceOwner[] {
  if (entityFeatures(row).length === 0) return [];
  const { entities } = state;
  if (!entities) throw new Error(`${row.product.id} grants to entities, which are not loaded`);
  if (row.entity_id !== null) return entities.filter(({ id }) => id === row.entity_id);
  const leaving = from?.balanceRows ?? [];
  const { features } = state.catalogue;
  const own = planBalances({ subscription: row, features, trialEndsAt: null });
  const before = new Set(leaving.map(({ entity_id: id }) => id).filter((id) => id !== null));
  return chooseBalanceOwners(entities, [...balancesWithout(state, leaving), ...own], before);
}

/** The balances that stay in force when `leaving` are closed. */
function balancesWithout(state: GrantState, leaving: readonly Balance[]): Balance[] {
  const left = new Set(leaving.map(({ id }) => id));
  return balancesInForce(state).filter(({ id }) => !left.has(id));
}
