import type { SystemTableNames } from "convex/server";
import type { Id, TableNames } from "../../convex/_generated/dataModel";
import type { Card } from "../../src/community/grid/card-data";

/** Any string works as an id in tests; only the server creates real ones. */
export function idOf<Table extends TableNames | SystemTableNames>(text: string): Id<Table> {
  return text as Id<Table>;
}

/** A work as the server returns it. */
export function cardOf(title: string, changes: Partial<Card> = {}): Card {
  return {
    id: idOf(title.toLowerCase()),
    title,
    alt: `What ${title} shows`,
    medium: "painting",
    mediaType: "image/jpeg",
    url: `https://files/${title}`,
    previewUrl: null,
    posterUrl: null,
    thumbhash: null,
    width: 300,
    height: 400,
    focus: null,
    likes: 0,
    liked: false,
    comments: 0,
    madeHow: null,
    sensitive: false,
    isBoosted: false,
    isFeatured: false,
    createdAt: 1,
    artist: { username: "yuki.tanabe", name: "Yuki Tanabe", avatarUrl: null },
    ...changes,
  };
}
