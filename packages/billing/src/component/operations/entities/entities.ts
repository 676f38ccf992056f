import { fail, ok } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { reloadAndSave } from "../../store/saveRevision";
import { ensureCurrentCustomer, viewCustomer } from "../customers/customers";
import { planUses, saveUse } from "../usage/deduct";
import type { Use } from "../usage/deduct";
import { featuresOf } from "../responses/serializeCustomer";
import { serializeEntity } from "../responses/serializeEntity";
import { countSeats, findEntity, MAX_ENTITIES, wasEntity } from "../../store/entities/entityRows";
import { closeEntity } from "./entityClosing";
import type { CustomerState } from "../../store/customers/customerState";
import { loadCustomerState, reload } from "../../store/customers/customerState";
import { billingType } from "../../rules/products/product";
import { MICROS_PER_UNIT } from "../../rules/model";
import { paySeats } from "../usage/seats";
import type { SeatCall } from "../usage/seatIntents";
import { openEntityBalances } from "../../store/balances/entityBalances";

type NewEntity = WireParams<"createEntity">["entities"][number];

/** Creates entities with their seats and per-entity balances: all of them, or none. */
export async function createEntity(
  ctx: MutationCtx,
  params: WireParams<"createEntity">,
  key?: string,
  intent?: Doc<"intents">,
): Promise<OperationResult<"createEntity">> {
  const caller = { customerId: params.customer_id, customerData: params.customer_data };
  const customerState = await ensureCurrentCustomer(ctx, caller);
  const call = { request: { operation: "createEntity" as const, params }, key, intent };
  const after = await addEntities(ctx, customerState, params.entities, call);
  if ("error" in after) return after;
  const list = [];
  for (const { id } of params.entities) {
    const row = await findEntity(ctx, customerState.customer._id, id);
    if (!row) throw new Error(`Entity ${id} vanished in its own transaction`);
    list.push(await serializeEntity(ctx, after, row, []));
  }
  const [first] = list;
  return ok(first !== undefined && list.length === 1 ? first : { list });
}

/** An entity's subscriptions and features: its own, and those that its customer has for all. */
export async function getEntity(
  ctx: QueryCtx,
  params: WireParams<"getEntity">,
  now: number,
): Promise<OperationResult<"getEntity">> {
  const customerState = await viewCustomer(ctx, params.customer_id, now, params.entity_id);
  if (!customerState)
    return fail("customer_not_found", `Customer ${params.customer_id} not found`, 404);
  const entity = await findEntity(ctx, customerState.customer._id, params.entity_id);
  if (!entity) return unknownEntity(params.entity_id);
  return ok(await serializeEntity(ctx, customerState, entity, params.expand ?? []));
}

/**
 * Deletes an entity: its seat becomes free, its balances and subscriptions end,
 * open usage is billed.
 */
export async function deleteEntity(
  ctx: MutationCtx,
  params: WireParams<"deleteEntity">,
): Promise<OperationResult<"deleteEntity">> {
  const { entity_id: id } = params;
  const caller = { customerId: params.customer_id, customerData: params.customer_data };
  const customerState = await ensureCurrentCustomer(ctx, caller);
  const { customer, now } = customerState;
  const entity = await findEntity(ctx, customer._id, id);
  if (!entity) {
    const isGone = await wasEntity(ctx, customer._id, id);
    return isGone ? fail("entity_already_deleted", `${id} is deleted already`) : unknownEntity(id);
  }
  const planned = planUses(customerState, freedBy(customerState, entity.feature_id));
  if ("error" in planned) return fail("feature_limit_reached", planned.error.message);
  const unpaid = await paySeats(
    ctx,
    customerState,
    planned.flatMap(({ money }) => money),
    null,
  );
  if (unpaid) return unpaid;
  for (const use of planned) await saveUse(ctx, customerState, use, entity._id);
  const { isFreed } = await closeEntity(ctx, await reload(ctx, { ...customerState, owner: id }), {
    id,
    feature_id: entity.feature_id,
  });
  await ctx.db.patch("entities", entity._id, { deleted_at: now });
  await countSeats(ctx, customerState, new Map([[entity.feature_id, -1]]));
  // Only the whole customer state shows who waits for the free balance.
  await reloadAndSave(ctx, isFreed ? customerState : { ...customerState, owner: id });
  return ok({ success: true });
}

/**
 * The entity that a call names, created when the call describes it.
 *
 * @returns The customer state afterwards. Failures: `entity_not_found`, and
 *   `invalid_request` when creating it would cost money.
 */
export async function openEntity(
  ctx: MutationCtx,
  customerState: CustomerState,
  call: {
    entity_id?: string | undefined;
    entity_data?: { feature_id: string; name?: string | undefined } | undefined;
  },
): Promise<CustomerState | Failure> {
  const { entity_id: id, entity_data: data } = call;
  if (id === undefined || (await findEntity(ctx, customerState.customer._id, id)))
    return customerState;
  if (!data) return unknownEntity(id);
  if (isPriced(customerState, data.feature_id)) {
    return fail("invalid_request", "An entity that costs money has to be created by name");
  }
  const name = data.name === undefined ? {} : { name: data.name };
  // Seats are counted across all entities.
  const { customer, now, catalogue } = customerState;
  const whole = await loadCustomerState(ctx, customer, now, { catalogue });
  return await addEntities(ctx, whole, [{ id, feature_id: data.feature_id, ...name }], null);
}

async function addEntities(
  ctx: MutationCtx,
  customerState: CustomerState,
  entities: readonly NewEntity[],
  call: SeatCall | null,
): Promise<CustomerState | Failure> {
  const refused = await refuseEntities(ctx, customerState, entities);
  if (refused) return refused;
  const { customer, now } = customerState;
  const counts = countByFeature(entities);
  const uses = [...counts]
    .filter(([id]) => hasSeats(customerState, id))
    .map((use) => seatUse(...use));
  const planned = planUses(customerState, uses);
  if ("error" in planned) return fail("feature_limit_reached", planned.error.message);
  const unpaid = await paySeats(
    ctx,
    customerState,
    planned.flatMap(({ money }) => money),
    call,
  );
  if (unpaid) return unpaid;
  const created: Id<"entities">[] = [];
  for (const [index, { id, name = null, feature_id }] of entities.entries()) {
    const row = { customer: customer._id, entity_id: id, name, feature_id };
    created.push(await ctx.db.insert("entities", { ...row, created_at: now, deleted_at: null }));
    const before = entities.slice(0, index).filter((other) => other.feature_id === feature_id);
    const others = (customer.seats?.[feature_id] ?? 0) + before.length;
    await openEntityBalances(ctx, customerState, { id, feature_id }, others);
  }
  for (const use of planned) await saveUse(ctx, customerState, use, created.join(", "));
  await countSeats(ctx, customerState, counts);
  return await reloadAndSave(ctx, customerState);
}

async function refuseEntities(
  ctx: MutationCtx,
  { customer, catalogue }: CustomerState,
  entities: readonly NewEntity[],
): Promise<Failure | null> {
  const ids = new Set(entities.map(({ id }) => id));
  if (ids.size === 0 || ids.has("")) return fail("invalid_inputs", "An entity needs an id");
  const live = Object.values(customer.seats ?? {}).reduce((sum, count) => sum + count, 0);
  if (live + entities.length > MAX_ENTITIES) {
    return fail("feature_limit_reached", `A customer has at most ${MAX_ENTITIES} entities`);
  }
  for (const { id, feature_id } of entities) {
    const feature = catalogue.features.get(feature_id);
    if (!feature) return fail("feature_not_found", `Feature ${feature_id} not found`, 404);
    if (feature.type !== "continuous_use") {
      return fail("invalid_inputs", `${feature.name} is not something that entities are made of`);
    }
    if (ids.size < entities.length || (await findEntity(ctx, customer._id, id))) {
      return fail("entity_already_exists", `Entity ${id} exists already`, 409);
    }
  }
  return null;
}

function countByFeature(entities: readonly NewEntity[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { feature_id: id } of entities) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function seatUse(featureId: string, seats: number) {
  const amount = seats * MICROS_PER_UNIT;
  return { featureId, amount, entityId: null, mode: "reject" as const };
}

/** A seat becomes free unless the plan never had one for each entity. */
function freedBy(customerState: CustomerState, featureId: string): Use[] {
  const used = featuresOf(customerState)[featureId]?.usage ?? 0;
  const live = customerState.customer.seats?.[featureId] ?? 0;
  return used < live ? [] : [{ ...seatUse(featureId, -1), mode: "cap" }];
}

function hasSeats({ balanceRows }: CustomerState, featureId: string): boolean {
  return balanceRows.some(
    (balance) => balance.feature_id === featureId && balance.entity_id === null,
  );
}

function isPriced({ subscriptions, catalogue }: CustomerState, featureId: string): boolean {
  const type = catalogue.features.get(featureId)?.type;
  return subscriptions
    .flatMap((row) => row.product.items)
    .some((item) => item.feature_id === featureId && billingType(item, type) !== "none");
}

function unknownEntity(entityId: string): Failure {
  return fail("entity_not_found", `Entity ${entityId} not found`, 404);
}
