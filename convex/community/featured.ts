import { v } from "convex/values";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internalMutation } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { dayOf, currentDay } from "./insights/dailyCounts";
import { refusals } from "./errors";
import { findArtwork } from "./artworks/model";
import { isWanted } from "./relationships/viewer";
import type { Audience } from "./relationships/viewer";

/** So long after it was hung, likes may choose a work. */
const CANDIDATE_MS = 14 * 24 * 60 * 60 * 1000;
const MOST_CANDIDATES = 1000;
/** One may be the artist's own. */
const FEWEST_LIKES = 2;

/**
 * For operators: puts a work in the spotlight for a day, in place of what would
 * have been there. A work has one day: chosen again, it moves.
 *
 * @param args - `day`: as "2026-11-24", in UTC. Default today.
 * @returns Error codes: `artwork_not_found`, `sensitive_work`, `invalid_day`.
 */
export const choose = internalMutation({
  args: { artworkId: v.string(), day: v.optional(v.string()) },
  returns: vResult(v.null()),
  handler: async (ctx, { artworkId, day: date }): Promise<Result<null>> => {
    const today = dayOf(Date.now());
    const day = date === undefined ? today : dayOf(Date.parse(date));
    if (Number.isNaN(day) || day < today) return refusals.badDay();
    const artwork = await findArtwork(ctx, artworkId);
    if (artwork?.state !== "published") return refusals.noArtwork();
    if (!mayBeLit(artwork)) return refusals.sensitiveWork();
    for (const { _id } of await worksLitOn(ctx, day)) {
      await ctx.db.patch("artworks", _id, { litOn: undefined });
    }
    await ctx.db.patch("artworks", artwork._id, { litOn: day });
    return ok(null);
  },
});

/** Lets likes choose today's work, where no operator did. Without a worthy one, the last one stays. */
export const turn = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const today = dayOf(now);
    if ((await worksLitOn(ctx, today)).some(mayBeLit)) return null;
    const liked = mostLiked(await hungSince(ctx, now - CANDIDATE_MS));
    if (liked) await ctx.db.patch("artworks", liked._id, { litOn: today });
    return null;
  },
});

async function hungSince(ctx: MutationCtx, since: number): Promise<Doc<"artworks">[]> {
  return await ctx.db
    .query("artworks")
    .withIndex("by_state_and_publishedAt", (q) =>
      q.eq("state", "published").gt("publishedAt", since),
    )
    .order("desc")
    .take(MOST_CANDIDATES);
}

/** What most people like of what was never lit; of two, the one named first. No plan or boost counts. */
function mostLiked(works: readonly Doc<"artworks">[]): Doc<"artworks"> | undefined {
  return works
    .filter((work) => mayBeLit(work) && work.litOn === undefined && work.likes >= FEWEST_LIKES)
    .toSorted((one, other) => other.likes - one.likes)[0];
}

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
