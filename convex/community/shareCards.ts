import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { findArtwork } from "./artworks/model";
import { findProfile } from "./profiles/model";
import { pictureUrl } from "./files/renditions";

/** What crawlers of a share card may do. */
const vRobot = v.union(v.literal("noindex"), v.literal("noai"), v.literal("noimageai"));

const vShareCard = v.object({
  /** The path on the site that it links to. */
  path: v.string(),
  title: v.string(),
  description: v.string(),
  /** Null: the page has no picture of its own. */
  image: v.union(
    v.object({
      url: v.string(),
      alt: v.string(),
      /** In pixels; null: not known. */
      size: v.union(v.object({ width: v.number(), height: v.number() }), v.null()),
    }),
    v.null(),
  ),
  robots: v.array(vRobot),
});
export type ShareCard = typeof vShareCard.type;

const NO_AI = ["noai", "noimageai"] as const;

/**
 * The share card of a work; null when there is none, or it is not published. A
 * crawler is not signed in, so the card of a sensitive work reveals nothing.
 */
export const ofWork = internalQuery({
  args: { id: v.string() },
  returns: v.union(vShareCard, v.null()),
  handler: async (ctx, { id }): Promise<ShareCard | null> => {
    const artwork = await findArtwork(ctx, id);
    if (artwork?.state !== "published") return null;
    const artist = await ctx.db.get("profiles", artwork.profileId);
    if (!artist) return null;
    const path = `/a/${artwork._id}`;
    if (artwork.sensitive) {
      const robots = ["noindex", ...NO_AI] as const;
      return { path, ...NEUTRAL, image: null, robots: [...robots] };
    }
    const { title, description, alt, noAi } = artwork;
    return {
      ...{ path, title: `${title} by ${artist.name}` },
      description: description === "" ? alt : description,
      image: await imageOf(ctx, artwork),
      robots: noAi ? [...NO_AI] : [],
    };
  },
});

/** The share card of an artist's page. */
export const ofArtist = internalQuery({
  args: { username: v.string() },
  returns: v.union(vShareCard, v.null()),
  handler: async (ctx, args): Promise<ShareCard | null> => {
    const artist = await findProfile(ctx, args.username);
    if (!artist) return null;
    const { username, name, bio, avatarId } = artist;
    const url = avatarId && (await ctx.storage.getUrl(avatarId));
    return {
      ...{ path: `/u/${encodeURIComponent(username)}`, title: name, description: bio },
      image: url === null ? null : { url, alt: name, size: null },
      robots: [...NO_AI],
    };
  },
});

const NEUTRAL = { title: "A work on Spotlight", description: "See it on the site." };

/** Without a picture of its own, a page shows the site's logo. */
async function imageOf(ctx: QueryCtx, artwork: Doc<"artworks">): Promise<ShareCard["image"]> {
  const { alt, width, height } = artwork;
  const url = await pictureUrl(ctx, artwork);
  return url === null ? null : { url, alt, size: { width, height } };
}
