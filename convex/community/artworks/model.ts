import type { Failure } from "../../../packages/billing/src/contract";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { canView } from "../relationships/viewer";
import { refusals } from "../errors";
import type { WithoutSystemFields } from "convex/server";
import { trendingScore } from "./ranking";
import { findOwnProfile } from "../profiles/model";

/** Finds a work by the id in a URL, if the viewer may see it. */
export async function findOpenArtwork(
  ctx: QueryCtx,
  text: string,
  viewer: Doc<"profiles"> | null,
): Promise<Doc<"artworks"> | null> {
  const artwork = await findArtwork(ctx, text);
  return artwork && canView(viewer, artwork) ? artwork : null;
}

/** The caller's own work, published or not. */
export async function findOwnArtwork(
  ctx: QueryCtx,
  text: string,
): Promise<{ artwork: Doc<"artworks">; artist: Doc<"profiles">; error: null } | Failure> {
  const artist = await findOwnProfile(ctx);
  if (!artist) return refusals.signedOut();
  const artwork = await findOpenArtwork(ctx, text, artist);
  if (!artwork) return refusals.noArtwork();
  if (artwork.profileId !== artist._id) return refusals.notYours();
  return { artwork, artist, error: null };
}

/** Finds a work by the id in a URL, without checking the viewer. */
export async function findArtwork(ctx: QueryCtx, text: string) {
  const id = ctx.db.normalizeId("artworks", text);
  return id && (await ctx.db.get("artworks", id));
}

type Work = WithoutSystemFields<Doc<"artworks">>;

type Sent = Pick<
  Work,
  | "clientUploadId"
  | "title"
  | "alt"
  | "medium"
  | "description"
  | "tags"
  | "licence"
  | "madeHow"
  | "sensitive"
  | "noAi"
  | "focus"
  | "storageId"
  | "width"
  | "height"
  | "mediaType"
  | "bytes"
  | "dynamicRange"
  | "thumbhash"
  | "preview"
  | "poster"
>;

/** A new work, before any view or like. */
export function newWork(
  sent: Sent,
  artist: Doc<"profiles">,
  { now, ...whose }: { now: number } & Pick<Work, "studioId" | "payerId" | "state">,
): Work {
  const attention = { likes: 0, views: 0, boostedUntil: null };
  return {
    ...sent,
    ...attention,
    ...whose,
    profileId: artist._id,
    publishedAt: now,
    wasPublished: whose.state === "published",
    ...(whose.state === "unlisted" && { isUploadCounted: true }),
    editedAt: null,
    comments: 0,
    trending: trendingScore({ publishedAt: now, ...attention }),
    searchText: searchTextOf(sent, artist),
  };
}

/** The text that searches match. */
export function searchTextOf(
  { title, description, alt, tags }: Pick<Work, "title" | "description" | "alt" | "tags">,
  { username, name }: Pick<Doc<"profiles">, "username" | "name">,
): string {
  return [title, ...tags, description, alt, name, username].join(" ");
}

/**
 * The edit time of a work that is changed now. A draft has none, because it is not finished yet.
 */
export function editedNow({ state, editedAt }: Pick<Work, "state" | "editedAt">) {
  return { editedAt: state === "draft" ? editedAt : Date.now() };
}
