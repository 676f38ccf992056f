import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation } from "../accounts/guarded";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { internal } from "../_generated/api";
import { internalMutation, query } from "../_generated/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { audienceOf, isOpenTo } from "./audience";
import type { Audience } from "./audience";
import { EMPTY_PAGE, bounded, mapPage } from "./paging";
import { toPerson, vPerson } from "./people";
import { vNotificationKind } from "./peopleTables";
import { findOwnProfile } from "./profiles";
import { refusals } from "./refuse";
import { thumbnailUrl } from "./stills";

/** Counted no further: nobody reads a larger number. */
const MOST_COUNTED = 100;
const BATCH = 200;

const vNotification = v.object({
  id: v.id("notifications"),
  kind: vNotificationKind,
  actor: vPerson,
  /** The work that it is about; null for a follow and an invitation. */
  artwork: v.union(
    v.object({
      ...{ id: v.id("artworks"), title: v.string() },
      /** Of a still; null: there is none, or the caller does not want to see it unasked. */
      url: v.union(v.string(), v.null()),
    }),
    v.null(),
  ),
  /** The studio that one is asked to join; null for everything else. */
  studio: v.union(v.object({ slug: v.string(), name: v.string() }), v.null()),
  /** What was said; null where nothing was. */
  text: v.union(v.string(), v.null()),
  isRead: v.boolean(),
  createdAt: v.number(),
});

/** Who did something, and to what. */
interface Told {
  actor: Doc<"profiles">;
  artwork: Doc<"artworks"> | null;
  comment: Doc<"comments"> | null;
  studio: Doc<"studios"> | null;
}

/** What the caller is told, newest first. */
export const list = query({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vNotification),
  handler: async (ctx, { paginationOpts }) => {
    const audience = await audienceOf(ctx);
    const { viewer } = audience;
    if (!viewer) return EMPTY_PAGE;
    const rows = await ctx.db
      .query("notifications")
      .withIndex("by_recipientId", (q) => q.eq("recipientId", viewer._id))
      .order("desc")
      .paginate(bounded(paginationOpts));
    return await mapPage(rows, async (row) => {
      const told = await findTold(ctx, audience, row);
      return told && (await toNotification(ctx, viewer, row, told));
    });
  },
});

/** How many of those that are listed the caller has not read, up to 100. Zero when signed out. */
export const unread = query({
  args: {},
  returns: v.number(),
  handler: async (ctx) => {
    const audience = await audienceOf(ctx);
    if (!audience.viewer) return 0;
    const rows = await findUnread(ctx, audience.viewer._id, MOST_COUNTED);
    const told = await Promise.all(rows.map(async (row) => await findTold(ctx, audience, row)));
    return told.filter((one) => one !== null).length;
  },
});

/** Marks one as read, or, without an id, all that there are now. */
export const markRead = mutation({
  args: { id: v.optional(v.id("notifications")) },
  returns: vResult(v.null()),
  handler: async (ctx, { id }): Promise<Result<null>> => {
    const viewer = await findOwnProfile(ctx);
    if (!viewer) return refusals.signedOut();
    if (id === undefined) {
      const [newest] = await findUnread(ctx, viewer._id, 1);
      if (newest) await readAll(ctx, viewer._id, newest._creationTime);
      return ok(null);
    }
    const row = await ctx.db.get("notifications", id);
    // Whether someone else's is there is not told.
    if (row?.recipientId === viewer._id) await ctx.db.patch("notifications", id, { isRead: true });
    return ok(null);
  },
});

/** Goes on with marking, a batch at a time. */
export const markBatch = internalMutation({
  args: { recipientId: v.id("profiles"), before: v.number() },
  returns: v.null(),
  handler: async (ctx, { recipientId, before }): Promise<null> => {
    await readAll(ctx, recipientId, before);
    return null;
  },
});

async function readAll(ctx: MutationCtx, recipientId: Id<"profiles">, before: number) {
  const rows = await ctx.db
    .query("notifications")
    .withIndex("by_isRead_and_recipientId", (q) =>
      q.eq("isRead", false).eq("recipientId", recipientId).lte("_creationTime", before),
    )
    .take(BATCH);
  for (const { _id } of rows) await ctx.db.patch("notifications", _id, { isRead: true });
  if (rows.length < BATCH) return;
  const { markBatch: next } = internal.community.notifications;
  await ctx.scheduler.runAfter(0, next, { recipientId, before });
}

async function findUnread(ctx: QueryCtx, recipientId: Id<"profiles">, most: number) {
  return await ctx.db
    .query("notifications")
    .withIndex("by_isRead_and_recipientId", (q) =>
      q.eq("isRead", false).eq("recipientId", recipientId),
    )
    .order("desc")
    .take(most);
}

/** What a notice is about; null when its reader is not told of it (any more). */
async function findTold(
  ctx: QueryCtx,
  { viewer, silenced }: Audience,
  { actorId, artworkId, commentId, studioId }: Doc<"notifications">,
): Promise<Told | null> {
  if (silenced.has(actorId)) return null;
  const actor = await ctx.db.get("profiles", actorId);
  const artwork = artworkId && (await ctx.db.get("artworks", artworkId));
  const comment = commentId && (await ctx.db.get("comments", commentId));
  const studio = studioId && (await ctx.db.get("studios", studioId));
  // Between the deletion of a thing and of what was told of it; and what was hidden since.
  const isShown = artwork && isOpenTo(viewer, artwork);
  const isGone = (artworkId && !isShown) || (commentId && !comment) || (studioId && !studio);
  return actor && !isGone ? { actor, artwork, comment, studio } : null;
}

async function toNotification(
  ctx: QueryCtx,
  viewer: Doc<"profiles">,
  { _id: id, kind, isRead, _creationTime: createdAt }: Doc<"notifications">,
  { actor, artwork, comment, studio }: Told,
): Promise<typeof vNotification.type> {
  return {
    ...{ id, kind, isRead, createdAt },
    actor: await toPerson(ctx, actor),
    artwork: artwork && {
      id: artwork._id,
      title: artwork.title,
      url: await thumbnailFor(ctx, viewer, artwork),
    },
    studio: studio && { slug: studio.slug, name: studio.name },
    text: comment && comment.text,
  };
}

async function thumbnailFor(
  ctx: QueryCtx,
  { _id, settings }: Doc<"profiles">,
  artwork: Doc<"artworks">,
): Promise<string | null> {
  const isVeiled = artwork.sensitive && settings.sensitive !== "show" && artwork.profileId !== _id;
  return isVeiled ? null : await thumbnailUrl(ctx, artwork);
}
