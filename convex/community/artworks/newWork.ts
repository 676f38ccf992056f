import type { WithoutSystemFields } from "convex/server";
import type { Doc } from "../../_generated/dataModel";
import { trendingScore } from "./ranking";

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

/** A work as it is stored first: nobody has seen it. */
export function newWork(
  sent: Sent,
  { now, ...whose }: { now: number } & Pick<Work, "profileId" | "studioId" | "payerId" | "state">,
): Work {
  const attention = { likes: 0, views: 0, boostedUntil: null };
  return {
    ...sent,
    ...attention,
    ...whose,
    publishedAt: now,
    hasHung: whose.state === "published",
    editedAt: null,
    comments: 0,
    trending: trendingScore({ publishedAt: now, ...attention }),
    searchText: searchTextOf(sent),
  };
}

/** What a work is found by. */
export function searchTextOf({
  title,
  description,
  alt,
  tags,
}: Pick<Work, "title" | "description" | "alt" | "tags">): string {
  return [title, ...tags, description, alt].join(" ");
}
