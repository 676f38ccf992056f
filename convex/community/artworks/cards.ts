import { v } from "convex/values";
import { vMedium } from "../../contract/medium";
import { vMediaType } from "../../contract/files/sniff";
import { vMadeHow } from "../../contract/works";
import type { PaginationResult } from "convex/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { audienceOf, isWanted } from "../relationships/viewer";
import { shownLikes } from "./countRules";
import { mapPage } from "../paging";
import { toPerson, vPerson } from "../profiles/model";
import { shownFile, toShown } from "../files/renditions";

/** A work as it hangs on a wall, label included. */
export const vCard = v.object({
  id: v.id("artworks"),
  title: v.string(),
  alt: v.string(),
  medium: vMedium,
  mediaType: vMediaType,
  ...shownFile,
  width: v.number(),
  height: v.number(),
  /** As merged last, with the caller's own last word; on the work's own page, as it is. */
  likes: v.number(),
  /** Whether the caller likes it. */
  liked: v.boolean(),
  comments: v.number(),
  /** Null: the artist did not say. */
  madeHow: v.union(vMadeHow, v.null()),
  sensitive: v.boolean(),
  /** Whether it stands out because its artist paid for that. */
  isBoosted: v.boolean(),
  /** Whether it hangs in today's spotlight, here. */
  isLit: v.boolean(),
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
    likes: shownLikes(artwork, own),
    ...{ madeHow, sensitive, isBoosted: boostedUntil !== null, isLit: false },
    createdAt: publishedAt,
    ...(await toShown(ctx, artwork)),
    liked: own !== null && own.withdrawn === undefined,
    artist: await toPerson(ctx, artist),
  };
}

/** A page of works as this caller sees it: what they do not want to see is left out. */
export async function toCards(
  ctx: QueryCtx,
  result: PaginationResult<Doc<"artworks">>,
): Promise<PaginationResult<Card>> {
  const audience = await audienceOf(ctx);
  return await mapPage(result, async (artwork) =>
    isWanted(audience, artwork) ? await toCard(ctx, artwork, audience.viewer) : null,
  );
}

/** What is known of somebody's like of a work: it may have been taken back. */
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
