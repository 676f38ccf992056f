import { v } from "convex/values";
import { vCustomerData } from "../../contract/params";
import { nullable } from "../../contract/wire";
import { internal } from "../_generated/api";
import { internalAction, internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { ask } from "./ask";
import { isRemote } from "./client";
import {
  ACTIVE_MS,
  REFRESH_MS,
  askAgain,
  findMirror,
  mirrorsOf,
  storeBalance,
  storeFeatures,
} from "./mirrorRows";
import type { Holder, SeenBy } from "./mirrorRows";
import { vSighting } from "./sightings";
import type { Sighting } from "./sightings";

const BATCH = 50;

/** Notes what an answer told. */
export const see = internalMutation({
  args: {
    sightings: v.array(vSighting),
    askedAt: v.number(),
    asker: v.union(v.literal("customer"), v.literal("mirror")),
  },
  returns: v.null(),
  handler: async (ctx, { sightings, ...by }): Promise<null> => {
    for (const sighting of sightings) await noteSighting(ctx, sighting, by);
    return null;
  },
});

/** Asks what a holder may use; its answer is noted like any other. With data, a newcomer is made known. */
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
      await ask(ctx, "createCustomer", { id: customer_id, customer_data }, {}, "mirror");
    } else if (entity_id === null) {
      await ask(ctx, "getCustomer", { customer_id }, {}, "mirror");
    }
    if (entity_id !== null) await ask(ctx, "getEntity", { customer_id, entity_id }, {}, "mirror");
    return null;
  },
});

/** Asks about those who did something lately. */
export async function refreshActive(ctx: MutationCtx, now: number): Promise<number> {
  const due = await ctx.db
    .query("mirrors")
    .withIndex("by_refresh_at", (q) => q.gt("refresh_at", null).lte("refresh_at", now))
    .take(BATCH);
  for (const { _id, customer_id, entity_id, active_at } of due) {
    const isActive = active_at + ACTIVE_MS > now;
    await ctx.db.patch("mirrors", _id, { refresh_at: isActive ? now + REFRESH_MS : null });
    if (!isActive) continue;
    const holder = { customer_id, entity_id };
    await ctx.scheduler.runAfter(0, internal.remote.mirror.refresh, holder);
  }
  return due.length;
}

export async function noteSighting(
  ctx: MutationCtx,
  sighting: Sighting,
  by: SeenBy,
): Promise<void> {
  const { customer_id } = sighting;
  switch (sighting.kind) {
    case "features": {
      const { entity_id, features } = sighting;
      await storeFeatures(ctx, { customer_id, entity_id }, features, by);
      return;
    }
    case "balance":
      await storeBalance(ctx, { customer_id, entity_id: sighting.entity_id }, sighting, by);
      return;
    case "changed":
      await askAgain(ctx, customer_id);
      return;
    case "gone":
      await forget(ctx, { customer_id, entity_id: sighting.entity_id });
  }
}

/** An entity, or a customer with all of theirs. */
async function forget(ctx: MutationCtx, holder: Holder): Promise<void> {
  const own = await findMirror(ctx, holder);
  const gone = holder.entity_id === null ? await mirrorsOf(ctx, holder.customer_id) : [own];
  for (const row of gone) {
    if (row) await ctx.db.delete("mirrors", row._id);
  }
}
