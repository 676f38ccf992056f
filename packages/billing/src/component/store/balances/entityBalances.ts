import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { closeBalances, openBalances } from "./balances";
import { noteUsedGrants, takeUsedGrants } from "./usedGrants";
import { liveEntities } from "../entities/entityRows";
import { loadGranted } from "../customers/subscriptionRows";
import { balanceId, balancesOf, subscriptionId, reload } from "../customers/customerState";
import type { CustomerState } from "../customers/customerState";
import { planBalances } from "../../rules/balances/balances";
import { isGranting } from "../../rules/subscriptions/currentProducts";
import { balancesInForce } from "../../rules/subscriptions/currentProducts";
import { goneSpent } from "../../rules/prices/spent";
import type { Balance } from "../../rules/model";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import {
  chooseBalanceOwners,
  countEntityBalances,
  countWholeGrants,
  entityFeatures,
  balanceOwnersIn,
  takeOver,
} from "../../rules/entities/entityBalances";
import type { BalanceOwner } from "../../rules/entities/entityBalances";

/**
 * Opens the balances that active products grant to each entity of this entity's feature.
 *
 * @param others - The other entities of that feature.
 */
export async function openEntityBalances(
  ctx: MutationCtx,
  customerState: CustomerState,
  entity: BalanceOwner,
  others: number,
): Promise<void> {
  const whole = countWholeGrants(balancesInForce(customerState), entity.feature_id) - others;
  for (const row of customerState.subscriptions.filter((candidate) =>
    isGranting(candidate, customerState.now),
  )) {
    if (row.entity_id !== null && row.entity_id !== entity.id) continue;
    await openEntityBalance(ctx, customerState, row, entity, whole);
  }
}

/**
 * Closes balances of an entity that has lost its seat. Its usage of them counts until
 * they would have reset.
 */
export async function closeEntityBalances(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  entity: BalanceOwner,
  closing: readonly Balance[],
): Promise<void> {
  const { customer, catalogue, now: at, actor } = customerState;
  await noteUsedGrants(ctx, customerState, row, entity, closing);
  const stored = await ctx.db.get("subscriptions", subscriptionId(row));
  const before = { ...row, gone_spent: stored?.gone_spent ?? [] };
  const gone_spent = goneSpent(before, closing, catalogue.features, at);
  if (gone_spent.length > 0) {
    await ctx.db.patch("subscriptions", subscriptionId(row), { gone_spent });
  }
  await closeBalances(ctx, customer._id, closing, { id: row.id, at, ...actor });
}

/**
 * Gives as many entities a balance as the plans have seats for, after any change:
 * bought seats give one to the oldest entities without one, lost seats take it
 * from the newest. A balance with open overage stays until it is billed.
 *
 * @param customerState - As it is stored.
 * @returns The given state, or the new one if balances changed.
 */
export async function matchEntityBalances(
  ctx: MutationCtx,
  customerState: CustomerState,
): Promise<CustomerState> {
  // An entity's own call does not change the customer's seats.
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
  balances: readonly Balance[],
): Promise<boolean> {
  const [first] = balances;
  // Overage is billed to the deleted entity, not to the new owner.
  if (!first || row.entity_id !== null || balances.some((balance) => balance.usage_allowed))
    return false;
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
  for (const balance of balances) {
    await ctx.db.patch("balances", balanceId(balance), { entity_id: heir.entity_id });
  }
  return true;
}

async function matchEntityBalancesOf(
  ctx: MutationCtx,
  customerState: CustomerState,
  row: SubscriptionRow,
  inForce: readonly Balance[],
): Promise<boolean> {
  const before = balanceOwnersIn(customerState.balanceRows, row);
  const ids = new Set(entityFeatures(row));
  const entities = (await balanceOwnersOf(ctx, customerState)).filter((one) =>
    ids.has(one.feature_id),
  );
  const chosen = chooseBalanceOwners(entities, inForce, before);
  const waiting = chosen.filter(({ id }) => !before.has(id));
  const open = new Set(before);
  for (const entity of waiting) {
    const others = entities.filter(
      ({ id, feature_id }) => feature_id === entity.feature_id && open.has(id),
    );
    const whole = countWholeGrants(inForce, entity.feature_id) - others.length;
    await openEntityBalance(ctx, customerState, row, entity, whole);
    open.add(entity.id);
  }
  const keeps = new Set(chosen.map(({ id }) => id));
  let isClosed = false;
  for (const entity of entities.filter(({ id }) => before.has(id) && !keeps.has(id))) {
    const closing = balancesOf(customerState, row).filter(
      ({ entity_id: id, balance }) => id === entity.id && balance >= 0,
    );
    await closeEntityBalances(ctx, customerState, row, entity, closing);
    isClosed ||= closing.length > 0;
  }
  return waiting.length > 0 || isClosed;
}

async function openEntityBalance(
  ctx: MutationCtx,
  { customer, catalogue, now, actor }: CustomerState,
  row: SubscriptionRow,
  entity: BalanceOwner,
  whole: number,
): Promise<void> {
  const items = row.product.items.filter((item) => item.entity_feature_id === entity.feature_id);
  if (items.length === 0) return;
  const product = { ...row.product, items };
  // A later entity is granted from then on, until the same boundary as the others.
  const subscription = { ...row, product, starts_at: now, created_at: now };
  const { features } = catalogue;
  const trialEndsAt = row.trial_ends_at;
  const planned = planBalances({
    subscription,
    features,
    trialEndsAt,
    entities: [entity],
  });
  const grants = await takeUsedGrants(ctx, now, row, entity, whole);
  await openBalances(
    ctx,
    customer._id,
    subscriptionId(row),
    takeOver(planned, grants, now),
    now,
    actor,
  );
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
