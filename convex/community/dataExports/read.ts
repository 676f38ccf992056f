import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import { internalQuery } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { canView } from "../relationships/viewer";
import {
  extensionOf,
  isoDate,
  slugOf,
  vExportedMember,
  vExportedWork,
  vList,
  vRow,
} from "./contents";
import type { ExportedFile, ExportedWork, List, Row } from "./contents";

/** Rows per page, which one transaction reads. */
const MOST_ROWS = 100;
const ID_END = -8;
/** More rows of a kind than a work or a member can have. */
const MOST_OF_A_KIND = 500;

/** The member of an export; null if the export was deleted. */
export const member = internalQuery({
  args: { exportId: v.id("dataExports") },
  returns: v.union(vExportedMember, v.null()),
  handler: async (ctx, { exportId }) => {
    const profile = await profileOf(ctx, exportId);
    if (!profile) return null;
    const former = await ctx.db
      .query("formerUsernames")
      .withIndex("by_profileId_and_at", (q) => q.eq("profileId", profile._id))
      .take(MOST_OF_A_KIND);
    const { tokenIdentifier, username, name, bio, links, settings, _creationTime } = profile;
    const facts = {
      ...{ username, name, bio, since: isoDate(_creationTime), sensitive: settings.sensitive },
      hiddenMadeHow: settings.hiddenMadeHow.join(", "),
      formerUsernames: former.map(({ usernameKey }) => usernameKey).join(", "),
    };
    const images = [
      await profileImage(ctx, "avatar", profile.avatarId),
      await profileImage(ctx, "cover", profile.coverId),
    ].flat();
    return { tokenIdentifier, username, facts, links, images };
  },
});

/** A page of the member's works, drafts and hidden ones included, oldest first. */
export const works = internalQuery({
  args: { exportId: v.id("dataExports"), paginationOpts: paginationOptsValidator },
  returns: v.object({
    works: v.array(vExportedWork),
    cursor: v.string(),
    isDone: v.boolean(),
  }),
  handler: async (ctx, { exportId, paginationOpts }) => {
    const profile = await profileOf(ctx, exportId);
    if (!profile) return { works: [], cursor: "", isDone: true };
    const { page, isDone, continueCursor } = await ctx.db
      .query("artworks")
      .withIndex("by_profileId", (q) => q.eq("profileId", profile._id))
      .paginate(paginationOpts);
    const found = await Promise.all(page.map(async (artwork) => await toWork(ctx, artwork)));
    return { works: found, cursor: continueCursor, isDone };
  },
});

/** A page of one of the member's lists, oldest first. */
export const list = internalQuery({
  args: {
    exportId: v.id("dataExports"),
    list: vList,
    cursor: v.union(v.string(), v.null()),
  },
  returns: v.object({ rows: v.array(vRow), cursor: v.string(), isDone: v.boolean() }),
  handler: async (ctx, { exportId, list: name, cursor }) => {
    const profile = await profileOf(ctx, exportId);
    if (!profile) return { rows: [], cursor: "", isDone: true };
    return await READERS[name](ctx, profile, { numItems: MOST_ROWS, cursor });
  },
});

/** A page of the works in a collection, in order. */
export const collected = internalQuery({
  args: { collectionId: v.id("collections"), cursor: v.union(v.string(), v.null()) },
  returns: v.object({ rows: v.array(vRow), cursor: v.string(), isDone: v.boolean() }),
  handler: async (ctx, { collectionId, cursor }) => {
    const collection = await ctx.db.get("collections", collectionId);
    const owner = collection && (await ctx.db.get("profiles", collection.profileId));
    const result = await ctx.db
      .query("collectionItems")
      .withIndex("by_collectionId_and_position", (q) => q.eq("collectionId", collectionId))
      .paginate({ numItems: MOST_ROWS, cursor });
    return await rowsOf(result, async ({ artworkId, _creationTime }) => ({
      ...{ at: isoDate(_creationTime), work: await titleOf(ctx, artworkId, owner) },
    }));
  },
});

type Read = (
  ctx: QueryCtx,
  member: Doc<"profiles">,
  options: { numItems: number; cursor: string | null },
) => Promise<{ rows: Row[]; cursor: string; isDone: boolean }>;

const READERS: Readonly<Record<List, Read>> = {
  comments: async (ctx, member, options) => {
    const result = await ctx.db
      .query("comments")
      .withIndex("by_authorId", (q) => q.eq("authorId", member._id))
      .paginate(options);
    return await rowsOf(result, async ({ text, artworkId, parentId, _creationTime }) => ({
      ...{ at: isoDate(_creationTime), on: await titleOf(ctx, artworkId, member), text },
      isReply: parentId !== null,
    }));
  },
  likes: async (ctx, member, options) => {
    const result = await ctx.db
      .query("likes")
      .withIndex("by_profileId_and_artworkId", (q) => q.eq("profileId", member._id))
      .paginate(options);
    const given = result.page.filter(({ withdrawn }) => withdrawn === undefined);
    return await rowsOf({ ...result, page: given }, async ({ artworkId, _creationTime }) => ({
      ...{ at: isoDate(_creationTime), work: await titleOf(ctx, artworkId, member) },
    }));
  },
  relationships: async (ctx, member, options) => {
    const result = await ctx.db
      .query("relationships")
      .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", member._id))
      .paginate(options);
    return await rowsOf(result, async ({ kind, toId, _creationTime }) => {
      const other = await ctx.db.get("profiles", toId);
      return { at: isoDate(_creationTime), kind, username: other?.username ?? "deleted" };
    });
  },
  collections: async (ctx, member, options) => {
    const result = await ctx.db
      .query("collections")
      .withIndex("by_profileId", (q) => q.eq("profileId", member._id))
      .paginate(options);
    return await rowsOf(result, ({ _id: id, title, description, visibility, _creationTime }) => ({
      ...{ at: isoDate(_creationTime), title, description, visibility, id },
    }));
  },
  studios: async (ctx, member, options) => {
    const result = await ctx.db
      .query("studioMembers")
      .withIndex("by_profileId", (q) => q.eq("profileId", member._id))
      .paginate(options);
    return await rowsOf(result, async ({ studioId, role, state, _creationTime }) => {
      const studio = await ctx.db.get("studios", studioId);
      return { at: isoDate(_creationTime), studio: studio?.name ?? "deleted", role, state };
    });
  },
};

async function rowsOf<T>(
  { page, continueCursor, isDone }: { page: T[]; continueCursor: string; isDone: boolean },
  toRow: (document: T) => Row | Promise<Row>,
) {
  return {
    rows: await Promise.all(page.map(async (document) => await toRow(document))),
    cursor: continueCursor,
    isDone,
  };
}

async function profileOf(
  ctx: QueryCtx,
  exportId: Id<"dataExports">,
): Promise<Doc<"profiles"> | null> {
  const found = await ctx.db.get("dataExports", exportId);
  return found && (await ctx.db.get("profiles", found.profileId));
}

/** A work that the member may no longer see has no title. */
async function titleOf(
  ctx: QueryCtx,
  artworkId: Id<"artworks">,
  reader: Doc<"profiles"> | null,
): Promise<string> {
  const artwork = await ctx.db.get("artworks", artworkId);
  if (!artwork) return "a deleted work";
  if (!canView(reader, artwork)) return "a work that is not shown";
  const artist = await ctx.db.get("profiles", artwork.profileId);
  return `${artwork.title}, by ${artist?.username ?? "deleted"}`;
}

async function profileImage(
  ctx: QueryCtx,
  kind: "avatar" | "cover",
  storageId: Id<"_storage"> | null,
): Promise<ExportedFile[]> {
  const stored = storageId && (await ctx.db.system.get("_storage", storageId));
  if (!stored) return [];
  const path = `profile/${kind}.${extensionOf(stored.contentType ?? "")}`;
  return [{ path, storageId: stored._id, caption: kind, isPicture: true }];
}

async function toWork(ctx: QueryCtx, artwork: Doc<"artworks">): Promise<ExportedWork> {
  const { _id, title, alt, description, tags, publishedAt } = artwork;
  const { medium, licence, madeHow, sensitive, noAi, state, likes, comments, views } = artwork;
  const rows = await ctx.db
    .query("workFiles")
    .withIndex("by_artworkId_and_role_and_position", (q) => q.eq("artworkId", _id))
    .take(MOST_OF_A_KIND);
  const orders = await ctx.db
    .query("printOrders")
    .withIndex("by_artworkId", (q) => q.eq("artworkId", _id))
    .take(MOST_OF_A_KIND);
  if (orders.length === MOST_OF_A_KIND) throw new Error(`${_id} has too many print orders`);
  const day = isoDate(publishedAt).slice(0, 10);
  const folder = `works/${day}-${slugOf(title)}-${_id.slice(ID_END)}`;
  const toFile = (
    { storageId, mediaType }: Pick<Doc<"workFiles">, "storageId" | "mediaType">,
    name: string,
    caption: string,
  ): ExportedFile => ({
    ...{ path: `${folder}/${name}.${extensionOf(mediaType)}`, storageId, caption },
    isPicture: /^image\/(?!hei)/.test(mediaType),
  });
  return {
    ...{ title, alt, description, tags },
    facts: {
      ...{ visibility: state, sharedAt: isoDate(publishedAt), medium, licence, madeHow },
      ...{ sensitive, noAi, likes, comments, views },
    },
    files: [
      toFile(artwork, "original", alt),
      ...rows.map((row, at) => toFile(row, `${row.role}-${at + 1}`, row.caption)),
    ],
    printOrders: orders.map(({ state: orderState, address, _creationTime }) => ({
      ...{ at: isoDate(_creationTime), state: orderState, address },
    })),
  };
}
