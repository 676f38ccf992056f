import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findOwnProfile } from "../profiles/model";

/** How many members one member can block, and how many they can mute. Each page reads them all. */
export const MAX_BLOCKS_OR_MUTES = 500;

/** The viewer, and the members that they block or mute. */
export interface ViewerContext {
  viewer: Doc<"profiles"> | null;
  blockedOrMuted: ReadonlySet<Id<"profiles">>;
}

export async function viewerContextOf(ctx: QueryCtx): Promise<ViewerContext> {
  return await viewerContextFor(ctx, await findOwnProfile(ctx));
}

/** The viewer context of a member other than the caller. */
export async function viewerContextFor(
  ctx: QueryCtx,
  viewer: Doc<"profiles"> | null,
): Promise<ViewerContext> {
  if (!viewer) return { viewer, blockedOrMuted: new Set() };
  const lists = await Promise.all(
    (["block", "mute"] as const).map(async (kind) => await blockedOrMutedBy(ctx, viewer._id, kind)),
  );
  return { viewer, blockedOrMuted: new Set(lists.flat()) };
}

/**
 * Whether a published work may appear in this viewer's feeds, lists and searches:
 * their settings, blocks and mutes decide. Their own published works always do;
 * drafts never do.
 */
export function isVisible(
  { viewer, blockedOrMuted }: ViewerContext,
  artwork: Doc<"artworks">,
): boolean {
  if (artwork.state !== "published") return false;
  if (!viewer || viewer._id === artwork.profileId) return true;
  const { sensitive, hiddenMadeHow } = viewer.settings;
  if (blockedOrMuted.has(artwork.profileId)) return false;
  if (artwork.sensitive && sensitive === "hide") return false;
  return artwork.madeHow === null || !hiddenMadeHow.includes(artwork.madeHow);
}

/** Whether a viewer may open a work by its URL. Only its artist can open a draft or hidden work. */
export function canView(viewer: Doc<"profiles"> | null, artwork: Doc<"artworks">): boolean {
  const isOpen = artwork.state === "published" || artwork.state === "unlisted";
  return isOpen || viewer?._id === artwork.profileId;
}

async function blockedOrMutedBy(ctx: QueryCtx, fromId: Id<"profiles">, kind: "block" | "mute") {
  const relationships = await ctx.db
    .query("relationships")
    .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", fromId).eq("kind", kind))
    .take(MAX_BLOCKS_OR_MUTES);
  return relationships.map(({ toId }) => toId);
}
