import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { isWanted } from "./relationships/viewer";
import type { Audience } from "./relationships/viewer";
import { currentDay } from "./insights/dailyCounts";

/** How many lights back one looks for a work that somebody wants to see. */
const MOST_TRIED = 7;

/** The work in today's spotlight. Who does not want to see it gets the one before. */
export async function findLight(
  ctx: QueryCtx,
  audience: Audience,
): Promise<Doc<"artworks"> | null> {
  const today = await currentDay(ctx);
  if (today === null) return null;
  const lit = await ctx.db
    .query("artworks")
    .withIndex("by_litOn", (q) => q.gte("litOn", 0).lte("litOn", today))
    .order("desc")
    .take(MOST_TRIED);
  return lit.find((artwork) => mayBeLit(artwork) && isWanted(audience, artwork)) ?? null;
}

/** Whether a work may stand above all others, for everyone. */
export function mayBeLit({ state, sensitive }: Doc<"artworks">): boolean {
  return state === "published" && !sensitive;
}

/** What has the light of a day, whether it hangs or not: rarely more than one. */
export async function worksLitOn(ctx: QueryCtx, day: number): Promise<Doc<"artworks">[]> {
  return await ctx.db
    .query("artworks")
    .withIndex("by_litOn", (q) => q.eq("litOn", day))
    .take(MOST_TRIED);
}
