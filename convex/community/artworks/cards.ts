import { v } from "convex/values";
import { vMedium } from "../../contract/medium";
import { vMediaType } from "../../contract/files/sniff";
import { vFocus, vMadeHow } from "../../contract/works";
import type { PaginationResult } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { viewerContextOf, isVisible } from "../relationships/viewer";
import { shownLikes } from "./countRules";
import { mapPage } from "../paging";
import { toPerson, vPerson } from "../profiles/model";
import { fileUrls, toFileUrls } from "../files/renditions";

/** A work with its caption, for feeds. */
export const vCard = v.object({
  id: v.id("artworks"),
  title: v.string(),
  alt: v.string(),
  medium: vMedium,
  mediaType: vMediaType,
  ...fileUrls,
  width: v.number(),
  height: v.number(),
  /** The artist's crop for grids; null: the whole picture. */
  focus: v.union(vFocus, v.null()),
  /**
   * The merged count, corrected by the caller's own like; on the work's own page,
   * the current count.
   */
  likes: v.number(),
  /** Whether the caller likes it. */
  liked: v.boolean(),
  comments: v.number(),
  /** Null if the artist did not specify it. */
  madeHow: v.union(vMadeHow, v.null()),
  sensitive: v.boolean(),
  /** Whether its artist paid to promote it. */
  isBoosted: v.boolean(),
  /** Whether it is today's featured work, shown first here. */
  isFeatured: v.boolean(),
  createdAt: v.number(),
  artist: vPerson,
});

type Card = typeof vCard.type;

export async function toCard(
  ctx: QueryCtx,
  artwork: Doc<"artworks">,
  viewer: Doc<"profiles"> | null,
): Promise<Card> {
  const artist = await ctx.db.get("profiles", artwork.profileId);
  if (!artist) throw new Error(`Artwork ${artwork._id} hangs without its artist`);
  const { title, alt, medium, mediaType, width, height, comments } = artwork;
  const { madeHow, sensitive, boostedUntil, publishedAt } = artwork;
  const own = viewer && (await findLike(ctx, viewer._id, artwork._id));
  return {
    ...{ id: artwork._id, title, alt, medium, mediaType, width, height, comments },
    focus: artwork.focus ?? null,
    likes: shownLikes(artwork, own),
    ...{ madeHow, sensitive, isBoosted: boostedUntil !== null, isFeatured: false },
    createdAt: publishedAt,
    ...(await toFileUrls(ctx, artwork)),
    liked: own !== null && own.withdrawn === undefined,
    artist: await toPerson(ctx, artist),
  };
}

/** A page of works for this caller, without those that they can't see. */
export async function toCards(
  ctx: QueryCtx,
  result: PaginationResult<Doc<"artworks">>,
): Promise<PaginationResult<Card>> {
  const viewerContext = await viewerContextOf(ctx);
  return await mapPage(result, async (artwork) =>
    isVisible(viewerContext, artwork) ? await toCard(ctx, artwork, viewerContext.viewer) : null,
  );
}

/** A member's like of a work, which may be withdrawn. */
export async function findLike(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
  artworkId: Id<"artworks">,
): Promise<Doc<"likes"> | null> {
  return await ctx.db
    .query("likes")
    .withIndex("by_profileId_and_artworkId", (q) =>
      q.eq("profileId", profileId).eq("artworkId", artworkId),
    )
    .unique();
}
