import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { closeBuckets, openBuckets } from "./buckets";
import { liveEntities } from "../entities/entityRows";
import { loadGranted } from "../customers/heldRows";
import { bucketId, bucketsOf, heldId, reload } from "../customers/holdings";
import type { Holdings } from "../customers/holdings";
import { planBuckets } from "../../rules/buckets";
import { seatsToCarry } from "../../rules/carry";
import { isGranting } from "../../rules/holdings";
import type { Bucket, HeldProduct } from "../../rules/model";
import type { HeldRow } from "../../rules/schedule";
import { chooseSlotOwners, countSlots, entityFeatures, slotOwnersIn } from "../../rules/slots";
import type { SlotOwner } from "../../rules/slots";

/** Opens the buckets that everything in force grants to each entity of this one's feature. */
export async function openSlots(
  ctx: MutationCtx,
  holdings: Holdings,
  entity: SlotOwner,
): Promise<void> {
  for (const row of holdings.held.filter((candidate) => isGranting(candidate, holdings.now))) {
    if (row.entity_id !== null && row.entity_id !== entity.id) continue;
    await openSlot(ctx, holdings, row, entity);
  }
}

/**
 * Gives as many entities an allowance as the plans have seats for, after
 * whatever changed: seats that were bought bring the oldest entities without
 * one theirs, seats that are gone take the newest theirs. What an allowance
 * owes keeps it open until it is billed.
 *
 * @param holdings - As they are stored.
 * @returns The same, or as they are stored then.
 */
export async function matchSlots(ctx: MutationCtx, holdings: Holdings): Promise<Holdings> {
  // What an entity does for itself leaves the seats of the customer as they are.
  if (typeof holdings.owner === "string") return holdings;
  const inForce = bucketsInForce(holdings);
  let isChanged = false;
  for (const row of holdings.held) {
    if (row.entity_id !== null || !isGranting(row, holdings.now)) continue;
    const { size: owners } = slotOwnersIn(holdings.buckets, row);
    if (owners === countWanted(holdings, row, inForce)) continue;
    isChanged = (await matchSlotsOf(ctx, holdings, row, inForce)) || isChanged;
  }
  return isChanged ? await reload(ctx, holdings) : holdings;
}

/** Hands the allowances of an entity that goes to the oldest one that waits for some. */
export async function handOnSlots(
  ctx: MutationCtx,
  holdings: Holdings,
  row: HeldRow,
  slots: readonly Bucket[],
): Promise<boolean> {
  const [first] = slots;
  // What was used beyond a balance is billed to the one who goes, not to the heir.
  if (!first || row.entity_id !== null || slots.some((slot) => slot.usage_allowed)) return false;
  const item = row.product.items.find(
    ({ feature_id, entity_feature_id: of }) => feature_id === first.feature_id && of !== undefined,
  );
  const owners = slotOwnersIn(await loadGranted(ctx, row), row);
  const live = holdings.customer.seats?.[item?.entity_feature_id ?? ""] ?? 0;
  if (live <= owners.size) return false;
  const entities = await liveEntities(ctx, holdings.customer._id);
  const heir = entities.find(
    ({ entity_id: id, feature_id }) => feature_id === item?.entity_feature_id && !owners.has(id),
  );
  if (!heir) return false;
  for (const slot of slots) {
    await ctx.db.patch("balances", bucketId(slot), { entity_id: heir.entity_id });
  }
  return true;
}

/**
 * The entities to which a product's per-entity items grant: as many as there
 * are seats, or the one that it is for.
 *
 * @param from - Buckets of the product that it replaces.
 */
export async function slotOwners(
  ctx: QueryCtx,
  holdings: Holdings,
  row: HeldProduct,
  from: readonly Bucket[],
): Promise<SlotOwner[]> {
  if (entityFeatures(row).length === 0) return [];
  const entities = await slotOwnersOf(ctx, holdings);
  if (row.entity_id !== null) return entities.filter(({ id }) => id === row.entity_id);
  const { features } = holdings.catalogue;
  const own = planBuckets({ held: row, features, trialEndsAt: null });
  const before = new Set(from.map(({ entity_id: id }) => id).filter((id) => id !== null));
  return chooseSlotOwners(entities, [...staying(holdings, from), ...own], before);
}

/**
 * Seats that a product takes over when it comes into force.
 *
 * @param from - Buckets of the product that it replaces.
 */
export function seatsFor(holdings: Holdings, from: readonly Bucket[]) {
  return seatsToCarry(holdings.customer.seats ?? {}, staying(holdings, from));
}

async function matchSlotsOf(
  ctx: MutationCtx,
  holdings: Holdings,
  row: HeldRow,
  inForce: readonly Bucket[],
): Promise<boolean> {
  const { customer, now, by } = holdings;
  const before = slotOwnersIn(holdings.buckets, row);
  const ids = new Set(entityFeatures(row));
  const entities = (await slotOwnersOf(ctx, holdings)).filter((one) => ids.has(one.feature_id));
  const chosen = chooseSlotOwners(entities, inForce, before);
  const waiting = chosen.filter(({ id }) => !before.has(id));
  for (const entity of waiting) await openSlot(ctx, holdings, row, entity);
  const keeps = new Set(chosen.map(({ id }) => id));
  const closing = bucketsOf(holdings, row).filter(
    ({ entity_id: id, balance }) => id !== null && !keeps.has(id) && balance >= 0,
  );
  const cause = { id: row.id, at: now, ...(by && { actor: by }) };
  await closeBuckets(ctx, customer._id, closing, cause);
  return waiting.length > 0 || closing.length > 0;
}

async function openSlot(
  ctx: MutationCtx,
  { customer, catalogue, now, by }: Holdings,
  row: HeldRow,
  entity: SlotOwner,
): Promise<void> {
  const items = row.product.items.filter((item) => item.entity_feature_id === entity.feature_id);
  if (items.length === 0) return;
  const product = { ...row.product, items };
  // An entity that comes later is granted from then on, until the same boundary as the others.
  const held = { ...row, product, starts_at: now, created_at: now };
  const { features } = catalogue;
  const trialEndsAt = row.trial_ends_at;
  const slots = planBuckets({ held, features, trialEndsAt, entities: [entity] });
  await openBuckets(ctx, customer._id, heldId(row), slots, now, by);
}

/** How many entities are to have an allowance of a product. */
function countWanted({ customer }: Holdings, row: HeldRow, inForce: readonly Bucket[]): number {
  return entityFeatures(row)
    .map((id) => Math.min(customer.seats?.[id] ?? 0, countSlots(inForce, id)))
    .reduce((sum, count) => sum + count, 0);
}

async function slotOwnersOf(ctx: QueryCtx, { customer }: Holdings): Promise<SlotOwner[]> {
  const entities = await liveEntities(ctx, customer._id);
  return entities.map(({ entity_id: id, feature_id }) => ({ id, feature_id }));
}

/** What stays in force when the product of these buckets goes. */
function staying(holdings: Holdings, from: readonly Bucket[]): Bucket[] {
  const left = new Set(from.map(({ id }) => id));
  return bucketsInForce(holdings).filter(({ id }) => !left.has(id));
}

function bucketsInForce({ buckets, held, now }: Holdings): Bucket[] {
  const ids = new Set(held.filter((row) => isGranting(row, now)).map(({ id }) => id));
  return buckets.filter((row) => ids.has(row.held_product_id));
}
