import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result, Failure } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { refusals } from "../errors";
import { ensureProfile, findOwnProfile, findProfile, vPerson, toPerson } from "./model";
import { isVideo } from "../../contract/files/shown";
import { refusalOfText } from "../../contract/texts";
import { refuseTexts } from "../texts";
import { AVATAR_MAX_BYTES, COVER_MAX_BYTES } from "../../contract/portraits";
import { viewerContextOf } from "../relationships/viewer";
import { toCard, vCard } from "../artworks/cards";
import { deleteFile, unpin } from "../artworks/deletion";
import { billing } from "../../billing";
import { followCountsOf } from "../relationships/followCounts";
import { takePrepared } from "../uploads/pending";
import { hasRelationship } from "../relationships/model";
import { findOwnArtwork } from "../artworks/model";
import { storageIdsOf } from "../artworks/metadata";

const vProfile = v.object({ username: v.string(), name: v.string(), bio: v.string() });
type Profile = typeof vProfile.type;

/** Creates the caller's profile on their first visit. Later visits change nothing. */
export const ensure = mutation({
  args: {},
  returns: vResult(vProfile),
  handler: async (ctx): Promise<Result<Profile>> => {
    const profile = await ensureProfile(ctx);
    return profile ? ok(toProfile(profile)) : refusals.signedOut();
  },
});

/** The caller's profile; null if signed out, or before their first visit. */
export const mine = query({
  args: {},
  returns: v.union(vProfile.extend({ avatarUrl: vPerson.fields.avatarUrl }), v.null()),
  handler: async (ctx) => {
    const profile = await findOwnProfile(ctx);
    return profile && { ...(await toPerson(ctx, profile)), bio: profile.bio };
  },
});

export const byUsername = query({
  args: { username: v.string() },
  returns: v.union(vProfile, v.null()),
  handler: async (ctx, { username }) => {
    const profile = await findProfile(ctx, username);
    return profile && toProfile(profile);
  },
});

function toProfile({ username, name, bio }: Doc<"profiles">): Profile {
  return { username, name, bio };
}

const MAX_LINKS = 5;

/** Why a profile's texts are refused; null: they are valid. */
export function refuseProfile(texts: {
  name: string;
  bio: string;
  links: string[];
}): Failure | null {
  const { name, bio, links } = texts;
  const refusal = refuseTexts({ displayName: name, bio });
  if (refusal) return refusal;
  if (links.length > MAX_LINKS) return refusals.tooMany(`A profile has at most ${MAX_LINKS} links`);
  return links.every(isLink) ? null : refusals.badLink();
}

/** Matches an https URL without a password. */
function isLink(text: string): boolean {
  if (refusalOfText("profileLink", text) !== null || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === "https:" && username === "" && password === "";
}

const MAX_PINNED = 6;

const PROFILE_IMAGES = {
  avatar: { field: "avatarId", maxBytes: AVATAR_MAX_BYTES },
  cover: { field: "coverId", maxBytes: COVER_MAX_BYTES },
} as const;

const vPage = v.object({
  ...vPerson.fields,
  bio: v.string(),
  links: v.array(v.string()),
  coverUrl: v.union(v.string(), v.null()),
  followers: v.number(),
  followed: v.number(),
  pinned: v.array(vCard),
  /** Whether their page shows the supporter badge. */
  isSupporter: v.boolean(),
  isMine: v.boolean(),
  /** The caller's relationship to the artist. */
  isFollowed: v.boolean(),
  isBlocked: v.boolean(),
  isMuted: v.boolean(),
});

/** An artist's page; null when no member has this name. */
export const get = query({
  args: { username: v.string() },
  returns: v.union(vPage, v.null()),
  handler: async (ctx, { username }) => {
    const artist = await findProfile(ctx, username);
    if (!artist) return null;
    const { viewer } = await viewerContextOf(ctx);
    const { bio, links, coverId } = artist;
    return {
      ...(await toPerson(ctx, artist)),
      ...{ bio, links, ...(await followCountsOf(ctx, artist)) },
      coverUrl: coverId && (await ctx.storage.getUrl(coverId)),
      pinned: await pinnedOf(ctx, artist, viewer),
      isSupporter: await isSupporter(ctx, artist),
      isMine: viewer?._id === artist._id,
      isFollowed: await hasRelationship(ctx, viewer, "follow", artist._id),
      isBlocked: await hasRelationship(ctx, viewer, "block", artist._id),
      isMuted: await hasRelationship(ctx, viewer, "mute", artist._id),
    };
  },
});

/** Counting stops here; the page says "99+". */
const MOST_COUNTED = 100;

/**
 * The number of items in each tab of an artist's page, up to 100. Drafts and unlisted works count
 * only for the artist.
 */
export const counts = query({
  args: { username: v.string() },
  returns: v.union(
    v.object({ works: v.number(), drafts: v.number(), collections: v.number() }),
    v.null(),
  ),
  handler: async (ctx, { username }) => {
    const artist = await findProfile(ctx, username);
    if (!artist) return null;
    const { viewer, blockedOrMuted } = await viewerContextOf(ctx);
    if (blockedOrMuted.has(artist._id)) return null;
    const isMine = viewer?._id === artist._id;
    const worksIn = async (state: "published" | "unlisted" | "draft") =>
      (
        await ctx.db
          .query("artworks")
          .withIndex("by_profileId_and_state_and_publishedAt", (q) =>
            q.eq("profileId", artist._id).eq("state", state),
          )
          .take(MOST_COUNTED)
      ).length;
    const lists = ctx.db.query("collections");
    const shown = isMine
      ? lists.withIndex("by_profileId", (q) => q.eq("profileId", artist._id))
      : lists.withIndex("by_visibility_and_profileId", (q) =>
          q.eq("visibility", "public").eq("profileId", artist._id),
        );
    return {
      works: await worksIn("published"),
      drafts: isMine
        ? Math.min((await worksIn("draft")) + (await worksIn("unlisted")), MOST_COUNTED)
        : 0,
      collections: (await shown.take(MOST_COUNTED)).length,
    };
  },
});

/** Changes the caller's profile. Omitted fields stay unchanged. */
export const edit = mutation({
  args: {
    name: v.optional(v.string()),
    bio: v.optional(v.string()),
    links: v.optional(v.array(v.string())),
  },
  returns: vResult(v.null()),
  handler: async (ctx, changes): Promise<Result<null>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const { username, name, bio, links } = { ...artist, ...changes };
    const refusal = refuseProfile({ name, bio, links });
    if (refusal) return refusal;
    const searchText = `${username} ${name}`;
    await ctx.db.patch("profiles", artist._id, { name: name.trim(), bio, links, searchText });
    if (name.trim() !== artist.name) {
      const { renameArtist } = internal.community.artworks.searchIndex;
      await ctx.scheduler.runAfter(0, renameArtist, { profileId: artist._id, cursor: null });
    }
    return ok(null);
  },
});

/** Sets or removes the caller's avatar or cover. */
export const setProfileImage = mutation({
  args: {
    kind: v.union(v.literal("avatar"), v.literal("cover")),
    storageId: v.union(v.id("_storage"), v.null()),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { kind, storageId }): Promise<Result<null>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const { field, maxBytes } = PROFILE_IMAGES[kind];
    if (storageId !== null) {
      const taken = await takePrepared(ctx, artist._id, storageId);
      if (taken.error) return taken;
      const refusal = refuseProfileImage(taken.data, maxBytes);
      // The file is no longer pending, so no cleanup would delete its unused renditions.
      const unused = storageIdsOf(taken.data).filter((id) => refusal !== null || id !== storageId);
      for (const id of unused) await deleteFile(ctx, id);
      if (refusal) return refusal;
    }
    const old = artist[field];
    await ctx.db.patch("profiles", artist._id, { [field]: storageId });
    if (old) await deleteFile(ctx, old);
    return ok(null);
  },
});

/** Pins one of the caller's works to their page, after the others, or unpins it. */
export const pin = mutation({
  args: { artworkId: v.string(), pinned: v.boolean() },
  returns: vResult(v.null()),
  handler: async (ctx, { artworkId, pinned }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, artworkId);
    if (own.error) return own;
    const { artwork, artist } = own;
    if (!pinned) {
      await unpin(ctx, artist._id, artwork._id);
      return ok(null);
    }
    if (artist.pinned.includes(artwork._id)) return ok(null);
    if (artist.pinned.length >= MAX_PINNED) {
      return refusals.tooMany(`You can pin ${MAX_PINNED} works. Unpin one first.`);
    }
    await ctx.db.patch("profiles", artist._id, { pinned: [...artist.pinned, artwork._id] });
    return ok(null);
  },
});

async function isSupporter(ctx: QueryCtx, { tokenIdentifier }: Doc<"profiles">): Promise<boolean> {
  const who = await billing.other(ctx, tokenIdentifier);
  return (await billing.allowed(ctx, who, { featureId: "supporter_badge" })).data === true;
}

function refuseProfileImage(
  file: { mediaType: string; bytes: number },
  maxBytes: number,
): Failure | null {
  if (isVideo(file.mediaType)) return refusals.noPicture();
  return file.bytes > maxBytes ? refusals.tooHeavy() : null;
}

async function pinnedOf(ctx: QueryCtx, artist: Doc<"profiles">, viewer: Doc<"profiles"> | null) {
  const works = await Promise.all(artist.pinned.map((id) => ctx.db.get("artworks", id)));
  const isMine = viewer?._id === artist._id;
  const open = works.filter((artwork) => artwork && (isMine || artwork.state === "published"));
  return await Promise.all(
    open.flatMap((artwork) => (artwork ? [toCard(ctx, artwork, viewer)] : [])),
  );
}
