import type { JSONValue } from "convex/values";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import type { Transaction } from "../../../packages/convex-local/src/store/transaction";
import { ISSUER } from "../server/fixture";

/**
 * A few objects of the same kinds for each member, so that every list also has other members' rows.
 */
const PEOPLE = ["ada", "bea", "cy"];
const CROWD = ["p0", "p1", "p2", "p3"];
const DAY_MS = 24 * 60 * 60 * 1000;

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

export interface Community {
  work: Record<string, string>;
  comment: Record<string, string>;
  collection: Record<string, string>;
  secretCollection: Record<string, string>;
  /** The live session of each of them. */
  session: Record<string, string>;
}

type Fields = Record<string, JSONValue>;

function addPerson(tx: Transaction, username: string): string {
  const row: Fields = {
    ...{ tokenIdentifier: `${ISSUER}|${username}`, username, usernameKey: username },
    ...{ name: `Person ${username}`, bio: "", links: [], avatarId: null, coverId: null },
    ...{ pinned: [], followers: 0, followed: 0, searchText: `${username} person` },
    settings: { sensitive: "show", hiddenMadeHow: [] },
  };
  return tx.insert("profiles", row)._id;
}

function addSession(tx: Transaction, subject: string): string {
  const account = { subject, username: subject, usernameKey: subject, passwordHash: "-" };
  const accountId = tx.insert("accounts", account)._id;
  const hashes = { familyHash: subject, tokenHash: subject };
  const times = { rotatedAt: Date.now(), expiresAt: Date.now() + DAY_MS };
  return tx.insert("sessions", { accountId, ...hashes, ...times })._id;
}

function addWork(tx: Transaction, profileId: string, studioId: string, fields: Fields): string {
  const file = tx.insert("_storage", { sha256: "", size: 1 })._id;
  const row: Fields = {
    ...{ profileId, studioId, alt: "", medium: "painting", description: "", tags: ["sea"] },
    ...{ licence: "all_rights_reserved", madeHow: null, sensitive: false, noAi: false },
    ...{ storageId: file, width: 1, height: 1, mediaType: "image/png", bytes: 1 },
    ...{ wasPublished: true, editedAt: null, likes: 0, comments: 0, views: 0, trending: 1 },
    ...{ boostedUntil: null, searchText: "a word", ...fields },
  };
  return tx.insert("artworks", row)._id;
}

/** Fills a new folder's database as the site's own functions would. */
export function addCommunity(dataDir: string): Community {
  const database = openDatabase({ dir: dataDir });
  const tx = database.begin();
  const made: Community = {
    ...{ work: {}, comment: {}, collection: {}, secretCollection: {}, session: {} },
  };
  const id = Object.fromEntries([...PEOPLE, ...CROWD].map((name) => [name, addPerson(tx, name)]));
  const idOf = (name: string) => id[name] ?? "";
  for (const name of PEOPLE) addLife(tx, name, idOf, made);
  database.commit(tx);
  database.close();
  return made;
}

function addLife(
  tx: Transaction,
  name: string,
  idOf: (name: string) => string,
  made: Community,
): void {
  const own = idOf(name);
  made.session[name] = addSession(tx, name);
  const others = [...PEOPLE, ...CROWD].filter((each) => each !== name);
  const studio = { slug: `studio-${name}`, name, ownerId: own, customerId: name };
  const studioId = tx.insert("studios", studio)._id;
  const works = upTo(5).map((at) => {
    const title = `${name} published ${at}`;
    const publishedAt = Date.UTC(2026, 0, 1) + at * DAY_MS;
    const shown = { clientUploadId: title, title, state: "published", publishedAt };
    const work = addWork(tx, own, studioId, shown);
    const tag = { tag: "sea", artworkId: work, medium: "painting", madeHow: null, publishedAt };
    tx.insert("artworkTags", tag);
    for (const viewer of PEOPLE)
      if (viewer !== name)
        tx.insert("feedEntries", {
          ...{ viewerId: idOf(viewer), artistId: own, artworkId: work, publishedAt },
        });
    return work;
  });
  for (const state of ["draft", "hidden"])
    for (const at of upTo(4)) {
      const title = `${name} ${state} ${at}`;
      addWork(tx, own, studioId, { clientUploadId: title, title, state, publishedAt: at });
    }
  const artworkId = works[0] ?? "";
  made.work[name] = artworkId;
  const say = (parentId: string | null, text: string, by: string) =>
    tx.insert("comments", {
      ...{ artworkId, authorId: idOf(by), parentId, text, mentions: [], replies: 0 },
    })._id;
  const said = others.slice(0, 4).map((by) => say(null, `${by} to ${name}`, by));
  made.comment[name] = said[0] ?? "";
  for (const by of others.slice(0, 4)) say(made.comment[name], `${by} answers ${name}`, by);
  for (const other of others) {
    tx.insert("relationships", { kind: "follow", fromId: own, toId: idOf(other) });
    const key = `follow ${other} ${name}`;
    const about = { artworkId: null, commentId: null, studioId: null, isRead: false };
    tx.insert("notifications", {
      ...{ recipientId: own, actorId: idOf(other), kind: "follow", key, ...about },
    });
  }
  for (const kind of ["block", "mute"])
    for (const other of CROWD) tx.insert("relationships", { kind, fromId: own, toId: idOf(other) });
  for (const visibility of ["public", "private"])
    for (const at of upTo(4)) {
      const texts = { title: `${name} ${visibility} ${at}`, description: "" };
      const row = { ...texts, profileId: own, visibility, items: works.length };
      const collectionId = tx.insert("collections", row)._id;
      made[visibility === "public" ? "collection" : "secretCollection"][name] = collectionId;
      for (const [position, work] of works.entries())
        tx.insert("collectionItems", { collectionId, artworkId: work, position });
    }
}
