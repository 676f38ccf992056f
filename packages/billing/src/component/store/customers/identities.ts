import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx, MutationCtx } from "../../_generated/server";

/**
 * Keeps the identities of a customer up to date when it is renamed or deleted. A
 * customer of server code has none.
 */

/** Whether an identity belongs to this customer, which may not exist yet. */
export async function hasIdentity(ctx: QueryCtx, customerId: string): Promise<boolean> {
  return (await identityOf(ctx, customerId)) !== null;
}

/** Changes the customer of an identity. */
export async function renameIdentity(ctx: MutationCtx, from: string, to: string): Promise<void> {
  const identity = await identityOf(ctx, from);
  if (identity) await ctx.db.patch("identities", identity._id, { customerId: to });
}

/** The stored customer of an identity; null: none so far. */
export async function findIdentity(
  ctx: QueryCtx,
  tokenIdentifier: string,
): Promise<Doc<"identities"> | null> {
  return await ctx.db
    .query("identities")
    .withIndex("by_tokenIdentifier", (q) => q.eq("tokenIdentifier", tokenIdentifier))
    .unique();
}

/**
 * Makes a customer that of this identity, and of no other. Without one, the host
 * names the customer.
 */
export async function bindIdentity(
  ctx: MutationCtx,
  bound: Pick<Doc<"identities">, "customerId" | "tokenIdentifier">,
): Promise<void> {
  const { customerId, tokenIdentifier } = bound;
  const former = tokenIdentifier === undefined ? null : await findIdentity(ctx, tokenIdentifier);
  if (former && former.customerId !== customerId) await ctx.db.delete("identities", former._id);
  const row = await identityOf(ctx, customerId);
  if (row) await ctx.db.patch("identities", row._id, { tokenIdentifier });
  else await ctx.db.insert("identities", bound);
}

/** Forgets the identity of a deleted customer: signing in again creates a new one. */
export async function forgetIdentity(ctx: MutationCtx, customerId: string): Promise<void> {
  const identity = await identityOf(ctx, customerId);
  if (identity) await ctx.db.delete("identities", identity._id);
}

/** The stored identity of a customer; null: none. */
export async function identityOf(
  ctx: QueryCtx,
  customerId: string,
): Promise<Doc<"identities"> | null> {
  return await ctx.db
    .query("identities")
    .withIndex("by_customerId", (q) => q.eq("customerId", customerId))
    .unique();
}
