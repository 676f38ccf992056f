import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable, vInterval } from "../../../contract/wire";
import type { Balance, Catalogue, NewBalance, Subscription } from "../model";
import { MICROS_PER_UNIT } from "../model";
import { usageCap } from "../usageCap";

/** An entity's usage of one grant when it was deleted. In micros. */
export const vUsedGrant = v.object({
  feature_id: v.string(),
  interval: nullable(vInterval),
  interval_count: v.number(),
  used: v.number(),
  anchor: v.number(),
  /** When the grant resets; null: never. */
  next_reset_at: nullable(v.number()),
});
/** The usage of one grant. */
export type UsedGrant = Infer<typeof vUsedGrant>;

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
    .filter((balance) => balance.subscription_id === row.id)
    .map(({ entity_id: id }) => id)
    .filter((id) => id !== null);
  return new Set(ids);
}

/**
 * How many entities of a feature can get a full grant in a period, however often they
 * are deleted and created. Of usage-priced seats only the included ones count, because
 * each paid one can be returned for a credit and bought again.
 *
 * @param balanceRows - All balances in force.
 * @returns Infinity when no plan counts them, or none limits them.
 */
export function countWholeGrants(balanceRows: readonly NewBalance[], featureId: string): number {
  const seats = balanceRows.filter((row) => row.feature_id === featureId && row.entity_id === null);
  if (seats.length === 0 || seats.some(({ unlimited }) => unlimited)) return Infinity;
  const micros = seats.reduce((sum, { granted, adjustment }) => sum + granted + adjustment, 0);
  return Math.floor(micros / MICROS_PER_UNIT);
}

/**
 * An entity's usage of its grants, without features that stay in use: those are deleted
 * with the entity.
 */
export function usedGrantsOf(
  balanceRows: readonly Balance[],
  features: Catalogue["features"],
): UsedGrant[] {
  return balanceRows.flatMap((row) => {
    const { feature_id, interval, interval_count, anchor, next_reset_at } = row;
    const used = row.granted + row.adjustment - Math.max(0, row.balance);
    const isInUse = features.get(feature_id)?.type === "continuous_use";
    if (isInUse || row.unlimited || used <= 0) return [];
    return [{ feature_id, interval, interval_count, used, anchor, next_reset_at }];
  });
}

/** New balances of an entity that takes over used grants: their remainder until they reset. */
export function takeOver(
  planned: readonly NewBalance[],
  grants: readonly UsedGrant[],
  now: number,
): NewBalance[] {
  return planned.map((row) => {
    const grant = grants.find(
      ({ feature_id, interval, interval_count: count, next_reset_at: end }) =>
        feature_id === row.feature_id &&
        interval === row.interval &&
        count === row.interval_count &&
        (end === null || end > now),
    );
    if (!grant) return row;
    const { used, anchor, next_reset_at } = grant;
    return { ...row, anchor, next_reset_at, balance: Math.max(0, row.balance - used) };
  });
}

/** The features whose entities a product's per-entity items grant to. */
export function entityFeatures({ product }: Pick<Subscription, "product">): string[] {
  const ids = product.items.map(({ entity_feature_id: id }) => id).filter((id) => id !== undefined);
  return [...new Set(ids)];
}

function limitOf(balance: NewBalance): number {
  const { unlimited, usage_allowed, granted, adjustment } = balance;
  if (unlimited) return Infinity;
  return usage_allowed ? Math.max(usageCap(balance), granted) : granted + adjustment;
}
