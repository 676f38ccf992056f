import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { usernameKeyOf } from "../contract/credentials";
import { tagOf } from "../contract/works";
import { cardPicture } from "./files/renditions";
import { findProfile } from "./profiles/model";

/** Works in one feed. Feed readers poll within hours. */
const ENTRIES = 20;
/** Rows to read for them, because sensitive works are omitted. */
const ROWS_READ = 60;

const vEntry = v.object({
  path: v.string(),
  title: v.string(),
  artist: v.string(),
  artistPath: v.string(),
  description: v.string(),
  tags: v.array(v.string()),
  /** Null if it has no picture that every reader can show. */
  picture: v.union(v.object({ url: v.string(), alt: v.string() }), v.null()),
  /** In milliseconds since 1970. */
  publishedAt: v.number(),
  updatedAt: v.number(),
});

const vFeed = v.object({
  kind: v.literal("feed"),
  title: v.string(),
  /** The URL of the page with the same works, and of the feed itself. */
  ...{ pagePath: v.string(), path: v.string() },
  /** Newest first. */
  entries: v.array(vEntry),
});
export type NewWorks = typeof vFeed.type;

const vFoundFeed = v.union(
  vFeed,
  v.object({ kind: v.literal("moved"), path: v.string() }),
  v.null(),
);
export type FoundFeed = typeof vFoundFeed.type;

/** An artist's newest works for a feed reader, which is not signed in. */
export const ofArtist = internalQuery({
  args: { username: v.string() },
  returns: vFoundFeed,
  handler: async (ctx, args): Promise<FoundFeed> => {
    const artist = await findProfile(ctx, args.username);
    if (!artist) return null;
    const named = encodeURIComponent(artist.username);
    const path = `/feeds/u/${named}`;
    if (usernameKeyOf(args.username) !== artist.usernameKey) return { kind: "moved", path };
    const works = await ctx.db
      .query("artworks")
      .withIndex("by_profileId_and_state_and_publishedAt", (q) =>
        q.eq("profileId", artist._id).eq("state", "published"),
      )
      .order("desc")
      .take(ROWS_READ);
    const title = `${artist.name} on Spotlight`;
    const entries = await entriesOf(ctx, works);
    return { kind: "feed", title, path, pagePath: `/u/${named}`, entries };
  },
});

/** The newest works with a tag. A tag without works has an empty feed. */
export const ofTag = internalQuery({
  args: { tag: v.string() },
  returns: vFoundFeed,
  handler: async (ctx, args): Promise<FoundFeed> => {
    const tag = tagOf(args.tag);
    if (tag === null) return null;
    const rows = await ctx.db
      .query("artworkTags")
      .withIndex("by_tag_and_publishedAt", (q) => q.eq("tag", tag))
      .order("desc")
      .take(ROWS_READ);
    const works = await Promise.all(
      rows.map(async ({ artworkId }) => await ctx.db.get("artworks", artworkId)),
    );
    const named = encodeURIComponent(tag);
    return {
      ...{ kind: "feed", title: `#${tag} on Spotlight`, path: `/feeds/tag/${named}` },
      pagePath: `/explore?tag=${named}`,
      entries: await entriesOf(ctx, works),
    };
  },
});

async function entriesOf(ctx: QueryCtx, works: readonly (Doc<"artworks"> | null)[]) {
  const shown = works.filter((work) => work?.state === "published" && !work.sensitive);
  const entries = shown.slice(0, ENTRIES).map(async (work) => work && (await entryOf(ctx, work)));
  return (await Promise.all(entries)).filter((entry) => entry !== null);
}

async function entryOf(
  ctx: QueryCtx,
  artwork: Doc<"artworks">,
): Promise<typeof vEntry.type | null> {
  const artist = await ctx.db.get("profiles", artwork.profileId);
  if (!artist) return null;
  const { _id, title, description, alt, tags, publishedAt, editedAt } = artwork;
  const picture = await cardPicture(ctx, artwork);
  return {
    ...{ path: `/a/${_id}`, title, description, tags, publishedAt },
    ...{ artist: artist.name, artistPath: `/u/${encodeURIComponent(artist.username)}` },
    picture: picture && { url: picture.url, alt },
    updatedAt: Math.max(publishedAt, editedAt ?? 0),
  };
}
