import { fail } from "../../../packages/billing/src/contract";
import type { Failure } from "../../../packages/billing/src/contract";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { billing } from "../../billing";
import type { Who } from "../entitlements";

/**
 * Which collections of somebody a plan has too few for: the oldest, as many as
 * the plan has, can be changed; nothing is deleted.
 */
export async function readOnlyAmong(
  ctx: QueryCtx,
  who: Who,
  profileId: Id<"profiles">,
): Promise<(id: Id<"collections">) => boolean> {
  const limit = await limitOf(ctx, who);
  if (limit === null) return () => false;
  const oldest = new Set((await oldestOf(ctx, profileId, limit)).map(({ _id }) => _id));
  return (id) => !oldest.has(id);
}

/** The same of one collection. */
export async function isReadOnly(
  ctx: QueryCtx,
  who: Who,
  { _id, profileId }: Doc<"collections">,
): Promise<boolean> {
  return (await readOnlyAmong(ctx, who, profileId))(_id);
}

/** Refuses one more where the plan's are in use, those included that an earlier plan had. */
export async function refuseAnother(
  ctx: QueryCtx,
  who: Who,
  profileId: Id<"profiles">,
): Promise<Failure | null> {
  const limit = await limitOf(ctx, who);
  if (limit === null || (await oldestOf(ctx, profileId, limit)).length < limit) return null;
  return fail("insufficient_balance", `All ${limit} collections of your plan are in use`);
}

/** How many collections the plan has; null: no limit, or no customer that could have one. */
async function limitOf(ctx: QueryCtx, who: Who): Promise<number | null> {
  const { data } = await billing.feature(ctx, who, "collections");
  return data === null || data.unlimited ? null : data.included_usage;
}

async function oldestOf(ctx: QueryCtx, profileId: Id<"profiles">, most: number) {
  return await ctx.db
    .query("collections")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(most);
}
