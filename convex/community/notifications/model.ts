import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx, MutationCtx } from "../../_generated/server";
import { canView } from "../relationships/viewer";
import type { ViewerContext } from "../relationships/viewer";
import { findRelationship, isBlockedEitherWay } from "../relationships/model";
import { isShownTo, planDigest } from "./choices";
import type { WithoutSystemFields } from "convex/server";
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";

/** A notification with everything that it refers to. */
export interface VisibleNotification {
  actor: Doc<"profiles">;
  artwork: Doc<"artworks"> | null;
  comment: Doc<"comments"> | null;
  studio: Doc<"studios"> | null;
}

/** The subject of a notification; null if its recipient may no longer see it. */
export async function findVisible(
  ctx: QueryCtx,
  { viewer, blockedOrMuted }: ViewerContext,
  { actorId, artworkId, commentId, studioId }: Doc<"notifications">,
): Promise<VisibleNotification | null> {
  if (blockedOrMuted.has(actorId)) return null;
  const actor = await ctx.db.get("profiles", actorId);
  const artwork = artworkId && (await ctx.db.get("artworks", artworkId));
  const comment = commentId && (await ctx.db.get("comments", commentId));
  const studio = studioId && (await ctx.db.get("studios", studioId));
  // A referenced row was deleted before its notification, or hidden since.
  const isShown = artwork && canView(viewer, artwork);
  const isGone = (artworkId && !isShown) || (commentId && !comment) || (studioId && !studio);
  return actor && !isGone ? { actor, artwork, comment, studio } : null;
}

/** Whether the recipient may see one notification. */
export async function isVisibleToRecipient(
  ctx: QueryCtx,
  row: Doc<"notifications">,
): Promise<boolean> {
  const viewer = await ctx.db.get("profiles", row.recipientId);
  const isBlockedOrMuted = await hasBlockedOrMuted(ctx, row.recipientId, row.actorId);
  const blockedOrMuted = new Set(isBlockedOrMuted ? [row.actorId] : []);
  return (await findVisible(ctx, { viewer, blockedOrMuted }, row)) !== null;
}

async function hasBlockedOrMuted(ctx: QueryCtx, fromId: Id<"profiles">, toId: Id<"profiles">) {
  if (await findRelationship(ctx, { kind: "block", fromId, toId })) return true;
  return (await findRelationship(ctx, { kind: "mute", fromId, toId })) !== null;
}

/** The maximum number of notifications of a member. */
export const MAX_NOTIFICATIONS = 1000;

/** Each new notification deletes up to this many old ones, so that a longer list gets shorter. */
const TRIMMED = 2;

/** Notifications that one transaction checks again. */
const BATCH = 100;

/** For a member without a stored count, this many are counted; older ones count as read. */
const MOST_COUNTED = 100;

type Notification = Doc<"notifications">;

type Counts = WithoutSystemFields<Doc<"notificationCounts">>;

/** What notifications refer to, or who caused them. */
const vAbout = v.union(
  v.object({ artworkId: v.id("artworks") }),
  v.object({ studioId: v.id("studios") }),
  v.object({ recipientId: v.id("profiles"), actorId: v.id("profiles") }),
);

type About = typeof vAbout.type;

/** How many notifications a member has not read. */
export async function unreadOf(ctx: QueryCtx, recipientId: Id<"profiles">): Promise<number> {
  const counts = await findCounts(ctx, recipientId);
  return (counts ?? (await countNow(ctx, recipientId)).counts).unread;
}

/** All notifications up to this creation time are read. */
export async function readUntilOf(ctx: QueryCtx, recipientId: Id<"profiles">): Promise<number> {
  return (await findCounts(ctx, recipientId))?.readUntil ?? 0;
}

/** Whether a notification is read, by itself or together with all others. */
export function isRead(row: Notification, readUntil: number): boolean {
  return row.isRead || row._creationTime <= readUntil;
}

/** Stores a notification, counts it if its recipient may see it, and deletes old ones. */
export async function addNotification(
  ctx: MutationCtx,
  notification: Omit<WithoutSystemFields<Notification>, "isRead" | "isHidden" | "position">,
): Promise<void> {
  const { recipientId } = notification;
  const counts = await ensureNotificationCounts(ctx, recipientId);
  const made = counts.made + 1;
  const id = await ctx.db.insert("notifications", {
    ...notification,
    isRead: false,
    position: made,
  });
  const row = await ctx.db.get("notifications", id);
  const isShown = row !== null && (await isVisibleToRecipient(ctx, row));
  if (!isShown) await ctx.db.patch("notifications", id, { isHidden: true });
  const unread = counts.unread + (isShown ? 1 : 0);
  await ctx.db.patch("notificationCounts", counts._id, { made, unread });
  if (made <= MAX_NOTIFICATIONS) return;
  const old = await ctx.db
    .query("notifications")
    .withIndex("by_recipientId_and_position", (q) =>
      q.eq("recipientId", recipientId).lte("position", made - MAX_NOTIFICATIONS),
    )
    .take(TRIMMED);
  for (const one of old) await removeNotification(ctx, one);
}

/** Deletes a notification, and subtracts it from the unread count. */
export async function removeNotification(ctx: MutationCtx, row: Notification): Promise<void> {
  await ctx.db.delete("notifications", row._id);
  await uncount(ctx, row);
}

/** Subtracts a deleted notification from the unread count. */
export async function uncount(ctx: MutationCtx, row: Notification): Promise<void> {
  if (row.isHidden !== true) await changeUnread(ctx, row, -1);
}

/** Marks the member's notifications among these as read. */
export async function readSome(
  ctx: MutationCtx,
  recipientId: Id<"profiles">,
  ids: readonly Id<"notifications">[],
): Promise<void> {
  // Counting may hide rows, so read them afterwards.
  const counts = await ensureNotificationCounts(ctx, recipientId);
  let unread = counts.unread;
  for (const id of new Set(ids)) {
    const row = await ctx.db.get("notifications", id);
    if (row?.recipientId !== recipientId || row.isRead) continue;
    await ctx.db.patch("notifications", id, { isRead: true });
    if (row.isHidden !== true && !isRead(row, counts.readUntil)) unread -= 1;
  }
  if (unread !== counts.unread) await ctx.db.patch("notificationCounts", counts._id, { unread });
}

/** Marks all current notifications of a member as read, however many there are. */
export async function readAll(ctx: MutationCtx, recipientId: Id<"profiles">): Promise<void> {
  const newest = await ctx.db
    .query("notifications")
    .withIndex("by_recipientId_and_position", (q) => q.eq("recipientId", recipientId))
    .order("desc")
    .first();
  if (!newest) return;
  const { _id } = await ensureNotificationCounts(ctx, recipientId);
  await ctx.db.patch("notificationCounts", _id, { unread: 0, readUntil: newest._creationTime });
}

/**
 * Hides notifications that their recipients may no longer see, and shows them again, after a block
 * or a mute, or when a work or a studio was deleted, hidden or restored. Continues until all are
 * checked.
 */
export async function recheck(ctx: MutationCtx, about: About, from = 0): Promise<void> {
  const rows = await notificationsAbout(ctx, about, from);
  for (const row of rows.slice(0, BATCH)) await recheckOne(ctx, row);
  const next = rows[BATCH];
  if (!next) return;
  const { recheckMore } = internal.community.notifications.model;
  await ctx.scheduler.runAfter(0, recheckMore, { about, from: next._creationTime });
}

export const recheckMore = internalMutation({
  args: { about: vAbout, from: v.number() },
  returns: v.null(),
  handler: async (ctx, { about, from }): Promise<null> => {
    await recheck(ctx, about, from);
    return null;
  },
});

/**
 * A member's stored counts, created on first use. For the migration of all
 * profiles; until it ran, the next notification creates them.
 */
export async function ensureNotificationCounts(
  ctx: MutationCtx,
  recipientId: Id<"profiles">,
): Promise<Doc<"notificationCounts">> {
  const row = await findCounts(ctx, recipientId);
  if (row) return row;
  const { counts, hidden } = await countNow(ctx, recipientId);
  for (const id of hidden) await ctx.db.patch("notifications", id, { isHidden: true });
  const id = await ctx.db.insert("notificationCounts", counts);
  const made = await ctx.db.get("notificationCounts", id);
  if (!made) throw new Error(`The counts of ${recipientId} are not there`);
  return made;
}

async function countNow(ctx: QueryCtx, recipientId: Id<"profiles">) {
  const rows = await ctx.db
    .query("notifications")
    .withIndex("by_recipientId_and_position", (q) => q.eq("recipientId", recipientId))
    .order("desc")
    .take(MOST_COUNTED + 1);
  const newest = rows.slice(0, MOST_COUNTED).filter((row) => !row.isRead);
  const shown = await Promise.all(newest.map(async (row) => await isVisibleToRecipient(ctx, row)));
  const hidden = newest.filter((_, at) => shown[at] === false).map(({ _id }) => _id);
  const readUntil = rows[MOST_COUNTED]?._creationTime ?? 0;
  const unread = newest.length - hidden.length;
  const counts: Counts = { recipientId, unread, readUntil, made: 0 };
  return { counts, hidden };
}

async function recheckOne(ctx: MutationCtx, row: Notification): Promise<void> {
  if (row.isRead) return;
  const isHidden = !(await isVisibleToRecipient(ctx, row));
  if (isHidden === (row.isHidden === true)) return;
  await ctx.db.patch("notifications", row._id, { isHidden });
  await changeUnread(ctx, row, isHidden ? -1 : 1);
}

/** Changes the unread count. Without a stored count there is nothing to change. */
async function changeUnread(ctx: MutationCtx, row: Notification, change: number): Promise<void> {
  const counts = await findCounts(ctx, row.recipientId);
  if (!counts || isRead(row, counts.readUntil)) return;
  await ctx.db.patch("notificationCounts", counts._id, { unread: counts.unread + change });
}

async function notificationsAbout(
  ctx: QueryCtx,
  about: About,
  from: number,
): Promise<Notification[]> {
  const rows = ctx.db.query("notifications");
  const chosen =
    "artworkId" in about
      ? rows.withIndex("by_artworkId", (q) =>
          q.eq("artworkId", about.artworkId).gte("_creationTime", from),
        )
      : "studioId" in about
        ? rows.withIndex("by_studioId", (q) =>
            q.eq("studioId", about.studioId).gte("_creationTime", from),
          )
        : rows.withIndex("by_actorId_and_recipientId", (q) =>
            q
              .eq("actorId", about.actorId)
              .eq("recipientId", about.recipientId)
              .gte("_creationTime", from),
          );
  return await chosen.take(BATCH + 1);
}

async function findCounts(ctx: QueryCtx, recipientId: Id<"profiles">) {
  return await ctx.db
    .query("notificationCounts")
    .withIndex("by_recipientId", (q) => q.eq("recipientId", recipientId))
    .unique();
}

/** An action of one member about which another is notified. */
interface NotificationEvent {
  kind: Doc<"notifications">["kind"];
  actorId: Id<"profiles">;
  recipientId: Id<"profiles">;
  artworkId?: Id<"artworks">;
  commentId?: Id<"comments">;
  studioId?: Id<"studios">;
}

/**
 * Notifies the recipient, unless they caused the event, a block separates the two,
 * they were notified before, or they have turned this kind off.
 */
export async function notify(ctx: MutationCtx, event: NotificationEvent): Promise<void> {
  const { kind, actorId, recipientId, artworkId = null, commentId = null } = event;
  const { studioId = null } = event;
  if (actorId === recipientId || (await isBlockedEitherWay(ctx, actorId, recipientId))) return;
  if (await findStored(ctx, event)) return;
  if (!(await isShownTo(ctx, recipientId, kind))) return;
  const row = { kind, actorId, recipientId, artworkId, commentId, studioId, key: keyOf(event) };
  await addNotification(ctx, row);
  await planDigest(ctx, recipientId, kind);
}

/** Retracting an unread notification deletes it. A read one stays, and is not sent again. */
export async function retract(ctx: MutationCtx, event: NotificationEvent): Promise<void> {
  const told = await findStored(ctx, event);
  if (!told || isRead(told, await readUntilOf(ctx, told.recipientId))) return;
  await removeNotification(ctx, told);
}

async function findStored(ctx: QueryCtx, event: NotificationEvent) {
  return await ctx.db
    .query("notifications")
    .withIndex("by_key_and_recipientId", (q) =>
      q.eq("key", keyOf(event)).eq("recipientId", event.recipientId),
    )
    .unique();
}

function keyOf({ kind, actorId, artworkId, commentId, studioId }: NotificationEvent): string {
  return [kind, actorId, commentId ?? artworkId ?? studioId ?? ""].join(":");
}
