import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findMember } from "./model";

/** How many studios one person can own. */
export const MAX_OWNED = 5;

/** The studios that somebody owns, the first ones first. */
export async function ownedBy(ctx: QueryCtx, ownerId: Id<"profiles">): Promise<Doc<"studios">[]> {
  return await ctx.db
    .query("studios")
    .withIndex("by_ownerId", (q) => q.eq("ownerId", ownerId))
    .take(MAX_OWNED);
}

/** The seat that an owner has in their first studio with one: what they hang for themselves draws on it. */
export async function findOwnSeat(ctx: QueryCtx, ownerId: Id<"profiles">): Promise<string | null> {
  for (const studio of await ownedBy(ctx, ownerId)) {
    const member = await findMember(ctx, studio._id, ownerId);
    if (member && member.entityId !== null) return member.entityId;
  }
  return null;
}
