import { v } from "convex/values";
import { isSessionLive } from "../accounts/sessions";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { internal } from "../_generated/api";
import { action, internalMutation, internalQuery } from "../_generated/server";
import { billing } from "./entitlements";
import { refusals } from "./refuse";
import { findManaged, studioCustomer } from "./studioAccess";

const BATCH = 200;

/**
 * Buys a studio its plan, for its owner. Without a saved card, the answer is
 * the address of the page that takes one.
 */
export const subscribe = action({
  args: {
    slug: v.string(),
    productId: v.union(v.literal("studio"), v.literal("studio_quarter")),
    /** One for each opening of the page: the same again buys nothing twice. */
    clientRequestId: v.string(),
  },
  returns: vResult(v.object({ checkoutUrl: v.union(v.string(), v.null()) })),
  handler: async (
    ctx,
    { slug, productId, clientRequestId },
  ): Promise<Result<{ checkoutUrl: string | null }>> => {
    if (!(await isSessionLive(ctx))) return refusals.signedOut();
    const found = await ctx.runQuery(internal.community.studioPlan.owned, { slug });
    if (found.error) return found;
    const { customerId } = found.data;
    const key = `studio ${clientRequestId}`;
    const bought = await billing.attach(ctx, { customerId }, { productId }, { key });
    const { data, error, statusCode = 400 } = bought;
    if (error) return { data: null, error, statusCode };
    return ok({ checkoutUrl: data.checkout_url ?? null });
  },
});

/** Closes a studio, for good, with its plan and its seats. The works stay with their artists. */
export const close = action({
  args: { slug: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug }): Promise<Result<null>> => {
    if (!(await isSessionLive(ctx))) return refusals.signedOut();
    const { owned, dissolve } = internal.community.studioPlan;
    const found = await ctx.runQuery(owned, { slug });
    if (found.error) return found;
    const { customerId } = found.data;
    const { error, statusCode = 400 } = await billing.customers.delete(ctx, { customerId }, {});
    if (error && error.code !== "customer_not_found") return { data: null, error, statusCode };
    await ctx.runMutation(dissolve, { slug });
    return ok(null);
  },
});

/** The customer of a studio that the caller owns. */
export const owned = internalQuery({
  args: { slug: v.string() },
  returns: vResult(v.object({ customerId: v.string() })),
  handler: async (ctx, { slug }): Promise<Result<{ customerId: string }>> => {
    const managed = await findManaged(ctx, slug);
    if (managed.error) return managed;
    const { studio, manager } = managed;
    if (studio.ownerId !== manager._id) return refusals.notManager();
    return ok({ customerId: studioCustomer(slug) });
  },
});

/** Deletes a studio of the caller, and who belonged to it. */
export const dissolve = internalMutation({
  args: { slug: v.string() },
  returns: v.null(),
  handler: async (ctx, { slug }) => {
    const managed = await findManaged(ctx, slug);
    if (managed.error) return null;
    const { _id } = managed.studio;
    const members = await ctx.db
      .query("studioMembers")
      .withIndex("by_studioId_and_profileId", (q) => q.eq("studioId", _id))
      .take(BATCH);
    for (const member of members) await ctx.db.delete("studioMembers", member._id);
    await ctx.db.delete("studios", _id);
    return null;
  },
});
