import type { JSONValue } from "convex/values";
import type { Transaction } from "../../packages/convex-local/src/store/transaction";
import type { Stage } from "../engine/stage";

/** Rows per transaction: large enough to be quick, small enough for the log. */
const BATCH = 5_000;
const ISSUER = "https://bench";
const DAY_MS = 24 * 60 * 60 * 1000;
const LONG_AGO = Date.UTC(2025, 2, 1);

type Fields = Record<string, JSONValue>;
export type Insert = (table: string, fields: Fields) => string;

/** The identity of a call. */
export function identityOf(name: string): Record<string, string> {
  const tokenIdentifier = `${ISSUER}|${name}`;
  return { issuer: ISSUER, subject: name, tokenIdentifier, preferredUsername: name };
}

/** Inserts many rows without the functions; a hundred thousand take seconds. */
export function insertMany(
  { database, take }: Pick<Stage, "database" | "take">,
  count: number,
  write: (insert: Insert, n: number) => void,
): void {
  for (let from = 0; from < count; from += BATCH) {
    const transaction = database.begin();
    for (let n = from; n < Math.min(from + BATCH, count); n++) write(inserting(transaction), n);
    database.commit(transaction);
    // The meter delegates everything else.
    take();
  }
}

const inserting =
  (transaction: Transaction): Insert =>
  (table, fields) =>
    transaction.insert(table, fields)._id;

/** A member, as profiles:ensure creates them. */
export function addMember(insert: Insert, username: string): string {
  return insert("profiles", {
    ...{ tokenIdentifier: `${ISSUER}|${username}`, username, usernameKey: username },
    ...{ name: `Person ${username}`, bio: "", links: [], avatarId: null, coverId: null },
    ...{ pinned: [], searchText: `${username} person` },
    settings: { sensitive: "show", hiddenMadeHow: [] },
  });
}

/** A published work with one tag. */
export function addWork(insert: Insert, profileId: string, n: number): string {
  const storageId = insert("_storage", { sha256: "", size: 1 });
  const publishedAt = LONG_AGO + n;
  const terms = { medium: "painting", madeHow: null };
  const artworkId = insert("artworks", {
    ...{ profileId, studioId: null, clientUploadId: `${profileId} ${n}`, title: "Work", alt: "" },
    ...{ description: "", tags: ["sea"], licence: "all_rights_reserved", sensitive: false },
    ...{ ...terms, noAi: false, storageId, width: 1, height: 1, mediaType: "image/png", bytes: 1 },
    ...{ state: "published", publishedAt, wasPublished: true, editedAt: null, boostedUntil: null },
    ...{ likes: 0, comments: 0, views: 0, trending: publishedAt / (2 * DAY_MS) },
    searchText: `harbour number${n}`,
  });
  insert("artworkTags", { tag: "sea", artworkId, ...terms, publishedAt });
  return artworkId;
}

/**
 * One member follows the other, likes, comments on and views their work, and the
 * other is notified.
 */
export function addAttention(
  insert: Insert,
  { fromId, artistId, artworkId }: Record<"fromId" | "artistId" | "artworkId", string>,
  n: number,
): void {
  insert("relationships", { kind: "follow", fromId, toId: artistId });
  insert("likes", { profileId: fromId, artworkId, since: 0 });
  insert("views", { artworkId, viewerId: fromId, day: 20_000 });
  const said = { text: "Oh", mentions: [], replies: 0, parentId: null };
  insert("comments", { artworkId, authorId: fromId, ...said });
  insert("notifications", {
    ...{ recipientId: artistId, actorId: fromId, kind: "like", key: `like:${fromId}:${artworkId}` },
    ...{ artworkId, commentId: null, studioId: null, isRead: false, position: n + 1 },
  });
}
