import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { hasRelationship } from "../relationships/model";
import { viewerContextOf } from "../relationships/viewer";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { vNotificationKind } from "./tables";
import { refusals } from "../errors";
import { findOwnProfile, toPerson, vPerson } from "../profiles/model";
import {
  MAX_NOTIFICATIONS,
  findVisible,
  isRead,
  readAll,
  readSome,
  readUntilOf,
  unreadOf,
} from "./model";
import type { VisibleNotification } from "./model";
import { thumbnailUrl } from "../files/renditions";

const vNotification = v.object({
  id: v.id("notifications"),
  kind: vNotificationKind,
  actor: vPerson,
  /** The work of the notification; null for a follow or an invitation. */
  artwork: v.union(
    v.object({
      ...{ id: v.id("artworks"), title: v.string() },
      /** The URL of a small image; null if there is none, or the caller hides sensitive works. */
      url: v.union(v.string(), v.null()),
    }),
    v.null(),
  ),
  /** The studio that invites the caller; null for all other kinds. */
  studio: v.union(v.object({ slug: v.string(), name: v.string() }), v.null()),
  /** Whether the caller follows the actor. Only for a follow. */
  isFollowed: v.boolean(),
  /** The text of the comment; null if there is none. */
  text: v.union(v.string(), v.null()),
  isRead: v.boolean(),
  createdAt: v.number(),
});

/** The caller's notifications, of one kind or of all, newest first. */
export const list = query({
  args: { kind: v.optional(vNotificationKind), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vNotification),
  handler: async (ctx, { kind, paginationOpts }) => {
    const viewerContext = await viewerContextOf(ctx);
    const { viewer } = viewerContext;
    if (!viewer) return EMPTY_PAGE;
    const all = ctx.db.query("notifications");
    const wanted =
      kind === undefined
        ? all.withIndex("by_recipientId_and_position", (q) => q.eq("recipientId", viewer._id))
        : all.withIndex("by_recipientId_and_kind_and_position", (q) =>
            q.eq("recipientId", viewer._id).eq("kind", kind),
          );
    const rows = await wanted.order("desc").paginate(bounded(paginationOpts));
    const readUntil = await readUntilOf(ctx, viewer._id);
    return await mapPage(rows, async (row) => {
      const event = await findVisible(ctx, viewerContext, row);
      return (
        event && {
          ...(await toNotification(ctx, viewer, row, event)),
          isRead: isRead(row, readUntil),
        }
      );
    });
  },
});

/** How many of the listed notifications are unread: a stored count. Zero when signed out. */
export const unread = query({
  args: {},
  returns: v.number(),
  handler: async (ctx) => {
    const viewer = await findOwnProfile(ctx);
    return viewer ? await unreadOf(ctx, viewer._id) : 0;
  },
});

/**
 * Marks notifications as read: those with these `ids`, or all. Other members' notifications are
 * ignored, so the response reveals nothing about them.
 *
 * @returns Error codes: `too_many`, for more ids than a member can have notifications.
 */
export const markRead = mutation({
  args: { ids: v.optional(v.array(v.id("notifications"))) },
  returns: vResult(v.null()),
  handler: async (ctx, { ids }): Promise<Result<null>> => {
    const viewer = await findOwnProfile(ctx);
    if (!viewer) return refusals.signedOut();
    if (ids === undefined) await readAll(ctx, viewer._id);
    else if (ids.length > MAX_NOTIFICATIONS) {
      return refusals.tooMany(`Mark at most ${MAX_NOTIFICATIONS} notifications at once`);
    } else await readSome(ctx, viewer._id, ids);
    return ok(null);
  },
});

async function toNotification(
  ctx: QueryCtx,
  viewer: Doc<"profiles">,
  { _id: id, kind, _creationTime: createdAt }: Doc<"notifications">,
  { actor, artwork, comment, studio }: VisibleNotification,
): Promise<Omit<typeof vNotification.type, "isRead">> {
  return {
    ...{ id, kind, createdAt },
    actor: await toPerson(ctx, actor),
    artwork: artwork && {
      id: artwork._id,
      title: artwork.title,
      url: await thumbnailFor(ctx, viewer, artwork),
    },
    studio: studio && { slug: studio.slug, name: studio.name },
    isFollowed: kind === "follow" && (await hasRelationship(ctx, viewer, "follow", actor._id)),
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
