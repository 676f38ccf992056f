import { v } from "convex/values";
import { usernameKeyOf } from "../../contract/credentials";
import { vMediaType } from "../../contract/files/sniff";
import { internalMutation } from "../../_generated/server";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deleteFile } from "../artworks/deletion";
import { announce } from "../artworks/searchIndex";
import { findPublished } from "../uploads/publishing";
import { newWork } from "../artworks/model";
import { DEFAULT_TERMS, storedFile, workFile, workLabel, workTerms } from "../artworks/metadata";
import { NEW_PROFILE, findByToken } from "../profiles/model";
import { tokenOf, galleryArtist } from "./model";

/** What is shown in a work's place: see `vStandIn`. */
const vSentStandIn = v.object({ storageId: v.id("_storage"), mediaType: vMediaType });
const vArtist = v.object({ username: v.string(), name: v.string(), bio: v.string() });

/** An address to send a work's file to; null when that work hangs already. */
export const uploadUrl = internalMutation({
  args: { username: v.string(), slug: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { username, slug }) => {
    const artist = await findByToken(ctx, tokenOf(username));
    const hung = artist && (await findPublished(ctx, artist._id, slug));
    return hung ? null : await ctx.storage.generateUploadUrl();
  },
});

/**
 * Hangs a work that the site opens with. The artist is found or made by
 * username, the work by slug: hanging it again changes nothing.
 *
 * @returns Whether it is new here.
 */
export const hang = internalMutation({
  args: {
    artist: vArtist,
    slug: v.string(),
    ...workLabel,
    ...workFile,
    tags: workTerms.tags,
    madeHow: workTerms.madeHow,
    mediaType: vMediaType,
    thumbhash: storedFile.thumbhash,
    preview: v.optional(vSentStandIn),
    poster: v.optional(vSentStandIn),
  },
  returns: v.boolean(),
  handler: async (ctx, { artist, slug, preview, poster, ...work }) => {
    const profileId = await ensureArtist(ctx, artist);
    if (await findPublished(ctx, profileId, slug)) {
      for (const file of [work, preview, poster]) if (file) await deleteFile(ctx, file.storageId);
      return false;
    }
    const sent = {
      ...{ ...DEFAULT_TERMS, ...work, clientUploadId: slug },
      bytes: await bytesOf(ctx, work.storageId),
      ...(preview && { preview: await weighed(ctx, preview) }),
      ...(poster && { poster: await weighed(ctx, poster) }),
    };
    const row = newWork(sent, { profileId, studioId: null, state: "published", now: Date.now() });
    await announce(ctx, await ctx.db.insert("artworks", row));
    return true;
  },
});

const portrait = {
  username: v.string(),
  field: v.union(v.literal("avatarId"), v.literal("coverId")),
};

/** An address to send an artist's avatar or cover to; null when they have it. */
export const portraitUrl = internalMutation({
  args: portrait,
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { username, field }) => {
    const artist = await galleryArtist(ctx, username);
    return artist[field] ? null : await ctx.storage.generateUploadUrl();
  },
});

/** Gives an artist their avatar or cover. */
export const portray = internalMutation({
  args: { ...portrait, storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { username, field, storageId }) => {
    const { _id } = await galleryArtist(ctx, username);
    await ctx.db.patch("profiles", _id, { [field]: storageId });
    return null;
  },
});

async function weighed(ctx: MutationCtx, file: typeof vSentStandIn.type) {
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
): Promise<Id<"profiles">> {
  const tokenIdentifier = tokenOf(artist.username);
  const known = await findByToken(ctx, tokenIdentifier);
  if (known) return known._id;
  const usernameKey = usernameKeyOf(artist.username);
  const searchText = `${artist.username} ${artist.name}`;
  const row = { ...NEW_PROFILE, ...artist, tokenIdentifier, usernameKey, searchText };
  return await ctx.db.insert("profiles", row);
}
