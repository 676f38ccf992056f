import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { EntitySummary } from "../../../contract/expansions";
import { readAll } from "../../platform/bounded";
import { billingMode } from "../../platform/mode";
import type { CustomerState } from "../customers/customerState";

/** More are refused. A call about all of them reads all their subscriptions, in one transaction. */
export const MAX_ENTITIES = 1_000;

/** A live entity; null if there is none with this id. */
export async function findEntity(
  ctx: QueryCtx,
  customer: Id<"customers">,
  entityId: string,
): Promise<Doc<"entities"> | null> {
  return await ctx.db
    .query("entities")
    .withIndex("by_customer_and_entity_id_and_deleted_at", (q) =>
      q.eq("customer", customer).eq("entity_id", entityId).eq("deleted_at", null),
    )
    .unique();
}

/** Whether there once was an entity of this id. */
export async function wasEntity(ctx: QueryCtx, customer: Id<"customers">, entityId: string) {
  const row = await ctx.db
    .query("entities")
    .withIndex("by_customer_and_entity_id_and_deleted_at", (q) =>
      q.eq("customer", customer).eq("entity_id", entityId).gt("deleted_at", 0),
    )
    .first();
  return row !== null;
}

/** The live entities of a customer, oldest first. */
export async function liveEntities(ctx: QueryCtx, customer: Id<"customers">) {
  const live = ctx.db
    .query("entities")
    .withIndex("by_customer_and_deleted_at", (q) =>
      q.eq("customer", customer).eq("deleted_at", null),
    );
  return await readAll(live, MAX_ENTITIES, "entities");
}

/** Changes how many live entities of each feature the customer counts. */
export async function countSeats(
  ctx: MutationCtx,
  { customer }: CustomerState,
  delta: ReadonlyMap<string, number>,
): Promise<void> {
  const seats = { ...customer.seats };
  for (const [featureId, change] of delta) seats[featureId] = (seats[featureId] ?? 0) + change;
  await ctx.db.patch("customers", customer._id, { seats });
}

/** An entity as its customer lists it. */
export function serializeEntitySummary(
  { customer }: Pick<CustomerState, "customer">,
  entity: Doc<"entities">,
): EntitySummary {
  return {
    id: entity.entity_id,
    name: entity.name,
    customer_id: customer.customer_id,
    feature_id: entity.feature_id,
    created_at: entity.created_at,
    env: billingMode(),
  };
}
