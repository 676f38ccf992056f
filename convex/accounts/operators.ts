import type { MutationCtx, QueryCtx } from "../_generated/server";

/** Whether an account, of any identity provider, has the operator role. */
export async function isOperator(ctx: QueryCtx, tokenIdentifier: string): Promise<boolean> {
  return (await findRole(ctx, tokenIdentifier)) !== null;
}

/** Grants or revokes the role. Writes nothing if it does not change. */
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
