import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { CardDetails } from "../methods";

/** The open approval of a key; null if there is none. */
export async function findChallenge(ctx: QueryCtx, key: string): Promise<Doc<"challenges"> | null> {
  return await ctx.db
    .query("challenges")
    .withIndex("by_key", (q) => q.eq("key", key))
    .unique();
}

/**
 * Asks the customer to approve a charge or a card.
 *
 * @param card - Saved once approved; null: a saved card is charged.
 */
export async function openChallenge(
  ctx: MutationCtx,
  customer: Id<"customers">,
  key: string,
  card: CardDetails | null,
): Promise<void> {
  await dropChallenge(ctx, key);
  const row = { customer, key, card, approved: false, created_at: Date.now() };
  await ctx.db.insert("challenges", row);
}

export async function dropChallenge(ctx: MutationCtx, key: string): Promise<void> {
  const known = await findChallenge(ctx, key);
  if (known) await ctx.db.delete("challenges", known._id);
}
