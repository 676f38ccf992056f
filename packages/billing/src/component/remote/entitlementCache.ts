import { v } from "convex/values";
import { vCustomerData } from "../../contract/params";
import { nullable } from "../../contract/wire";
import { internal } from "../_generated/api";
import { internalAction, internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
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

/** Stores what an answer says about entitlements. */
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
 * Asks what a customer or entity may use, and stores the answer. With data, a new
 * customer is created.
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
  for (const { _id, customer_id, entity_id, active_at } of due) {
    const isActive = active_at + ACTIVE_MS > now;
    await ctx.db.patch("entitlementCaches", _id, {
      refresh_at: isActive ? now + REFRESH_MS : null,
    });
    if (!isActive) continue;
    const holder = { customer_id, entity_id };
    await ctx.scheduler.runAfter(0, internal.remote.entitlementCache.refresh, holder);
  }
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
