import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx, MutationCtx } from "../../_generated/server";
import { isOpenTo } from "../relationships/viewer";
import type { Audience } from "../relationships/viewer";
import { findTie, areApart } from "../relationships/model";
import type { WithoutSystemFields } from "convex/server";
import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";

/** Who did something, and to what. */
export interface Told {
  actor: Doc<"profiles">;
  artwork: Doc<"artworks"> | null;
  comment: Doc<"comments"> | null;
  studio: Doc<"studios"> | null;
}

/** What a notice is about; null when its reader is not told of it (any more). */
export async function findTold(
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

/** Whether its reader is told of a notice, asked of one notice alone. */
export async function isTold(ctx: QueryCtx, row: Doc<"notifications">): Promise<boolean> {
  const viewer = await ctx.db.get("profiles", row.recipientId);
  const isSilenced = await silences(ctx, row.recipientId, row.actorId);
  const silenced = new Set(isSilenced ? [row.actorId] : []);
  return (await findTold(ctx, { viewer, silenced }, row)) !== null;
}

async function silences(ctx: QueryCtx, fromId: Id<"profiles">, toId: Id<"profiles">) {
  if (await findTie(ctx, { kind: "block", fromId, toId })) return true;
  return (await findTie(ctx, { kind: "mute", fromId, toId })) !== null;
}

/** Of the last notices of a member so many are kept. */
export const MAX_NOTICES = 1000;

/** Each notice deletes up to so many that are too old, so that a longer list gets shorter. */
const TRIMMED = 2;

/** Notices that one transaction looks at again. */
const BATCH = 100;

/** Of a member without counts so many are looked at; older ones count as read. */
const MOST_COUNTED = 100;

type Notice = Doc<"notifications">;

type Counts = WithoutSystemFields<Doc<"noticeCounts">>;

/** What notices are about, or whom they are from. */
const vAbout = v.union(
  v.object({ artworkId: v.id("artworks") }),
  v.object({ studioId: v.id("studios") }),
  v.object({ recipientId: v.id("profiles"), actorId: v.id("profiles") }),
);

type About = typeof vAbout.type;

/** How many notices a member has not read. */
export async function unreadOf(ctx: QueryCtx, recipientId: Id<"profiles">): Promise<number> {
  const counts = await findCounts(ctx, recipientId);
  return (counts ?? (await countNow(ctx, recipientId)).counts).unread;
}

/** Up to when all notices of a member are read: the creation time of the last one. */
export async function readUntilOf(ctx: QueryCtx, recipientId: Id<"profiles">): Promise<number> {
  return (await findCounts(ctx, recipientId))?.readUntil ?? 0;
}

/** Whether its reader has read a notice, alone or with all others. */
export function isRead(row: Notice, readUntil: number): boolean {
  return row.isRead || row._creationTime <= readUntil;
}

/** Stores a notice, counts it if its reader is told of it, and deletes what is too old. */
export async function addNotice(
  ctx: MutationCtx,
  notice: Omit<WithoutSystemFields<Notice>, "isRead" | "isHidden" | "position">,
): Promise<void> {
  const { recipientId } = notice;
  const counts = await ensureNoticeCounts(ctx, recipientId);
  const made = counts.made + 1;
  const id = await ctx.db.insert("notifications", { ...notice, isRead: false, position: made });
  const row = await ctx.db.get("notifications", id);
  const isShown = row !== null && (await isTold(ctx, row));
  if (!isShown) await ctx.db.patch("notifications", id, { isHidden: true });
  const unread = counts.unread + (isShown ? 1 : 0);
  await ctx.db.patch("noticeCounts", counts._id, { made, unread });
  if (made <= MAX_NOTICES) return;
  const old = await ctx.db
    .query("notifications")
    .withIndex("by_recipientId_and_position", (q) =>
      q.eq("recipientId", recipientId).lte("position", made - MAX_NOTICES),
    )
    .take(TRIMMED);
  for (const one of old) await removeNotice(ctx, one);
}

/** Deletes a notice, and counts it no more. */
export async function removeNotice(ctx: MutationCtx, row: Notice): Promise<void> {
  await ctx.db.delete("notifications", row._id);
  await discount(ctx, row);
}

/** Counts a notice no more that is deleted. */
export async function discount(ctx: MutationCtx, row: Notice): Promise<void> {
  if (row.isHidden !== true) await changeUnread(ctx, row, -1);
}

/** Marks one notice as read. */
export async function readOne(ctx: MutationCtx, row: Notice): Promise<void> {
  if (row.isRead) return;
  await ensureNoticeCounts(ctx, row.recipientId);
  const now = await ctx.db.get("notifications", row._id);
  if (now) await discount(ctx, now);
  await ctx.db.patch("notifications", row._id, { isRead: true });
}

/** Marks all notices of a member as read that there are now, however many. */
export async function readAll(ctx: MutationCtx, recipientId: Id<"profiles">): Promise<void> {
  const newest = await ctx.db
    .query("notifications")
    .withIndex("by_recipientId_and_position", (q) => q.eq("recipientId", recipientId))
    .order("desc")
    .first();
  if (!newest) return;
  const { _id } = await ensureNoticeCounts(ctx, recipientId);
  await ctx.db.patch("noticeCounts", _id, { unread: 0, readUntil: newest._creationTime });
}

/**
 * Hides notices that their readers are not told of any more, and shows them
 * again: after a member silenced another, or a work or studio went or came back.
 * Continues until all were looked at.
 */
export async function recheck(ctx: MutationCtx, about: About, from = 0): Promise<void> {
  const rows = await noticesAbout(ctx, about, from);
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
 * The stored counts of a member, counted once where there are none. For the
 * migration of all profiles; until it ran, the next notice does it.
 */
export async function ensureNoticeCounts(
  ctx: MutationCtx,
  recipientId: Id<"profiles">,
): Promise<Doc<"noticeCounts">> {
  const row = await findCounts(ctx, recipientId);
  if (row) return row;
  const { counts, hidden } = await countNow(ctx, recipientId);
  for (const id of hidden) await ctx.db.patch("notifications", id, { isHidden: true });
  const id = await ctx.db.insert("noticeCounts", counts);
  const made = await ctx.db.get("noticeCounts", id);
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
  const told = await Promise.all(newest.map(async (row) => await isTold(ctx, row)));
  const hidden = newest.filter((_, at) => told[at] === false).map(({ _id }) => _id);
  const readUntil = rows[MOST_COUNTED]?._creationTime ?? 0;
  const unread = newest.length - hidden.length;
  const counts: Counts = { recipientId, unread, readUntil, made: 0 };
  return { counts, hidden };
}

async function recheckOne(ctx: MutationCtx, row: Notice): Promise<void> {
  if (row.isRead) return;
  const isHidden = !(await isTold(ctx, row));
  if (isHidden === (row.isHidden === true)) return;
  await ctx.db.patch("notifications", row._id, { isHidden });
  await changeUnread(ctx, row, isHidden ? -1 : 1);
}

/** Changes the count by an unread notice. Where nothing was counted yet, nothing is to be changed. */
async function changeUnread(ctx: MutationCtx, row: Notice, change: number): Promise<void> {
  const counts = await findCounts(ctx, row.recipientId);
  if (!counts || isRead(row, counts.readUntil)) return;
  await ctx.db.patch("noticeCounts", counts._id, { unread: counts.unread + change });
}

async function noticesAbout(ctx: QueryCtx, about: About, from: number): Promise<Notice[]> {
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
    .query("noticeCounts")
    .withIndex("by_recipientId", (q) => q.eq("recipientId", recipientId))
    .unique();
}

/** Something that someone did and someone else is told. */
interface Happening {
  kind: Doc<"notifications">["kind"];
  actorId: Id<"profiles">;
  recipientId: Id<"profiles">;
  artworkId?: Id<"artworks">;
  commentId?: Id<"comments">;
  studioId?: Id<"studios">;
}

/** Tells someone, unless it is themselves, they are apart, or they know already. */
export async function notify(ctx: MutationCtx, happening: Happening): Promise<void> {
  const { kind, actorId, recipientId, artworkId = null, commentId = null } = happening;
  const { studioId = null } = happening;
  if (actorId === recipientId || (await areApart(ctx, actorId, recipientId))) return;
  if (await findStored(ctx, happening)) return;
  const row = { kind, actorId, recipientId, artworkId, commentId, studioId, key: keyOf(happening) };
  await addNotice(ctx, row);
}

/** What is taken back before it was read was never told; what was read stays, and is not told again. */
export async function takeBack(ctx: MutationCtx, happening: Happening): Promise<void> {
  const told = await findStored(ctx, happening);
  if (!told || isRead(told, await readUntilOf(ctx, told.recipientId))) return;
  await removeNotice(ctx, told);
}

async function findStored(ctx: QueryCtx, happening: Happening) {
  return await ctx.db
    .query("notifications")
    .withIndex("by_key_and_recipientId", (q) =>
      q.eq("key", keyOf(happening)).eq("recipientId", happening.recipientId),
    )
    .unique();
}

function keyOf({ kind, actorId, artworkId, commentId, studioId }: Happening): string {
  return [kind, actorId, commentId ?? artworkId ?? studioId ?? ""].join(":");
}
