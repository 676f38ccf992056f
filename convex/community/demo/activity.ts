import { v } from "convex/values";
import { internalMutation } from "../../_generated/server";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { createComment } from "../comments/model";
import { mentionedIn } from "../comments/mentions";
import { followCountsOf } from "../relationships/followCounts";
import { setRelationship } from "../relationships/model";
import { changeCounts, countsOf, mergeNow } from "../artworks/counts";
import { demoArtist, vDemoWork, findDemoWork } from "./model";

const vMessage = v.object({ by: v.string(), text: v.string() });

/** The activity of one demo artist before the first visitor. */
const life = {
  username: v.string(),
  follows: v.array(v.string()),
  likes: v.array(vDemoWork),
  collections: v.array(
    v.object({ title: v.string(), description: v.string(), works: v.array(vDemoWork) }),
  ),
};

/**
 * Adds follows, likes and collections of a demo artist. An artist who already follows anyone is
 * left unchanged.
 *
 * @returns Whether anything is new.
 */
export const addActivity = internalMutation({
  args: life,
  returns: v.boolean(),
  handler: async (ctx, { username, follows, likes, collections }) => {
    const artist = await demoArtist(ctx, username);
    if ((await followCountsOf(ctx, artist)).followed > 0) return false;
    for (const other of follows) {
      const { _id: toId } = await demoArtist(ctx, other);
      await setRelationship(ctx, { kind: "follow", fromId: artist._id, toId }, true);
    }
    for (const work of likes) await like(ctx, artist, await findDemoWork(ctx, work));
    for (const { works, ...texts } of collections) {
      const row = { ...texts, profileId: artist._id, visibility: "public" as const };
      const collectionId = await ctx.db.insert("collections", { ...row, items: works.length });
      for (const [position, work] of works.entries()) {
        const { _id: artworkId } = await findDemoWork(ctx, work);
        await ctx.db.insert("collectionItems", { collectionId, artworkId, position });
      }
    }
    return true;
  },
});

/** Adds a thread of comments by demo artists to a work. A work with comments is left unchanged. */
export const addComments = internalMutation({
  args: { work: vDemoWork, said: vMessage, answers: v.array(vMessage) },
  returns: v.boolean(),
  handler: async (ctx, { work, said, answers }) => {
    const artwork = await findDemoWork(ctx, work);
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
  work: typeof vDemoWork.type,
  { by, text }: typeof vMessage.type,
  parent: Doc<"comments"> | null,
) {
  const author = await demoArtist(ctx, by);
  const artwork = await findDemoWork(ctx, work);
  const mentions = await mentionedIn(ctx, text, author);
  const said = { artwork, authorId: author._id, text, mentions, parent, answered: parent };
  return await createComment(ctx, said, Date.now());
}

async function like(ctx: MutationCtx, { _id: profileId }: Doc<"profiles">, work: Doc<"artworks">) {
  await ctx.db.insert("likes", { profileId, artworkId: work._id });
  await changeCounts(ctx, work, { what: "likes", by: 1, ofDay: 0 }, Date.now());
  await mergeNow(ctx, work._id);
}
