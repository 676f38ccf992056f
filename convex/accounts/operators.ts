import type { MutationCtx, QueryCtx } from "../_generated/server";

/** Whether an account, of any identity provider, has the role of an operator. */
export async function isOperator(ctx: QueryCtx, tokenIdentifier: string): Promise<boolean> {
  return (await findRole(ctx, tokenIdentifier)) !== null;
}

/** Grants the role, or takes it away. Without a change, nothing is written. */
export async function setOperator(
  ctx: MutationCtx,
  tokenIdentifier: string,
  isGranted: boolean,
): Promise<void> {
  const role = await findRole(ctx, tokenIdentifier);
  if (isGranted === (role !== null)) return;
  if (role) await ctx.db.delete("operators", role._id);
  else await ctx.db.insert("operators", { tokenIdentifier, grantedAt: Date.now() });
}

async function findRole(ctx: QueryCtx, tokenIdentifier: string) {
  return await ctx.db
    .query("operators")
    .withIndex("by_tokenIdentifier", (q) => q.eq("tokenIdentifier", tokenIdentifier))
    .unique();
}
