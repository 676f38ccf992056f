import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import type { Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { detach } from "./commentRows";
import { deleteFile, takeDown } from "./erasure";
import { trendingScore } from "./ranking";
import { vacateLater } from "./seats";
import { setTie } from "./ties";

/** How much of one kind goes in one transaction: each may touch a few rows of others. */
const BATCH = 25;

/** Lets go of one batch of one kind of thing; how many there were. */
type Step = (ctx: MutationCtx, profileId: Id<"profiles">) => Promise<number>;

/** What a deleted artist leaves behind: what others see first. */
const STEPS: readonly Step[] = [
  dropWorks,
  dropComments,
  dropLikes,
  dropTiesFrom,
  dropTiesTo,
  dropCollections,
  dropNotifications,
  dropNotificationsOf,
  dropFeed,
  dropViews,
  dropCounts,
  dropReports,
  dropPending,
  dropMemberships,
];

/** Erases what a deleted artist left behind, a batch at a time, and at last the row itself. */
export const step = internalMutation({
  args: { profileId: v.id("profiles") },
  returns: v.null(),
  handler: async (ctx, { profileId }): Promise<null> => {
    for (const drop of STEPS) {
      if ((await drop(ctx, profileId)) === 0) continue;
      await ctx.scheduler.runAfter(0, internal.community.farewell.step, { profileId });
      return null;
    }
    if (await ctx.db.get("profiles", profileId)) await ctx.db.delete("profiles", profileId);
    return null;
  },
});

async function dropWorks(ctx: MutationCtx, profileId: Id<"profiles">): Promise<number> {
  const works = await ctx.db
    .query("artworks")
    .withIndex("by_profileId_and_state_and_publishedAt", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const artwork of works) await takeDown(ctx, artwork);
  return works.length;
}

async function dropComments(ctx: MutationCtx, profileId: Id<"profiles">): Promise<number> {
  const [comment] = await ctx.db
    .query("comments")
    .withIndex("by_authorId", (q) => q.eq("authorId", profileId))
    .take(1);
  if (!comment) return 0;
  await detach(ctx, comment, Date.now());
  return 1;
}

async function dropLikes(ctx: MutationCtx, profileId: Id<"profiles">): Promise<number> {
  const likes = await ctx.db
    .query("likes")
    .withIndex("by_profileId_and_artworkId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const { _id, artworkId } of likes) {
    await ctx.db.delete("likes", _id);
    const artwork = await ctx.db.get("artworks", artworkId);
    if (!artwork) continue;
    const left = artwork.likes - 1;
    const trending = trendingScore({ ...artwork, likes: left });
    await ctx.db.patch("artworks", artworkId, { likes: left, trending });
  }
  return likes.length;
}

async function dropTiesFrom(ctx: MutationCtx, fromId: Id<"profiles">): Promise<number> {
  const ties = await ctx.db
    .query("ties")
    .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", fromId))
    .take(BATCH);
  for (const { kind, toId } of ties) await setTie(ctx, { kind, fromId, toId }, false);
  return ties.length;
}

async function dropTiesTo(ctx: MutationCtx, toId: Id<"profiles">): Promise<number> {
  const ties = await ctx.db
    .query("ties")
    .withIndex("by_toId_and_kind", (q) => q.eq("toId", toId))
    .take(BATCH);
  for (const { kind, fromId } of ties) await setTie(ctx, { kind, fromId, toId }, false);
  return ties.length;
}

async function dropCollections(ctx: MutationCtx, profileId: Id<"profiles">): Promise<number> {
  const collections = await ctx.db
    .query("collections")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  const { forget } = internal.community.collectionItems;
  for (const { _id: id } of collections) {
    await ctx.db.delete("collections", id);
    await ctx.scheduler.runAfter(0, forget, { id });
  }
  return collections.length;
}

async function dropNotifications(ctx: MutationCtx, recipientId: Id<"profiles">): Promise<number> {
  const rows = await ctx.db
    .query("notifications")
    .withIndex("by_recipientId", (q) => q.eq("recipientId", recipientId))
    .take(BATCH);
  for (const { _id } of rows) await ctx.db.delete("notifications", _id);
  return rows.length;
}

async function dropNotificationsOf(ctx: MutationCtx, actorId: Id<"profiles">): Promise<number> {
  const rows = await ctx.db
    .query("notifications")
    .withIndex("by_actorId", (q) => q.eq("actorId", actorId))
    .take(BATCH);
  for (const { _id } of rows) await ctx.db.delete("notifications", _id);
  return rows.length;
}

async function dropFeed(ctx: MutationCtx, viewerId: Id<"profiles">): Promise<number> {
  const rows = await ctx.db
    .query("feedEntries")
    .withIndex("by_viewerId_and_publishedAt", (q) => q.eq("viewerId", viewerId))
    .take(BATCH);
  for (const { _id } of rows) await ctx.db.delete("feedEntries", _id);
  return rows.length;
}

async function dropViews(ctx: MutationCtx, viewerId: Id<"profiles">): Promise<number> {
  const rows = await ctx.db
    .query("views")
    .withIndex("by_viewerId", (q) => q.eq("viewerId", viewerId))
    .take(BATCH);
  for (const { _id } of rows) await ctx.db.delete("views", _id);
  return rows.length;
}

async function dropCounts(ctx: MutationCtx, profileId: Id<"profiles">): Promise<number> {
  const rows = await ctx.db
    .query("dailyCounts")
    .withIndex("by_profileId_and_day", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const { _id } of rows) await ctx.db.delete("dailyCounts", _id);
  return rows.length;
}

async function dropReports(ctx: MutationCtx, reporterId: Id<"profiles">): Promise<number> {
  const rows = await ctx.db
    .query("reports")
    .withIndex("by_reporterId_and_subjectId", (q) => q.eq("reporterId", reporterId))
    .take(BATCH);
  for (const { _id } of rows) await ctx.db.delete("reports", _id);
  return rows.length;
}

async function dropPending(ctx: MutationCtx, profileId: Id<"profiles">): Promise<number> {
  const rows = await ctx.db
    .query("pendingUploads")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const { _id, storageId } of rows) {
    await ctx.db.delete("pendingUploads", _id);
    await deleteFile(ctx, storageId);
  }
  return rows.length;
}

async function dropMemberships(ctx: MutationCtx, profileId: Id<"profiles">): Promise<number> {
  const rows = await ctx.db
    .query("studioMembers")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const member of rows) {
    await ctx.db.delete("studioMembers", member._id);
    const studio = await ctx.db.get("studios", member.studioId);
    if (studio) await vacateLater(ctx, studio, member);
  }
  return rows.length;
}
