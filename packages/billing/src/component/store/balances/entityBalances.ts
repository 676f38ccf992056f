import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { closeBalances, openBalances } from "./balances";
import { liveEntities } from "../entities/entityRows";
import { loadGranted } from "../customers/subscriptionRows";
import { balanceId, balancesOf, subscriptionId, reload } from "../customers/customerState";
import type { CustomerState } from "../customers/customerState";
import { planBalances } from "../../rules/balances";
import { seatsToCarry } from "../../rules/carry";
import { isGranting } from "../../rules/currentProducts";
import type { Balance, Subscription } from "../../rules/model";
import type { SubscriptionRow } from "../../rules/schedule";
import {
  chooseBalanceOwners,
  countEntityBalances,
  entityFeatures,
  balanceOwnersIn,
} from "../../rules/entityBalances";
import type { BalanceOwner } from "../../rules/entityBalances";

/** Opens the balances that everything in force grants to each entity of this one's feature. */
export async function openEntityBalances(
  ctx: MutationCtx,
  customerState: CustomerState,
  entity: BalanceOwner,
): Promise<void> {
  for (const row of customerState.subscriptions.filter((candidate) =>
    isGranting(candidate, customerState.now),
  )) {
    if (row.entity_id !== null && row.entity_id !== entity.id) continue;
    await openEntityBalance(ctx, customerState, row, entity);
  }
}

/**
 * Gives as many entities a balance as the plans have seats for, after any change:
 * bought seats give one to the oldest entities without one, lost seats take it
 * from the newest. A balance with open overage stays until it is billed.
 *
 * @param customerState - As it is stored.
 * @returns The same, or as it is stored then.
 */
export async function matchEntityBalances(
  ctx: MutationCtx,
  customerState: CustomerState,
): Promise<CustomerState> {
  // An entity's own call leaves the customer's seats as they are.
  if (typeof customerState.owner === "string") return customerState;
  const inForce = balancesInForce(customerState);
  let isChanged = false;
  for (const row of customerState.subscriptions) {
    if (row.entity_id !== null || !isGranting(row, customerState.now)) continue;
    const { size: owners } = balanceOwnersIn(customerState.balanceRows, row);
    if (owners === countWanted(customerState, row, inForce)) continue;
    isChanged = (await matchEntityBalancesOf(ctx, customerState, row, inForce)) || isChanged;
  }
  return isChanged ? await reload(ctx, customerState) : customerState;
}

/** Hands the balances of a deleted entity over to the oldest one that waits for some. */
export async function handOverEntityBalances(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  slots: readonly Balance[],
): Promise<boolean> {
  const [first] = slots;
  // Overage is billed to the deleted entity, not to the new owner.
  if (!first || row.entity_id !== null || slots.some((slot) => slot.usage_allowed)) return false;
  const item = row.product.items.find(
    ({ feature_id, entity_feature_id: of }) => feature_id === first.feature_id && of !== undefined,
  );
  const owners = balanceOwnersIn(await loadGranted(ctx, row), row);
  const live = customerState.customer.seats?.[item?.entity_feature_id ?? ""] ?? 0;
  if (live <= owners.size) return false;
  const entities = await liveEntities(ctx, customerState.customer._id);
  const heir = entities.find(
    ({ entity_id: id, feature_id }) => feature_id === item?.entity_feature_id && !owners.has(id),
  );
  if (!heir) return false;
  for (const slot of slots) {
    await ctx.db.patch("balances", balanceId(slot), { entity_id: heir.entity_id });
  }
  return true;
}

/**
 * The entities to which a product's per-entity items grant: as many as there are
 * seats, or the one that it is for.
 *
 * @param from - Balances of the product that it replaces.
 */
export async function balanceOwners(
  ctx: QueryCtx,
  customerState: CustomerState,
  row: Subscription,
  from: readonly Balance[],
): Promise<BalanceOwner[]> {
  if (entityFeatures(row).length === 0) return [];
  const entities = await balanceOwnersOf(ctx, customerState);
  if (row.entity_id !== null) return entities.filter(({ id }) => id === row.entity_id);
  const { features } = customerState.catalogue;
  const own = planBalances({ subscription: row, features, trialEndsAt: null });
  const before = new Set(from.map(({ entity_id: id }) => id).filter((id) => id !== null));
  return chooseBalanceOwners(entities, [...staying(customerState, from), ...own], before);
}

/**
 * Seats that a product takes over when it comes into force.
 *
 * @param from - Balances of the product that it replaces.
 */
export function seatsFor(customerState: CustomerState, from: readonly Balance[]) {
  return seatsToCarry(customerState.customer.seats ?? {}, staying(customerState, from));
}

async function matchEntityBalancesOf(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  inForce: readonly Balance[],
): Promise<boolean> {
  const { customer, now, by } = customerState;
  const before = balanceOwnersIn(customerState.balanceRows, row);
  const ids = new Set(entityFeatures(row));
  const entities = (await balanceOwnersOf(ctx, customerState)).filter((one) =>
    ids.has(one.feature_id),
  );
  const chosen = chooseBalanceOwners(entities, inForce, before);
  const waiting = chosen.filter(({ id }) => !before.has(id));
  for (const entity of waiting) await openEntityBalance(ctx, customerState, row, entity);
  const keeps = new Set(chosen.map(({ id }) => id));
  const closing = balancesOf(customerState, row).filter(
    ({ entity_id: id, balance }) => id !== null && !keeps.has(id) && balance >= 0,
  );
  const cause = { id: row.id, at: now, ...by };
  await closeBalances(ctx, customer._id, closing, cause);
  return waiting.length > 0 || closing.length > 0;
}

async function openEntityBalance(
  ctx: MutationCtx,
  { customer, catalogue, now, by }: CustomerState,
  row: SubscriptionRow,
  entity: BalanceOwner,
): Promise<void> {
  const items = row.product.items.filter((item) => item.entity_feature_id === entity.feature_id);
  if (items.length === 0) return;
  const product = { ...row.product, items };
  // A later entity is granted from then on, until the same boundary as the others.
  const subscription = { ...row, product, starts_at: now, created_at: now };
  const { features } = catalogue;
  const trialEndsAt = row.trial_ends_at;
  const slots = planBalances({
    subscription,
    features,
    trialEndsAt,
    entities: [entity],
  });
  await openBalances(ctx, customer._id, subscriptionId(row), slots, now, by);
}

/** How many entities get a balance of a product. */
function countWanted(
  { customer }: CustomerState,
  row: SubscriptionRow,
  inForce: readonly Balance[],
): number {
  return entityFeatures(row)
    .map((id) => Math.min(customer.seats?.[id] ?? 0, countEntityBalances(inForce, id)))
    .reduce((sum, count) => sum + count, 0);
}

async function balanceOwnersOf(
  ctx: QueryCtx,
  { customer }: CustomerState,
): Promise<BalanceOwner[]> {
  const entities = await liveEntities(ctx, customer._id);
  return entities.map(({ entity_id: id, feature_id }) => ({ id, feature_id }));
}

/** The balances that stay in force when these are closed. */
function staying(customerState: CustomerState, from: readonly Balance[]): Balance[] {
  const left = new Set(from.map(({ id }) => id));
  return balancesInForce(customerState).filter(({ id }) => !left.has(id));
}

function balancesInForce({ balanceRows, subscriptions, now }: CustomerState): Balance[] {
  const ids = new Set(subscriptions.filter((row) => isGranting(row, now)).map(({ id }) => id));
  return balanceRows.filter((row) => ids.has(row.subscription_id));
}
