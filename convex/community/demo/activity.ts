import { v } from "convex/values";
import { internalMutation } from "../../_generated/server";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { attach } from "../comments/model";
import { mentionedIn } from "../comments/mentions";
import { followCountsOf } from "../relationships/followCounts";
import { setTie } from "../relationships/model";
import { changeCounts, countsOf, mergeNow } from "../artworks/counts";
import { galleryArtist, vGalleryWork, findGalleryWork } from "./model";

const vWords = v.object({ by: v.string(), text: v.string() });

/** What one artist of the gallery did before anyone came. */
const life = {
  username: v.string(),
  follows: v.array(v.string()),
  likes: v.array(vGalleryWork),
  collections: v.array(
    v.object({ title: v.string(), description: v.string(), works: v.array(vGalleryWork) }),
  ),
};

/**
 * Lets an artist of the gallery follow, like and collect. An artist who has
 * followed someone already is left alone.
 *
 * @returns Whether anything is new.
 */
export const enliven = internalMutation({
  args: life,
  returns: v.boolean(),
  handler: async (ctx, { username, follows, likes, collections }) => {
    const artist = await galleryArtist(ctx, username);
    if ((await followCountsOf(ctx, artist)).followed > 0) return false;
    for (const other of follows) {
      const { _id: toId } = await galleryArtist(ctx, other);
      await setTie(ctx, { kind: "follow", fromId: artist._id, toId }, true);
    }
    for (const work of likes) await like(ctx, artist, await findGalleryWork(ctx, work));
    for (const { works, ...texts } of collections) {
      const row = { ...texts, profileId: artist._id, visibility: "public" as const };
      const collectionId = await ctx.db.insert("collections", { ...row, items: works.length });
      for (const [position, work] of works.entries()) {
        const { _id: artworkId } = await findGalleryWork(ctx, work);
        await ctx.db.insert("collectionItems", { collectionId, artworkId, position });
      }
    }
    return true;
  },
});

/** Lets the gallery's artists talk under a work. Where someone has spoken already, nothing is said. */
export const discuss = internalMutation({
  args: { work: vGalleryWork, said: vWords, answers: v.array(vWords) },
  returns: v.boolean(),
  handler: async (ctx, { work, said, answers }) => {
    const artwork = await findGalleryWork(ctx, work);
    if ((await countsOf(ctx, artwork)).comments > 0) return false;
    const parentId = await say(ctx, work, said, null);
    for (const answer of answers) {
      await say(ctx, work, answer, await ctx.db.get("comments", parentId));
    }
    await mergeNow(ctx, artwork._id);
    return true;
  },
});

async function say(
  ctx: MutationCtx,
  work: typeof vGalleryWork.type,
  { by, text }: typeof vWords.type,
  parent: Doc<"comments"> | null,
) {
  const author = await galleryArtist(ctx, by);
  const artwork = await findGalleryWork(ctx, work);
  const mentions = await mentionedIn(ctx, text, author);
  const said = { artwork, authorId: author._id, text, mentions, parent, answered: parent };
  return await attach(ctx, said, Date.now());
}

async function like(ctx: MutationCtx, { _id: profileId }: Doc<"profiles">, work: Doc<"artworks">) {
  await ctx.db.insert("likes", { profileId, artworkId: work._id });
  await changeCounts(ctx, work, { likes: 1 }, Date.now());
  await mergeNow(ctx, work._id);
}
