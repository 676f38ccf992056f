import { v } from "convex/values";
import { query } from "../../accounts/guarded";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findOpenArtwork } from "../artworks/model";
import { toPerson, vPerson } from "../profiles/model";
import { hasRelationship, isBlockedEitherWay } from "../relationships/model";
import { viewerContextOf } from "../relationships/viewer";

const MOST_SUGGESTIONS = 6;
/** How many comments on the work, and in the current thread, to read for their authors. */
const COMMENTS_READ = 12;
const FOLLOWED_READ = 20;
/** How many members to read from the search; some of them may be blocked. */
const FOUND_READ = 12;
const TEXT_MAX_LENGTH = 40;

type Person = Doc<"profiles">;

/**
 * Suggests up to six members while the caller types a name: first the artist and the commenters,
 * then members that the caller follows, then all others. Leaves out members that a mention would
 * not reach, and members that the caller has muted.
 *
 * @param args - `artworkId`: the work of the comment; absent for a text without a work. `replyTo`:
 *   the comment that is being answered. `text`: the text after the @, at most 40 characters; longer
 *   texts return no members.
 */
export const people = query({
  args: {
    artworkId: v.optional(v.string()),
    replyTo: v.optional(v.id("comments")),
    text: v.string(),
  },
  returns: v.array(vPerson),
  handler: async (ctx, { artworkId, replyTo, text }) => {
    const { viewer, blockedOrMuted } = await viewerContextOf(ctx);
    if (!viewer || text.length > TEXT_MAX_LENGTH) return [];
    const artwork = artworkId === undefined ? null : await findOpenArtwork(ctx, artworkId, viewer);
    if (artworkId !== undefined && !artwork) return [];
    const begun = text.toLowerCase();
    const candidates = [
      ...(artwork ? await talkingAbout(ctx, artwork, replyTo) : []),
      ...(await followedBy(ctx, viewer)),
      ...(begun === "" ? [] : await foundBy(ctx, viewer, begun)),
    ];
    const suggested = new Map<Id<"profiles">, Person>();
    for (const person of candidates) {
      if (suggested.size === MOST_SUGGESTIONS) break;
      const { _id } = person;
      if (suggested.has(_id) || _id === viewer._id || blockedOrMuted.has(_id)) continue;
      if (!isNamed(person, begun) || (await isBlockedEitherWay(ctx, viewer._id, _id))) continue;
      suggested.set(_id, person);
    }
    return await Promise.all([...suggested.values()].map((person) => toPerson(ctx, person)));
  },
});

/** The artist, the people in the thread, and the latest commenters. */
async function talkingAbout(
  ctx: QueryCtx,
  { _id: artworkId, profileId }: Doc<"artworks">,
  replyTo: Id<"comments"> | undefined,
): Promise<Person[]> {
  const named = replyTo ? await ctx.db.get("comments", replyTo) : null;
  const answered = named?.artworkId === artworkId ? named : null;
  const parentId = answered && (answered.parentId ?? answered._id);
  const parent = parentId && (await ctx.db.get("comments", parentId));
  const commentsOf = async (parentId: Id<"comments"> | null) =>
    await ctx.db
      .query("comments")
      .withIndex("by_artworkId_and_parentId", (q) =>
        q.eq("artworkId", artworkId).eq("parentId", parentId),
      )
      .order("desc")
      .take(COMMENTS_READ);
  const thread = parent ? [parent, ...(await commentsOf(parent._id))] : [];
  const comments = [...(answered ? [answered] : []), ...thread, ...(await commentsOf(null))];
  return await profilesOf(ctx, [profileId, ...comments.map(({ authorId }) => authorId)]);
}

async function followedBy(ctx: QueryCtx, { _id: fromId }: Person): Promise<Person[]> {
  const follows = await ctx.db
    .query("relationships")
    .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", fromId).eq("kind", "follow"))
    .take(FOLLOWED_READ);
  return await profilesOf(
    ctx,
    follows.map(({ toId }) => toId),
  );
}

/** Members with a matching name, followed ones first. */
async function foundBy(ctx: QueryCtx, viewer: Person, begun: string): Promise<Person[]> {
  const found = await ctx.db
    .query("profiles")
    .withSearchIndex("search_text", (q) => q.search("searchText", begun))
    .take(FOUND_READ);
  const followed: Person[] = [];
  const others: Person[] = [];
  for (const person of found) {
    const isFollowed = await hasRelationship(ctx, viewer, "follow", person._id);
    (isFollowed ? followed : others).push(person);
  }
  return [...followed, ...others];
}

async function profilesOf(ctx: QueryCtx, ids: readonly Id<"profiles">[]): Promise<Person[]> {
  const people = await Promise.all([...new Set(ids)].map((id) => ctx.db.get("profiles", id)));
  return people.filter((person) => person !== null);
}

/** Whether the username, or a word of the username or name, begins with the text. */
function isNamed({ username, name }: Person, begun: string): boolean {
  const words = [username, ...username.split(/[._-]/), ...name.split(/\s+/)];
  return words.some((word) => word.toLowerCase().startsWith(begun));
}
