import { canonicalJson } from "../platform/canonical";
import { internal } from "../_generated/api";
import { readAll } from "../platform/bounded";
import { lookAt } from "../platform/overdue";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { remaining, nextReset, sumUses } from "./remaining";
import type { Seen } from "./remaining";
import type { Requester } from "./request";

/** The owner of an entitlement cache: a customer, or one of its entities. */
export interface Holder {
  customer_id: string;
  entity_id: string | null;
}

export interface SeenBy {
  /** The time of the request: the response does not include later uses. */
  requestedAt: number;
  requestedBy: Requester;
}

/** A customer who did nothing for this long is not refreshed. */
export const ACTIVE_MS = 15 * 60 * 1000;
export const REFRESH_MS = 60 * 1000;
/** How many uses of one owner may wait to be reported. */
export const MAX_RESERVED = 1000;
const MAX_ENTITLEMENT_CACHES = 5_000;

export async function findEntitlementCache(
  ctx: QueryCtx,
  { customer_id, entity_id }: Holder,
): Promise<Doc<"entitlementCaches"> | null> {
  return await ctx.db
    .query("entitlementCaches")
    .withIndex("by_customer_id_and_entity_id", (q) =>
      q.eq("customer_id", customer_id).eq("entity_id", entity_id),
    )
    .unique();
}

/** The customer's own cache, and those of their entities. */
export async function entitlementCachesOf(
  ctx: QueryCtx,
  customerId: string,
): Promise<Doc<"entitlementCaches">[]> {
  const entitlementCaches = ctx.db
    .query("entitlementCaches")
    .withIndex("by_customer_id_and_entity_id", (q) => q.eq("customer_id", customerId));
  return await readAll(entitlementCaches, MAX_ENTITLEMENT_CACHES, "entitlementCaches");
}

/** Stores all entitlements of an owner. An answer to an older question is ignored. */
export async function storeFeatures(
  ctx: MutationCtx,
  holder: Holder,
  features: Seen["features"],
  { requestedAt, requestedBy }: SeenBy,
): Promise<void> {
  const row = await findEntitlementCache(ctx, holder);
  if (row && row.seen_at > requestedAt) return;
  const uses = await usesSince(ctx, holder, requestedAt);
  const now = Date.now();
  const active_at = row && requestedBy === "cache" ? row.active_at : now;
  const planned = row ? row.refresh_at : null;
  // The run that refreshes it has planned the next one already.
  const isPlanned = requestedBy === "cache" && planned !== null && planned > now;
  const next = active_at + ACTIVE_MS > now ? now + REFRESH_MS : null;
  const refresh_at = isPlanned ? planned : next;
  const seen = {
    features,
    reserved: sumUses(uses),
    reserved_count: uses.length,
    seen_at: requestedAt,
    active_at,
    refresh_at,
    next_change_at: nextReset(features, now),
  };
  if (row)
    await ctx.db.patch("entitlementCaches", row._id, { ...seen, revision: revised(row, seen) });
  else await ctx.db.insert("entitlementCaches", { ...holder, ...seen, revision: 1 });
  if (refresh_at !== null && !isPlanned)
    await lookAt(ctx, refresh_at, internal.hostedProvider.refreshAll.refreshAll);
}

/** Stores the balance of one feature. */
export async function storeBalance(
  ctx: MutationCtx,
  holder: Holder,
  { feature_id, balance, usage }: { feature_id: string; balance: number; usage: number },
  { requestedAt }: SeenBy,
): Promise<void> {
  const row = await findEntitlementCache(ctx, holder);
  const feature = row?.features[feature_id];
  if (!row || !feature || row.seen_at > requestedAt) return;
  const uses = await usesSince(ctx, holder, requestedAt);
  const seen = {
    features: { ...row.features, [feature_id]: { ...feature, balance, usage } },
    reserved: { ...row.reserved, [feature_id]: sumUses(uses)[feature_id] ?? 0 },
  };
  await ctx.db.patch("entitlementCaches", row._id, { ...seen, revision: revised(row, seen) });
}

/** Schedules a refresh of a customer and all its entities. */
export async function requestRefresh(ctx: MutationCtx, customerId: string): Promise<void> {
  for (const { _id, customer_id, entity_id, revision } of await entitlementCachesOf(
    ctx,
    customerId,
  )) {
    const changes = { revision: revision + 1, active_at: Date.now() };
    await ctx.db.patch("entitlementCaches", _id, changes);
    const holder = { customer_id, entity_id };
    await ctx.scheduler.runAfter(0, internal.hostedProvider.entitlementCache.refresh, holder);
  }
}

/** Removes a reserved use that the provider has counted: open pages may refresh. */
export async function bumpRevision(ctx: MutationCtx, holder: Holder): Promise<void> {
  const row = await findEntitlementCache(ctx, holder);
  if (row) await ctx.db.patch("entitlementCaches", row._id, { revision: row.revision + 1 });
}

/** Uses since a request was sent: its response does not include them. */
async function usesSince(ctx: QueryCtx, { customer_id, entity_id }: Holder, requestedAt: number) {
  const queued = await ctx.db
    .query("outbox")
    .withIndex("by_customer_id_and_entity_id_and_settled_at", (q) =>
      q.eq("customer_id", customer_id).eq("entity_id", entity_id).eq("settled_at", null),
    )
    .take(MAX_RESERVED);
  const settled = await ctx.db
    .query("outbox")
    .withIndex("by_customer_id_and_entity_id_and_settled_at", (q) =>
      q.eq("customer_id", customer_id).eq("entity_id", entity_id).gte("settled_at", requestedAt),
    )
    .take(MAX_RESERVED);
  return [...queued, ...settled.filter(({ state }) => state === "taken")];
}

function revised(row: Doc<"entitlementCaches">, seen: Seen): number {
  const isSame = canonicalJson(remaining(row)) === canonicalJson(remaining(seen));
  return isSame ? row.revision : row.revision + 1;
}
