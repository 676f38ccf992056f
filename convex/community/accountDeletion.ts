import { v } from "convex/values";
import { action } from "../accounts/guarded";
import { checkOwnPassword, vOwnProof } from "../accounts/ownPassword";
import { ownAccount } from "../accounts/model";
import { refusals as ofAccounts } from "../accounts/refuse";
import { retireNames } from "../accounts/retiredNames";
import { refuseCaller, suspensionOf } from "../accounts/standing";
import { usernameKeyOf } from "../contract/credentials";
import { ok, vResult } from "../../packages/billing/src/contract";
import type { Result } from "../../packages/billing/src/contract";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import { internalMutation, internalQuery } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { billing } from "../billing";
import { refusals } from "./errors";
import { deleteFile, REPORTS, deleteRows, deleteArtwork } from "./artworks/deletion";
import { unlike } from "./comments/likes";
import { deleteComment } from "./comments/model";
import { deleteExport, findExport } from "./dataExports/model";
import type { OwnedBy } from "./artworks/deletion";
import { scheduleSeatDeletion } from "./studios/seats";
import { endOffer } from "./studios/offers";
import { setRelationship } from "./relationships/model";
import { changeCounts } from "./artworks/counts";
import { NEW_PROFILE, findOwnProfile } from "./profiles/model";
import { removeNotification } from "./notifications/model";

/**
 * Deletes the caller's account permanently: plan and billing, works and files, comments, likes and
 * the sign-in itself. It disappears from every screen immediately; the rest is deleted in batches.
 *
 * @param args - `confirmation`: the password of a local account, and a code while two-step sign-in
 *   is on. A user of another identity provider types their username, because only that provider
 *   knows the password.
 */
export const removeAccount = action({
  args: {
    confirmation: v.union(v.object(vOwnProof), v.object({ username: v.string() })),
  },
  returns: vResult(v.null()),
  openToSuspended: true,
  handler: async (ctx, { confirmation }): Promise<Result<null>> => {
    const who = await billing.me(ctx);
    if (!who) return refusals.signedOut();
    const { checkDeletion, closeAccount } = internal.community.accountDeletion;
    const username = "username" in confirmation ? confirmation.username : null;
    const refusal = await ctx.runQuery(checkDeletion, { username });
    if (refusal.error) return refusal;
    if ("currentPassword" in confirmation) {
      const checked = await checkOwnPassword(ctx, confirmation);
      if (!checked.data) return checked;
    }
    const deleted = await billing.customers.delete(ctx, who, {});
    if (deleted.error && deleted.error.code !== "customer_not_found") {
      const { error, statusCode = 400 } = deleted;
      return { data: null, error, statusCode };
    }
    await ctx.runMutation(closeAccount, {});
    return ok(null);
  },
});

/**
 * Whether the caller may delete their account: they own no studio, and typed their own name, unless
 * they have a password here.
 */
export const checkDeletion = internalQuery({
  args: { username: v.union(v.string(), v.null()) },
  returns: vResult(v.null()),
  handler: async (ctx, { username }): Promise<Result<null>> => {
    const refusal = await refuseCaller(ctx, { openToSuspended: true });
    if (refusal) return refusal;
    const profile = await findOwnProfile(ctx);
    const isLocal = (await ownAccount(ctx)) !== null;
    if (isLocal && username !== null) return ofAccounts.wrongPassword();
    const isNamed = username !== null && profile?.usernameKey === usernameKeyOf(username);
    if (!profile || (!isLocal && !isNamed)) return refusals.noArtist();
    const studio = await ctx.db
      .query("studios")
      .withIndex("by_ownerId", (q) => q.eq("ownerId", profile._id))
      .first();
    return studio ? refusals.ownsStudio() : ok(null);
  },
});

/** Anonymises the profile, starts the deletion, and ends the sign-in, in one transaction. */
export const closeAccount = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const profile = await findOwnProfile(ctx);
    const who = await billing.me(ctx);
    if (!profile || !who) return null;
    await retireNamesOf(ctx, profile);
    await anonymise(ctx, profile);
    const account = { profileId: profile._id, customerId: who.customerId };
    await ctx.scheduler.runAfter(0, internal.community.accountDeletion.deleteNextBatch, account);
    await ctx.runMutation(internal.accounts.model.erase, {});
    const identity = await ctx.auth.getUserIdentity();
    if (identity) await billing.forget(ctx, identity.tokenIdentifier);
    return null;
  },
});

/** Former names are deleted with the account, so they are reserved too. */
async function retireNamesOf(ctx: MutationCtx, profile: Doc<"profiles">): Promise<void> {
  const former = await ctx.db
    .query("formerUsernames")
    .withIndex("by_profileId_and_at", (q) => q.eq("profileId", profile._id))
    .take(BATCH);
  await retireNames(ctx, {
    usernames: [profile.username, ...former.map(({ usernameKey }) => usernameKey)],
    email: (await ownAccount(ctx))?.email,
    isSuspended: (await suspensionOf(ctx, profile.tokenIdentifier)) !== null,
  });
}

async function anonymise(
  ctx: MutationCtx,
  { _id, avatarId, coverId }: Doc<"profiles">,
): Promise<void> {
  // No issuer has the name `closed`, so no one can sign in to this profile.
  const nobody = `closed|${_id}`;
  await ctx.db.patch("profiles", _id, {
    ...NEW_PROFILE,
    ...{ bio: "", searchText: "" },
    ...{
      tokenIdentifier: nobody,
      usernameKey: nobody,
      usernameSkeleton: nobody,
      username: "deleted",
      name: "Deleted",
    },
  });
  for (const file of [avatarId, coverId]) if (file) await deleteFile(ctx, file);
}

/** Rows of one kind per transaction; each deletion may change a few other rows. */
const BATCH = 25;

/** The deleted account's profile and customer. */
interface DeletedAccount {
  profileId: Id<"profiles">;
  customerId: string;
}

/** Deletes one batch of rows of one kind, and returns their number. */
type DeletionStep = (ctx: MutationCtx, account: DeletedAccount) => Promise<number>;

/** Rows that refer to the profile, deleted without side effects. */
const PROFILE_ROWS = [
  ["feedEntries", "by_viewerId_and_publishedAt", "viewerId"],
  ["views", "by_viewerId", "viewerId"],
  ["dailyCounts", "by_profileId_and_day", "profileId"],
  ["profileCounts", "by_profileId", "profileId"],
  ["notificationCounts", "by_recipientId", "recipientId"],
  ["notificationChoices", "by_profileId", "profileId"],
  ["formerUsernames", "by_profileId_and_at", "profileId"],
  ["reports", "by_reporterId_and_subjectId", "reporterId"],
  REPORTS,
  ["reservations", "by_profileId_and_clientUploadId", "profileId"],
  ["uploadTickets", "by_profileId", "profileId"],
] as const satisfies readonly OwnedBy[];

/** Rows that refer to the customer. `storedBytes` is deleted when no file names the customer. */
const CUSTOMER_ROWS = [
  ["storedBytes", "by_customerId", "customerId"],
] as const satisfies readonly OwnedBy[];

/** The data to delete, in order: first the parts that others can see. */
const STEPS: readonly DeletionStep[] = [
  deleteWorks,
  deleteComments,
  deleteLikes,
  deleteCommentLikes,
  deleteRelationshipsFrom,
  deleteRelationshipsTo,
  deleteCollections,
  deleteNotifications,
  deleteSentNotifications,
  deletePending,
  deleteDataExport,
  deleteMemberships,
  deletePayments,
  ...PROFILE_ROWS.map(deleteRowsOf(({ profileId }) => profileId)),
  ...CUSTOMER_ROWS.map(deleteRowsOf(({ customerId }) => customerId)),
];

/** Deletes the rows of a deleted account batch by batch, and the profile last. */
export const deleteNextBatch = internalMutation({
  args: { profileId: v.id("profiles"), customerId: v.string() },
  returns: v.null(),
  handler: async (ctx, account): Promise<null> => {
    for (const drop of STEPS) {
      if ((await drop(ctx, account)) === 0) continue;
      await ctx.scheduler.runAfter(0, internal.community.accountDeletion.deleteNextBatch, account);
      return null;
    }
    const { profileId } = account;
    if (await ctx.db.get("profiles", profileId)) await ctx.db.delete("profiles", profileId);
    return null;
  },
});

async function deleteWorks(ctx: MutationCtx, { profileId }: DeletedAccount): Promise<number> {
  const works = await ctx.db
    .query("artworks")
    .withIndex("by_profileId_and_state_and_publishedAt", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const artwork of works) await deleteArtwork(ctx, artwork);
  return works.length;
}

async function deleteComments(ctx: MutationCtx, { profileId }: DeletedAccount): Promise<number> {
  const [comment] = await ctx.db
    .query("comments")
    .withIndex("by_authorId", (q) => q.eq("authorId", profileId))
    .take(1);
  if (!comment) return 0;
  await deleteComment(ctx, comment, Date.now());
  return 1;
}

/** The artist's daily counts still include the event. */
const LIKE_IS_GONE = { what: "likes", by: -1, ofDay: 0 } as const;

async function deleteLikes(ctx: MutationCtx, { profileId }: DeletedAccount): Promise<number> {
  const likes = await ctx.db
    .query("likes")
    .withIndex("by_profileId_and_artworkId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const { _id, artworkId, withdrawn } of likes) {
    await ctx.db.delete("likes", _id);
    const artwork = withdrawn === undefined ? await ctx.db.get("artworks", artworkId) : null;
    if (artwork) await changeCounts(ctx, artwork, LIKE_IS_GONE, Date.now());
  }
  return likes.length;
}

async function deleteCommentLikes(
  ctx: MutationCtx,
  { profileId }: DeletedAccount,
): Promise<number> {
  const likes = await ctx.db
    .query("commentLikes")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const like of likes) await unlike(ctx, like);
  return likes.length;
}

async function deleteRelationshipsFrom(
  ctx: MutationCtx,
  { profileId: fromId }: DeletedAccount,
): Promise<number> {
  const relationships = await ctx.db
    .query("relationships")
    .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", fromId))
    .take(BATCH);
  for (const { kind, toId } of relationships)
    await setRelationship(ctx, { kind, fromId, toId }, false);
  return relationships.length;
}

async function deleteRelationshipsTo(
  ctx: MutationCtx,
  { profileId: toId }: DeletedAccount,
): Promise<number> {
  const relationships = await ctx.db
    .query("relationships")
    .withIndex("by_toId_and_kind", (q) => q.eq("toId", toId))
    .take(BATCH);
  for (const { kind, fromId } of relationships)
    await setRelationship(ctx, { kind, fromId, toId }, false);
  return relationships.length;
}

async function deleteCollections(ctx: MutationCtx, { profileId }: DeletedAccount): Promise<number> {
  const collections = await ctx.db
    .query("collections")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  const { deleteItems } = internal.community.collections.items;
  for (const { _id: id } of collections) {
    await ctx.db.delete("collections", id);
    await ctx.scheduler.runAfter(0, deleteItems, { id });
  }
  return collections.length;
}

/** Deletes the notifications they received, and removes them from mentions in comments. */
async function deleteNotifications(
  ctx: MutationCtx,
  { profileId }: DeletedAccount,
): Promise<number> {
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

/** Deletes the notifications that others received because of them. */
async function deleteSentNotifications(
  ctx: MutationCtx,
  { profileId }: DeletedAccount,
): Promise<number> {
  const rows = await ctx.db
    .query("notifications")
    .withIndex("by_actorId_and_recipientId", (q) => q.eq("actorId", profileId))
    .take(BATCH);
  for (const row of rows) await removeNotification(ctx, row);
  return rows.length;
}

async function deletePending(ctx: MutationCtx, { profileId }: DeletedAccount): Promise<number> {
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

async function deleteDataExport(ctx: MutationCtx, { profileId }: DeletedAccount): Promise<number> {
  const found = await findExport(ctx, profileId);
  if (found) await deleteExport(ctx, found._id);
  return found ? 1 : 0;
}

async function deleteMemberships(ctx: MutationCtx, { profileId }: DeletedAccount): Promise<number> {
  const rows = await ctx.db
    .query("studioMembers")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(BATCH);
  for (const member of rows) {
    await ctx.db.delete("studioMembers", member._id);
    const studio = await ctx.db.get("studios", member.studioId);
    if (!studio) continue;
    if (studio.offeredTo === profileId) await endOffer(ctx, studio);
    await scheduleSeatDeletion(ctx, studio, member);
  }
  return rows.length;
}

/** Files that studio members uploaded stay, without a customer who pays for them. */
async function deletePayments(ctx: MutationCtx, { customerId }: DeletedAccount): Promise<number> {
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

function deleteRowsOf(
  ownerOf: (account: DeletedAccount) => string,
): (owned: OwnedBy) => DeletionStep {
  return (owned) => async (ctx, account) =>
    (await deleteRows(ctx, owned, ownerOf(account), BATCH)).length;
}
