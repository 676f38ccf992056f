import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { openBuckets } from "./buckets";
import { liveEntities } from "../entities/entityRows";
import { heldId } from "../customers/holdings";
import type { Holdings } from "../customers/holdings";
import { planBuckets } from "../rules/buckets";
import { seatsToCarry } from "../rules/carry";
import { isGranting } from "../rules/holdings";
import type { Bucket, HeldProduct } from "../rules/model";

/** Opens the buckets that everything in force grants to each entity of this one's feature. */
export async function openSlots(
  ctx: MutationCtx,
  { customer, catalogue, held, now }: Holdings,
  entity: { id: string; feature_id: string },
): Promise<void> {
  const { features } = catalogue;
  for (const row of held.filter((candidate) => isGranting(candidate, now))) {
    if (row.entity_id !== null && row.entity_id !== entity.id) continue;
    const items = row.product.items.filter((item) => item.entity_feature_id === entity.feature_id);
    if (items.length === 0) continue;
    const product = { ...row.product, items };
    // An entity that comes later is granted from then on, until the same boundary as the others.
    const since = { ...row, product, starts_at: now, created_at: now };
    const trialEndsAt = row.trial_ends_at;
    const slots = planBuckets({ held: since, features, trialEndsAt, entities: [entity] });
    await openBuckets(ctx, customer._id, heldId(row), slots, now);
  }
}

/** The entities to which a product's per-entity items grant: all, or the one that it is for. */
export async function slotOwners(
  ctx: QueryCtx,
  { customer }: Holdings,
  { product, entity_id: only }: Pick<HeldProduct, "product" | "entity_id">,
): Promise<{ id: string; feature_id: string }[]> {
  if (product.items.every((item) => item.entity_feature_id === undefined)) return [];
  const entities = await liveEntities(ctx, customer._id);
  return entities
    .filter(({ entity_id: id }) => only === null || only === id)
    .map(({ entity_id: id, feature_id }) => ({ id, feature_id }));
}

/**
 * Seats that a product takes over when it comes into force.
 *
 * @param from - Buckets of the product that it replaces.
 */
export function seatsFor({ customer, buckets, held, now }: Holdings, from: readonly Bucket[]) {
  const left = new Set(from.map(({ id }) => id));
  const inForce = new Set(held.filter((row) => isGranting(row, now)).map(({ id }) => id));
  const others = buckets.filter((row) => !left.has(row.id) && inForce.has(row.held_product_id));
  return seatsToCarry(customer.seats ?? {}, others);
}
