import { v } from "convex/values";
import { action } from "../accounts/guarded";
import { refuseCaller } from "../accounts/standing";
import { usernameKeyOf } from "../contract/credentials";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { billing } from "../billing";
import { refusals } from "./errors";
import { deleteFile, REPORTS, deleteRows, takeDown } from "./artworks/deletion";
import { detach } from "./comments/model";
import type { OwnedBy } from "./artworks/deletion";
import { vacateLater } from "./studios/seats";
import { endOffer } from "./studios/offers";
import { setTie } from "./relationships/model";
import { changeCounts } from "./artworks/counts";
import { NEW_PROFILE, findOwnProfile } from "./profiles/model";
import { removeNotice } from "./notifications/model";

/**
 * Deletes the caller's account, for good: plan and billing, works and files,
 * all that they said and did, and the sign-in itself. It is gone from every
 * screen at once; what is left of it follows in batches.
 *
 * @param args - `username`: typed again, so that nobody does it by mistake.
 */
export const removeAccount = action({
  args: { username: v.string() },
  returns: vResult(v.null()),
  openToSuspended: true,
  handler: async (ctx, { username }): Promise<Result<null>> => {
    const who = await billing.me(ctx);
    if (!who) return refusals.signedOut();
    const { mayGo, close } = internal.community.accountDeletion;
    const refusal = await ctx.runQuery(mayGo, { username });
    if (refusal.error) return refusal;
    const deleted = await billing.customers.delete(ctx, who, {});
    if (deleted.error && deleted.error.code !== "customer_not_found") {
      const { error, statusCode = 400 } = deleted;
      return { data: null, error, statusCode };
    }
    await ctx.runMutation(close, {});
    return ok(null);
  },
});

/** Whether the caller is who they say, and leaves nobody behind. */
export const mayGo = internalQuery({
  args: { username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { username }): Promise<Result<null>> => {
    const refusal = await refuseCaller(ctx, { openToSuspended: true });
    if (refusal) return refusal;
    const profile = await findOwnProfile(ctx);
    if (!profile || profile.usernameKey !== usernameKeyOf(username)) return refusals.noArtist();
    const studio = await ctx.db
      .query("studios")
      .withIndex("by_ownerId", (q) => q.eq("ownerId", profile._id))
      .first();
    return studio ? refusals.ownsStudio() : ok(null);
  },
});

/** Takes the caller's name and face off everything, starts the erasure, and ends the sign-in: all at once. */
export const close = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const profile = await findOwnProfile(ctx);
    const who = await billing.me(ctx);
    if (!profile || !who) return null;
    await unname(ctx, profile);
    const leaver = { profileId: profile._id, customerId: who.customerId };
    await ctx.scheduler.runAfter(0, internal.community.accountDeletion.step, leaver);
    await ctx.runMutation(internal.accounts.records.erase, {});
    const identity = await ctx.auth.getUserIdentity();
    if (identity) await billing.forget(ctx, identity.tokenIdentifier);
    return null;
  },
});

async function unname(
  ctx: MutationCtx,
  { _id, avatarId, coverId }: Doc<"profiles">,
): Promise<void> {
  // The name is free from now on; no issuer is called `closed`, so nobody signs in to this.
  const nobody = `closed|${_id}`;
  await ctx.db.patch("profiles", _id, {
    ...NEW_PROFILE,
    ...{ bio: "", searchText: "" },
    ...{ tokenIdentifier: nobody, usernameKey: nobody, username: "deleted", name: "Deleted" },
  });
  for (const file of [avatarId, coverId]) if (file) await deleteFile(ctx, file);
}

/** How much of one kind goes in one transaction: each may touch a few rows of others. */
const BATCH = 25;

/** Who leaves, and the customer that they were. */
interface Leaver {
  profileId: Id<"profiles">;
  customerId: string;
}

/** Lets go of one batch of one kind of thing; how many there were. */
type Step = (ctx: MutationCtx, leaver: Leaver) => Promise<number>;

/** Rows that name their profile, and go as they are. */
const PROFILE_ROWS = [
  ["feedEntries", "by_viewerId_and_publishedAt", "viewerId"],
  ["views", "by_viewerId", "viewerId"],
  ["dailyCounts", "by_profileId_and_day", "profileId"],
  ["profileCounts", "by_profileId", "profileId"],
  ["noticeCounts", "by_recipientId", "recipientId"],
  ["reports", "by_reporterId_and_subjectId", "reporterId"],
  REPORTS,
  ["reservations", "by_profileId_and_clientUploadId", "profileId"],
  ["uploadTickets", "by_profileId", "profileId"],
] as const satisfies readonly OwnedBy[];

/** The same for their customer. What the files weigh goes when no file names them any more. */
const CUSTOMER_ROWS = [
  ["spentSeats", "by_customerId_and_used", "customerId"],
  ["storedBytes", "by_customerId", "customerId"],
] as const satisfies readonly OwnedBy[];

/** What a deleted artist leaves behind: what others see first. */
const STEPS: readonly Step[] = [
  dropWorks,
  dropComments,
  dropLikes,
  dropTiesFrom,
  dropTiesTo,
  dropCollections,
  dropNotifications,
  dropTellings,
  dropPending,
  dropMemberships,
  dropPayments,
  ...PROFILE_ROWS.map(dropRows(({ profileId }) => profileId)),
  ...CUSTOMER_ROWS.map(dropRows(({ customerId }) => customerId)),
];

/** Erases what a deleted artist left behind, a batch at a time, and at last the row itself. */
export const step = internalMutation({
  args: { profileId: v.id("profiles"), customerId: v.string() },
  returns: v.null(),
  handler: async (ctx, leaver): Promise<null> => {
    for (const drop of STEPS) {
      if ((await drop(ctx, leaver)) === 0) continue;
      await ctx.scheduler.runAfter(0, internal.community.accountDeletion.step, leaver);
      return null;
    }
    const { profileId } = leaver;
    if (await ctx.db.get("profiles", profileId)) await ctx.db.delete("profiles", profileId);
    return null;
  },
});

async function dropWorks(ctx: MutationCtx, { profileId }: Leaver): Promise<number> {
  const works = await ctx.db
    .query("artworks")
    .withIndex("by_profileId_and_state_and_publishedAt", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const artwork of works) await takeDown(ctx, artwork);
  return works.length;
}

async function dropComments(ctx: MutationCtx, { profileId }: Leaver): Promise<number> {
  const [comment] = await ctx.db
    .query("comments")
    .withIndex("by_authorId", (q) => q.eq("authorId", profileId))
    .take(1);
  if (!comment) return 0;
  await detach(ctx, comment, Date.now());
  return 1;
}

async function dropLikes(ctx: MutationCtx, { profileId }: Leaver): Promise<number> {
  const likes = await ctx.db
    .query("likes")
    .withIndex("by_profileId_and_artworkId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const { _id, artworkId, withdrawn } of likes) {
    await ctx.db.delete("likes", _id);
    const artwork = withdrawn === undefined ? await ctx.db.get("artworks", artworkId) : null;
    if (artwork) await changeCounts(ctx, artwork, { likes: -1 }, Date.now());
  }
  return likes.length;
}

async function dropTiesFrom(ctx: MutationCtx, { profileId: fromId }: Leaver): Promise<number> {
  const ties = await ctx.db
    .query("ties")
    .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", fromId))
    .take(BATCH);
  for (const { kind, toId } of ties) await setTie(ctx, { kind, fromId, toId }, false);
  return ties.length;
}

async function dropTiesTo(ctx: MutationCtx, { profileId: toId }: Leaver): Promise<number> {
  const ties = await ctx.db
    .query("ties")
    .withIndex("by_toId_and_kind", (q) => q.eq("toId", toId))
    .take(BATCH);
  for (const { kind, fromId } of ties) await setTie(ctx, { kind, fromId, toId }, false);
  return ties.length;
}

async function dropCollections(ctx: MutationCtx, { profileId }: Leaver): Promise<number> {
  const collections = await ctx.db
    .query("collections")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  const { forget } = internal.community.collections.items;
  for (const { _id: id } of collections) {
    await ctx.db.delete("collections", id);
    await ctx.scheduler.runAfter(0, forget, { id });
  }
  return collections.length;
}

/** What they were told, and with it their names out of what others said. */
async function dropNotifications(ctx: MutationCtx, { profileId }: Leaver): Promise<number> {
  const rows = await ctx.db
    .query("notifications")
    .withIndex("by_recipientId_and_position", (q) => q.eq("recipientId", profileId))
    .take(BATCH);
  for (const { _id, commentId } of rows) {
    await ctx.db.delete("notifications", _id);
    const comment = commentId && (await ctx.db.get("comments", commentId));
    if (!comment?.mentions.includes(profileId)) continue;
    const mentions = comment.mentions.filter((id) => id !== profileId);
    await ctx.db.patch("comments", comment._id, { mentions });
  }
  return rows.length;
}

/** What others were told of them. */
async function dropTellings(ctx: MutationCtx, { profileId }: Leaver): Promise<number> {
  const rows = await ctx.db
    .query("notifications")
    .withIndex("by_actorId_and_recipientId", (q) => q.eq("actorId", profileId))
    .take(BATCH);
  for (const row of rows) await removeNotice(ctx, row);
  return rows.length;
}

async function dropPending(ctx: MutationCtx, { profileId }: Leaver): Promise<number> {
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

async function dropMemberships(ctx: MutationCtx, { profileId }: Leaver): Promise<number> {
  const rows = await ctx.db
    .query("studioMembers")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const member of rows) {
    await ctx.db.delete("studioMembers", member._id);
    const studio = await ctx.db.get("studios", member.studioId);
    if (!studio) continue;
    if (studio.offeredTo === profileId) await endOffer(ctx, studio);
    await vacateLater(ctx, studio, member);
  }
  return rows.length;
}

/** Files that members of their studios sent go on without anybody who pays for them. */
async function dropPayments(ctx: MutationCtx, { customerId }: Leaver): Promise<number> {
  const works = await ctx.db
    .query("artworks")
    .withIndex("by_payerId", (q) => q.eq("payerId", customerId))
    .take(BATCH);
  for (const { _id } of works) await ctx.db.patch("artworks", _id, { payerId: undefined });
  const files = await ctx.db
    .query("workFiles")
    .withIndex("by_payerId", (q) => q.eq("payerId", customerId))
    .take(BATCH);
  for (const { _id } of files) await ctx.db.patch("workFiles", _id, { payerId: undefined });
  return works.length + files.length;
}

function dropRows(ownerOf: (leaver: Leaver) => string): (owned: OwnedBy) => Step {
  return (owned) => async (ctx, leaver) =>
    (await deleteRows(ctx, owned, ownerOf(leaver), BATCH)).length;
}
