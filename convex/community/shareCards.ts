import { v } from "convex/values";
import { internalQuery } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import type { QueryCtx } from "../_generated/server";
import { vLanguage } from "../accounts/tables";
import { usernameKeyOf } from "../contract/credentials";
import { tagOf } from "../contract/works";
import { findArtwork } from "./artworks/model";
import { findOpenCollection } from "./collections/model";
import { findProfile } from "./profiles/model";
import { cardPicture } from "./files/renditions";
import { canView } from "./relationships/viewer";
import { CARD_TEXTS } from "./shareCardTexts";
import { findStudio } from "./studios/model";

/** The robots rules of a page. */
const vRobot = v.union(v.literal("noindex"), v.literal("noai"), v.literal("noimageai"));

const vImage = v.object({
  url: v.string(),
  alt: v.string(),
  /** In pixels; null if unknown. */
  size: v.union(v.object({ width: v.number(), height: v.number() }), v.null()),
  /** Works are shown large, profile images and the logo small. */
  look: v.union(v.literal("large"), v.literal("small")),
});

const vShareCard = v.object({
  kind: v.literal("card"),
  /** The path on the site that the card describes, with its query. */
  path: v.string(),
  title: v.string(),
  description: v.string(),
  /** Null if the page has no picture of its own. */
  image: v.union(vImage, v.null()),
  robots: v.array(vRobot),
  /** The path of a feed with its artist's or tag's new works; null if there is none. */
  feed: v.union(v.string(), v.null()),
});
export type ShareCard = typeof vShareCard.type;

/** The content behind a shared URL. Null if a visitor may not see it. */
const vFound = v.union(
  vShareCard,
  /** The page has moved to another URL. */
  v.object({ kind: v.literal("moved"), path: v.string() }),
  /** The page was deleted. */
  v.object({ kind: v.literal("gone") }),
  v.null(),
);
export type FoundPage = typeof vFound.type;

const NO_AI = ["noai", "noimageai"] as const;
const DESCRIPTION_MAX_LENGTH = 200;
/** How many works to look through for the picture of a list. */
const PICTURES_TRIED = 12;
/** The language of the site's own texts. Default: English. */
const inLanguage = { language: v.optional(vLanguage) };

/**
 * The card of a work. Crawlers are not signed in, so the card of a sensitive work reveals nothing.
 * A deleted work leaves no row: an id of this table without a row was deleted.
 */
export const ofWork = internalQuery({
  args: { id: v.string(), ...inLanguage },
  returns: vFound,
  handler: async (ctx, { id, language = "en" }): Promise<FoundPage> => {
    const texts = CARD_TEXTS[language];
    const artwork = await findArtwork(ctx, id);
    if (!artwork) return ctx.db.normalizeId("artworks", id) ? { kind: "gone" } : null;
    const artist = await ctx.db.get("profiles", artwork.profileId);
    if (!canView(null, artwork) || !artist) return null;
    const page = { kind: "card" as const, path: `/a/${artwork._id}` };
    if (artwork.sensitive) {
      return {
        ...page,
        ...texts.sensitiveWork,
        image: null,
        feed: null,
        robots: ["noindex", ...NO_AI],
      };
    }
    const { title, description, alt, noAi } = artwork;
    return {
      ...{ ...page, title: texts.workTitle(title, artist.name), feed: feedOf(artist) },
      description: textOf(description, alt, texts.work(artist.name)),
      image: await imageOf(ctx, artwork),
      // Anyone with its URL may see an unlisted work.
      robots: [
        ...(artwork.state === "published" ? [] : (["noindex"] as const)),
        ...(noAi ? NO_AI : []),
      ],
    };
  },
});

/** The card of an artist's page. A former username redirects to the current one. */
export const ofArtist = internalQuery({
  args: { username: v.string(), ...inLanguage },
  returns: vFound,
  handler: async (ctx, args): Promise<FoundPage> => {
    const artist = await findProfile(ctx, args.username);
    if (!artist) return null;
    const { name, bio } = artist;
    const path = `/u/${encodeURIComponent(artist.username)}`;
    if (usernameKeyOf(args.username) !== artist.usernameKey) return { kind: "moved", path };
    return {
      ...{ kind: "card", path, title: name, feed: feedOf(artist), robots: [...NO_AI] },
      description: textOf(bio, CARD_TEXTS[args.language ?? "en"].artist(name)),
      image: await portraitOf(ctx, artist),
    };
  },
});

/** The card of a public collection. */
export const ofCollection = internalQuery({
  args: { id: v.string(), ...inLanguage },
  returns: vFound,
  handler: async (ctx, args): Promise<FoundPage> => {
    const texts = CARD_TEXTS[args.language ?? "en"];
    const id = ctx.db.normalizeId("collections", args.id);
    if (!id) return null;
    if (!(await ctx.db.get("collections", id))) return { kind: "gone" };
    const collection = await findOpenCollection(ctx, id, null);
    const owner = collection && (await ctx.db.get("profiles", collection.profileId));
    if (!owner) return null;
    const items = await ctx.db
      .query("collectionItems")
      .withIndex("by_collectionId_and_position", (q) => q.eq("collectionId", id))
      .take(PICTURES_TRIED);
    const works = await Promise.all(
      items.map(async ({ artworkId }) => await ctx.db.get("artworks", artworkId)),
    );
    return {
      ...{ kind: "card", path: `/collections/${id}`, feed: null, robots: [...NO_AI] },
      title: texts.collectionTitle(collection.title, owner.name),
      description: textOf(collection.description, texts.collection(owner.name)),
      image: await firstPicture(ctx, works),
    };
  },
});

/** The card of a studio. */
export const ofStudio = internalQuery({
  args: { slug: v.string(), ...inLanguage },
  returns: vFound,
  handler: async (ctx, { slug, language = "en" }): Promise<FoundPage> => {
    const studio = await findStudio(ctx, slug);
    if (!studio) return null;
    const works = await ctx.db
      .query("artworks")
      .withIndex("by_studioId_and_state_and_publishedAt", (q) =>
        q.eq("studioId", studio._id).eq("state", "published"),
      )
      .order("desc")
      .take(PICTURES_TRIED);
    return {
      ...{ kind: "card", path: `/studio/${slug}`, feed: null, robots: [...NO_AI] },
      title: studio.name,
      description: CARD_TEXTS[language].studio(studio.name),
      image: await firstPicture(ctx, works),
    };
  },
});

/** The card of a tag. Search engines do not index a tag without works. */
export const ofTag = internalQuery({
  args: { tag: v.string(), ...inLanguage },
  returns: vFound,
  handler: async (ctx, args): Promise<FoundPage> => {
    const tag = tagOf(args.tag);
    if (tag === null) return null;
    const rows = await ctx.db
      .query("artworkTags")
      .withIndex("by_tag_and_publishedAt", (q) => q.eq("tag", tag))
      .order("desc")
      .take(PICTURES_TRIED);
    const works = await Promise.all(
      rows.map(async ({ artworkId }) => await ctx.db.get("artworks", artworkId)),
    );
    const named = encodeURIComponent(tag);
    const robots = rows.length === 0 ? ["noindex" as const, ...NO_AI] : [...NO_AI];
    return {
      ...{ kind: "card", path: `/explore?tag=${named}`, feed: `/feeds/tag/${named}`, robots },
      ...{ title: `#${tag}`, description: CARD_TEXTS[args.language ?? "en"].tag(tag) },
      image: await firstPicture(ctx, works),
    };
  },
});

function feedOf({ username }: Doc<"profiles">): string {
  return `/feeds/u/${encodeURIComponent(username)}`;
}

/** The first text that is not empty, shortened to one line. */
function textOf(...texts: readonly string[]): string {
  const [text = ""] = texts.map((each) => each.replace(/\s+/g, " ").trim()).filter(Boolean);
  if (text.length <= DESCRIPTION_MAX_LENGTH) return text;
  return `${text.slice(0, DESCRIPTION_MAX_LENGTH).replace(/\s+\S*$/, "")}…`;
}

/** The first picture of these works that everyone may see. */
async function firstPicture(
  ctx: QueryCtx,
  works: readonly (Doc<"artworks"> | null)[],
): Promise<ShareCard["image"]> {
  const shown = works.find((work) => work?.state === "published" && !work.sensitive);
  return shown ? await imageOf(ctx, shown) : null;
}

/** Without a picture of its own, a page shows the site's logo. */
async function imageOf(ctx: QueryCtx, artwork: Doc<"artworks">): Promise<ShareCard["image"]> {
  const picture = await cardPicture(ctx, artwork);
  return picture && { ...picture, alt: artwork.alt, look: "large" };
}

async function portraitOf(
  ctx: QueryCtx,
  { avatarId, coverId, name: alt }: Doc<"profiles">,
): Promise<ShareCard["image"]> {
  const cover = coverId && (await ctx.storage.getUrl(coverId));
  if (cover !== null) return { url: cover, alt, size: null, look: "large" };
  const url = avatarId && (await ctx.storage.getUrl(avatarId));
  return url === null ? null : { url, alt, size: null, look: "small" };
}
