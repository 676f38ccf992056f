import { v } from "convex/values";
import { usernameKeyOf } from "../../contract/credentials";
import { usernameSkeletonOf } from "../../contract/usernames";
import { vMediaType } from "../../contract/files/sniff";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deleteFile } from "../artworks/deletion";
import { indexWork } from "../artworks/searchIndex";
import { findPublished } from "../uploads/publishing";
import { newWork } from "../artworks/model";
import { trendingScore } from "../artworks/ranking";
import {
  DEFAULT_METADATA,
  storedFile,
  fileWithDimensions,
  requiredMetadata,
  optionalMetadata,
} from "../artworks/metadata";
import { NEW_PROFILE, findByToken } from "../profiles/model";
import { rowsOf } from "../files/model";
import { tokenOf, demoArtist, findDemoWork, vDemoWork } from "./model";

/** A rendition of a work: see `vRendition`. */
const vUploadedRendition = v.object({ storageId: v.id("_storage"), mediaType: vMediaType });
const vArtist = v.object({ username: v.string(), name: v.string(), bio: v.string() });

/** A URL to upload a work's file to; null if the work is already published. */
export const uploadUrl = internalMutation({
  args: { username: v.string(), slug: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { username, slug }) => {
    const artist = await findByToken(ctx, tokenOf(username));
    const existing = artist && (await findPublished(ctx, artist._id, slug));
    return existing ? null : await ctx.storage.generateUploadUrl();
  },
});

/**
 * Publishes a demo work. The artist is found or created by username, the work by
 * slug: publishing it again changes nothing.
 *
 * @returns Whether it is new here.
 */
export const publish = internalMutation({
  args: {
    artist: vArtist,
    slug: v.string(),
    ...requiredMetadata,
    ...fileWithDimensions,
    tags: optionalMetadata.tags,
    madeHow: optionalMetadata.madeHow,
    mediaType: vMediaType,
    thumbhash: storedFile.thumbhash,
    preview: v.optional(vUploadedRendition),
    poster: v.optional(vUploadedRendition),
    /** When it was published, in milliseconds since 1970. Default: now. */
    publishedAt: v.optional(v.number()),
    /** The number of views. Default 0. */
    views: v.optional(v.number()),
  },
  returns: v.boolean(),
  handler: async (ctx, { artist, slug, preview, poster, publishedAt, views = 0, ...work }) => {
    const profile = await ensureArtist(ctx, artist);
    if (await findPublished(ctx, profile._id, slug)) {
      for (const file of [work, preview, poster]) if (file) await deleteFile(ctx, file.storageId);
      return false;
    }
    const sent = {
      ...{ ...DEFAULT_METADATA, ...work, clientUploadId: slug },
      bytes: await bytesOf(ctx, work.storageId),
      ...(preview && { preview: await withBytes(ctx, preview) }),
      ...(poster && { poster: await withBytes(ctx, poster) }),
    };
    const now = publishedAt ?? Date.now();
    const row = newWork(sent, profile, { studioId: null, state: "published", now });
    const trending = trendingScore({ ...row, views });
    await indexWork(ctx, await ctx.db.insert("artworks", { ...row, views, trending }));
    return true;
  },
});

/** A picture or a step of a work, by its position. */
const fileOfWork = {
  work: vDemoWork,
  role: v.union(v.literal("page"), v.literal("step")),
  position: v.number(),
};

/** A URL to upload another file of a work to; null if the work already has it. */
export const fileUploadUrl = internalMutation({
  args: fileOfWork,
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { work, role, position }) => {
    const rows = await rowsOf(ctx, (await findDemoWork(ctx, work))._id, role);
    const isThere = rows.some((row) => row.position === position);
    return isThere ? null : await ctx.storage.generateUploadUrl();
  },
});

/** Adds another picture or a step to a work. */
export const addFile = internalMutation({
  args: { ...fileOfWork, ...fileWithDimensions, caption: v.string(), mediaType: vMediaType },
  returns: v.null(),
  handler: async (ctx, { work, ...file }) => {
    const { _id: artworkId } = await findDemoWork(ctx, work);
    const bytes = await bytesOf(ctx, file.storageId);
    await ctx.db.insert("workFiles", { artworkId, ...file, bytes });
    return null;
  },
});

const profileImage = {
  username: v.string(),
  field: v.union(v.literal("avatarId"), v.literal("coverId")),
};

/** A URL to upload an artist's avatar or cover to; null if they have one. */
export const profileImageUploadUrl = internalMutation({
  args: profileImage,
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { username, field }) => {
    const artist = await demoArtist(ctx, username);
    return artist[field] ? null : await ctx.storage.generateUploadUrl();
  },
});

/** Sets an artist's avatar or cover. */
export const setProfileImage = internalMutation({
  args: { ...profileImage, storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { username, field, storageId }) => {
    const { _id } = await demoArtist(ctx, username);
    await ctx.db.patch("profiles", _id, { [field]: storageId });
    return null;
  },
});

async function withBytes(ctx: MutationCtx, file: typeof vUploadedRendition.type) {
  return { ...file, bytes: await bytesOf(ctx, file.storageId) };
}

async function bytesOf(ctx: MutationCtx, storageId: Id<"_storage">): Promise<number> {
  const file = await ctx.db.system.get("_storage", storageId);
  if (!file) throw new Error(`File ${storageId} did not arrive`);
  return file.size;
}

async function ensureArtist(
  ctx: MutationCtx,
  artist: typeof vArtist.type,
): Promise<Doc<"profiles">> {
  const tokenIdentifier = tokenOf(artist.username);
  const known = await findByToken(ctx, tokenIdentifier);
  if (known) return known;
  const usernameKey = usernameKeyOf(artist.username);
  const usernameSkeleton = usernameSkeletonOf(artist.username);
  const searchText = `${artist.username} ${artist.name}`;
  const names = { tokenIdentifier, usernameKey, usernameSkeleton, searchText };
  const row = { ...NEW_PROFILE, ...artist, ...names };
  const created = await ctx.db.get("profiles", await ctx.db.insert("profiles", row));
  if (!created) throw new Error(`The profile of ${artist.username} was not stored`);
  return created;
}
