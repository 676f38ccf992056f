import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isOpenTo } from "../relationships/viewer";
import type { Audience } from "../relationships/viewer";
import { findTie } from "../relationships/model";

/** Who did something, and to what. */
export interface Told {
  actor: Doc<"profiles">;
  artwork: Doc<"artworks"> | null;
  comment: Doc<"comments"> | null;
  studio: Doc<"studios"> | null;
}

/** What a notice is about; null when its reader is not told of it (any more). */
export async function findTold(
  ctx: QueryCtx,
  { viewer, silenced }: Audience,
  { actorId, artworkId, commentId, studioId }: Doc<"notifications">,
): Promise<Told | null> {
  if (silenced.has(actorId)) return null;
  const actor = await ctx.db.get("profiles", actorId);
  const artwork = artworkId && (await ctx.db.get("artworks", artworkId));
  const comment = commentId && (await ctx.db.get("comments", commentId));
  const studio = studioId && (await ctx.db.get("studios", studioId));
  // Between the deletion of a thing and of what was told of it; and what was hidden since.
  const isShown = artwork && isOpenTo(viewer, artwork);
  const isGone = (artworkId && !isShown) || (commentId && !comment) || (studioId && !studio);
  return actor && !isGone ? { actor, artwork, comment, studio } : null;
}

/** Whether its reader is told of a notice, asked of one notice alone. */
export async function isTold(ctx: QueryCtx, row: Doc<"notifications">): Promise<boolean> {
  const viewer = await ctx.db.get("profiles", row.recipientId);
  const isSilenced = await silences(ctx, row.recipientId, row.actorId);
  const silenced = new Set(isSilenced ? [row.actorId] : []);
  return (await findTold(ctx, { viewer, silenced }, row)) !== null;
}

async function silences(ctx: QueryCtx, fromId: Id<"profiles">, toId: Id<"profiles">) {
  if (await findTie(ctx, { kind: "block", fromId, toId })) return true;
  return (await findTie(ctx, { kind: "mute", fromId, toId })) !== null;
}
