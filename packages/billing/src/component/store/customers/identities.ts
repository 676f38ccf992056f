import type { QueryCtx, MutationCtx } from "../../_generated/server";

/**
 * The signed-in person who is a customer follows what happens to it. Who that
 * is was decided outside the engine; a customer of server code has nobody.
 */

/** Whether somebody signs in as this customer, who may not have come as far as having one. */
export async function hasIdentity(ctx: QueryCtx, customerId: string): Promise<boolean> {
  return (await identityOf(ctx, customerId)) !== null;
}

/** Whoever signs in as `from` is `to` from now on. */
export async function renameIdentity(ctx: MutationCtx, from: string, to: string): Promise<void> {
  const identity = await identityOf(ctx, from);
  if (identity) await ctx.db.patch("identities", identity._id, { customerId: to });
}

/** Whoever signed in as a customer that is gone begins anew. */
export async function forgetIdentity(ctx: MutationCtx, customerId: string): Promise<void> {
  const identity = await identityOf(ctx, customerId);
  if (identity) await ctx.db.delete("identities", identity._id);
}

async function identityOf(ctx: QueryCtx, customerId: string) {
  return await ctx.db
    .query("identities")
    .withIndex("by_customerId", (q) => q.eq("customerId", customerId))
    .unique();
}
