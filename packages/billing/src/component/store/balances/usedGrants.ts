import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MAX_ENTITIES } from "../entities/entityRows";
import { subscriptionId } from "../customers/customerState";
import type { CustomerState } from "../customers/customerState";
import { usedGrantsOf } from "../../rules/entities/entityBalances";
import type { BalanceOwner, UsedGrant } from "../../rules/entities/entityBalances";
import type { Balance } from "../../rules/model";
import type { SubscriptionRow } from "../../rules/renewals/schedule";

const FOREVER = Number.MAX_SAFE_INTEGER;
/** How many deleted entities to compare to find the largest remainder. */
const CHOICE = 50;

/** Stores an entity's usage of a subscription's grants when its balances are closed. */
export async function noteUsedGrants(
  ctx: MutationCtx,
  { customer, catalogue }: CustomerState,
  row: SubscriptionRow,
  owner: BalanceOwner,
  closing: readonly Balance[],
): Promise<void> {
  const grants = usedGrantsOf(closing, catalogue.features);
  if (grants.length === 0) return;
  // A row of an earlier period may remain.
  const old = await findUsedGrants(ctx, row, owner);
  if (old) await ctx.db.delete("usedGrants", old._id);
  await ctx.db.insert("usedGrants", {
    customer: customer._id,
    subscription: subscriptionId(row),
    entity_id: owner.id,
    entity_feature_id: owner.feature_id,
    grants,
    until: Math.max(...grants.map(({ next_reset_at: end }) => end ?? FOREVER)),
  });
}

/**
 * The usage that an entity takes over with a seat: its own in this period or, once
 * every seat has had its grant, that of the deleted entity with the most left.
 *
 * @param whole - How many seats have no other entity; deleted entities may have used
 *   their grants.
 * @returns Empty: it gets full grants.
 */
export async function takeUsedGrants(
  ctx: MutationCtx,
  now: number,
  row: SubscriptionRow,
  owner: BalanceOwner,
  whole: number,
): Promise<UsedGrant[]> {
  const own = await findUsedGrants(ctx, row, owner);
  if (own && own.until > now) return await take(ctx, own);
  if (whole > MAX_ENTITIES) return [];
  const removed = await ctx.db
    .query("usedGrants")
    .withIndex("by_subscription_and_entity_feature_id_and_until", (q) =>
      q
        .eq("subscription", subscriptionId(row))
        .eq("entity_feature_id", owner.feature_id)
        .gt("until", now),
    )
    .take(Math.max(CHOICE, whole));
  if (removed.length === 0 || removed.length < whole) return [];
  return await take(
    ctx,
    removed.reduce((a, b) => (usedOf(b) < usedOf(a) ? b : a)),
  );
}

async function take(ctx: MutationCtx, { _id, grants }: Doc<"usedGrants">): Promise<UsedGrant[]> {
  await ctx.db.delete("usedGrants", _id);
  return grants;
}

function usedOf({ grants }: Doc<"usedGrants">): number {
  return grants.reduce((sum, { used }) => sum + used, 0);
}

async function findUsedGrants(
  ctx: MutationCtx,
  row: SubscriptionRow,
  { id, feature_id }: BalanceOwner,
): Promise<Doc<"usedGrants"> | null> {
  return await ctx.db
    .query("usedGrants")
    .withIndex("by_subscription_and_entity_id_and_entity_feature_id", (q) =>
      q
        .eq("subscription", subscriptionId(row))
        .eq("entity_id", id)
        .eq("entity_feature_id", feature_id),
    )
    .unique();
}
