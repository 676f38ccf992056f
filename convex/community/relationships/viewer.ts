import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findOwnProfile } from "../profiles/model";

/** How many people one person can block, and how many mute: each page reads them all. */
export const MAX_SILENCED = 500;

/** Who looks, and whom they do not want to see. */
export interface Audience {
  viewer: Doc<"profiles"> | null;
  silenced: ReadonlySet<Id<"profiles">>;
}

export async function audienceOf(ctx: QueryCtx): Promise<Audience> {
  const viewer = await findOwnProfile(ctx);
  if (!viewer) return { viewer, silenced: new Set() };
  const lists = await Promise.all(
    (["block", "mute"] as const).map(async (kind) => await silencedBy(ctx, viewer._id, kind)),
  );
  return { viewer, silenced: new Set(lists.flat()) };
}

/** Whether a work belongs on a wall that many share, for this viewer. Their own always does. */
export function isWanted({ viewer, silenced }: Audience, artwork: Doc<"artworks">): boolean {
  if (artwork.state !== "published") return false;
  if (!viewer || viewer._id === artwork.profileId) return true;
  const { sensitive, hiddenMadeHow } = viewer.settings;
  if (silenced.has(artwork.profileId)) return false;
  if (artwork.sensitive && sensitive === "hide") return false;
  return artwork.madeHow === null || !hiddenMadeHow.includes(artwork.madeHow);
}

/** Whether somebody may look at a work that they have the address of. */
export function isOpenTo(viewer: Doc<"profiles"> | null, artwork: Doc<"artworks">): boolean {
  return artwork.state === "published" || viewer?._id === artwork.profileId;
}

async function silencedBy(ctx: QueryCtx, fromId: Id<"profiles">, kind: "block" | "mute") {
  const ties = await ctx.db
    .query("ties")
    .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", fromId).eq("kind", kind))
    .take(MAX_SILENCED);
  return ties.map(({ toId }) => toId);
}
