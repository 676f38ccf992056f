import { v } from "convex/values";
import { vCustomerData } from "../../contract/params";
import { nullable } from "../../contract/wire";
import { internal } from "../_generated/api";
import { internalAction, internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { lookAt } from "../platform/overdue";
import { request } from "./request";
import { isRemote } from "./client";
import {
  ACTIVE_MS,
  REFRESH_MS,
  requestRefresh,
  findEntitlementCache,
  entitlementCachesOf,
  storeBalance,
  storeFeatures,
} from "./entitlementCacheRows";
import type { Holder, SeenBy } from "./entitlementCacheRows";
import { vEntitlementUpdate } from "./updates";
import type { EntitlementUpdate } from "./updates";

const BATCH = 50;

/** Stores the entitlements of a response. */
export const applyUpdates = internalMutation({
  args: {
    updates: v.array(vEntitlementUpdate),
    requestedAt: v.number(),
    requestedBy: v.union(v.literal("customer"), v.literal("cache")),
  },
  returns: v.null(),
  handler: async (ctx, { updates, ...by }): Promise<null> => {
    for (const update of updates) await storeUpdate(ctx, update, by);
    return null;
  },
});

/**
 * Requests the entitlements of a customer or entity, and stores the response. With
 * data, it creates a new customer.
 */
export const refresh = internalAction({
  args: {
    customer_id: v.string(),
    entity_id: nullable(v.string()),
    customer_data: v.optional(vCustomerData),
  },
  returns: v.null(),
  handler: async (ctx, { customer_id, entity_id, customer_data }): Promise<null> => {
    if (!isRemote()) return null;
    if (customer_data) {
      await request(ctx, "createCustomer", { id: customer_id, customer_data }, {}, "cache");
    } else if (entity_id === null) {
      await request(ctx, "getCustomer", { customer_id }, {}, "cache");
    }
    if (entity_id !== null)
      await request(ctx, "getEntity", { customer_id, entity_id }, {}, "cache");
    return null;
  },
});

/** Refreshes customers who were active lately. */
export async function refreshActive(ctx: MutationCtx, now: number): Promise<number> {
  const due = await ctx.db
    .query("entitlementCaches")
    .withIndex("by_refresh_at", (q) => q.gt("refresh_at", null).lte("refresh_at", now))
    .take(BATCH);
  const next = now + REFRESH_MS;
  const active = due.filter(({ active_at }) => active_at + ACTIVE_MS > now);
  for (const row of due) {
    const refresh_at = active.includes(row) ? next : null;
    await ctx.db.patch("entitlementCaches", row._id, { refresh_at });
  }
  for (const { customer_id, entity_id } of active) {
    const holder = { customer_id, entity_id };
    await ctx.scheduler.runAfter(0, internal.hostedProvider.entitlementCache.refresh, holder);
  }
  if (active.length > 0) await lookAt(ctx, next, internal.hostedProvider.refreshAll.refreshAll);
  return due.length;
}

export async function storeUpdate(
  ctx: MutationCtx,
  update: EntitlementUpdate,
  by: SeenBy,
): Promise<void> {
  const { customer_id } = update;
  switch (update.kind) {
    case "features": {
      const { entity_id, features } = update;
      await storeFeatures(ctx, { customer_id, entity_id }, features, by);
      return;
    }
    case "balance":
      await storeBalance(ctx, { customer_id, entity_id: update.entity_id }, update, by);
      return;
    case "changed":
      await requestRefresh(ctx, customer_id);
      return;
    case "gone":
      await forget(ctx, { customer_id, entity_id: update.entity_id });
  }
}

/** An entity, or a customer with all its entities. */
async function forget(ctx: MutationCtx, holder: Holder): Promise<void> {
  const own = await findEntitlementCache(ctx, holder);
  const gone =
    holder.entity_id === null ? await entitlementCachesOf(ctx, holder.customer_id) : [own];
  for (const row of gone) {
    if (row) await ctx.db.delete("entitlementCaches", row._id);
  }
}
