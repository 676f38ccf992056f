import type { ObjectType } from "convex/values";
import { v } from "convex/values";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { billing } from "./entitlements";
import { internalMutation } from "../_generated/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { ensureProfile } from "./profiles";
import { refusals } from "./refuse";
import { findSeat } from "./studioAccess";
import { announce } from "./hanging";
import { newWork } from "./newWork";
import { storedFile, workLabel, workTerms } from "./workFields";

/** How long a file waits for its artist to come back. */
const PENDING_MS = 24 * 60 * 60 * 1000;
const SWEEP_BATCH = 50;

const vClaim = v.union(
  v.object({ status: v.literal("published"), artworkId: v.id("artworks") }),
  /** The type that the file was sent with, and is served with. */
  v.object({ status: v.literal("pending"), contentType: v.union(v.string(), v.null()) }),
);

type Bound = Result<{ contentType: string | null }>;

/** Binds a file to who sent it, once. Answers with the work if this try has succeeded before. */
export const claim = internalMutation({
  args: { clientUploadId: v.string(), storageId: v.id("_storage") },
  returns: vResult(vClaim),
  handler: async (ctx, { clientUploadId, storageId }): Promise<Result<typeof vClaim.type>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const published = await findPublished(ctx, artist._id, clientUploadId);
    if (published) {
      await deleteUnclaimed(ctx, storageId);
      return ok({ status: "published", artworkId: published._id });
    }
    const bound = await bind(ctx, artist._id, storageId);
    return bound.error ? bound : ok({ status: "pending", ...bound.data });
  },
});

/** The same for a file that will be no work of its own, and is in no use yet. */
export const claimFile = internalMutation({
  args: { storageId: v.id("_storage") },
  returns: vResult(v.object({ contentType: v.union(v.string(), v.null()) })),
  handler: async (ctx, { storageId }): Promise<Bound> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const bound = await bind(ctx, artist._id, storageId);
    if (bound.error) return bound;
    return (await findPending(ctx, storageId)) ? bound : refusals.noUpload();
  },
});

/** Remembers what a file of the caller is, until it is used. */
export const note = internalMutation({
  args: storedFile,
  returns: v.null(),
  handler: async (ctx, { storageId, ...media }) => {
    const pending = await findPending(ctx, storageId);
    const artist = await ensureProfile(ctx);
    if (!pending || pending.profileId !== artist?._id) return null;
    await ctx.db.patch("pendingUploads", pending._id, { media });
    return null;
  },
});

/** Takes a file that was looked at out of waiting: from now on it is in use. */
export async function takePrepared(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  storageId: Id<"_storage">,
): Promise<Result<ObjectType<typeof storedFile>>> {
  const pending = await findPending(ctx, storageId);
  if (pending?.media === undefined || pending.profileId !== profileId) return refusals.noUpload();
  await ctx.db.delete("pendingUploads", pending._id);
  return ok({ storageId, ...pending.media });
}

/** Counts the upload and hangs the work, or keeps it as a draft: both, or neither. */
export const hang = internalMutation({
  args: {
    clientUploadId: v.string(),
    ...workLabel,
    ...workTerms,
    ...storedFile,
    state: v.union(v.literal("draft"), v.literal("published")),
    /** The studio whose seat pays for the upload; null: the artist's own plan. */
    studio: v.union(v.string(), v.null()),
  },
  returns: vResult(v.object({ artworkId: v.id("artworks") })),
  handler: async (
    ctx,
    { state, studio, ...work },
  ): Promise<Result<{ artworkId: Id<"artworks"> }>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const published = await findPublished(ctx, artist._id, work.clientUploadId);
    if (published) return ok({ artworkId: published._id });
    const pending = await findPending(ctx, work.storageId);
    if (pending?.profileId !== artist._id) return refusals.noUpload();
    // A file hangs once, so it names the use better than an id that a browser may repeat.
    const use = { featureId: "uploads" as const, value: 1, key: work.storageId };
    const payer = studio === null ? null : await findSeat(ctx, studio, artist);
    if (payer?.error) return payer;
    const who = payer ? payer.who : await billing.me(ctx);
    const gate = await billing.gate(ctx, who, use);
    if (gate.error) return gate;
    await ctx.db.delete("pendingUploads", pending._id);
    const row = newWork(work, {
      profileId: artist._id,
      studioId: payer && payer.studioId,
      state,
      now: Date.now(),
    });
    const artworkId = await ctx.db.insert("artworks", row);
    await announce(ctx, artworkId);
    return ok({ artworkId });
  },
});

/** Deletes the caller's file that can't hang. */
export const discard = internalMutation({
  args: { storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { storageId }) => {
    const pending = await findPending(ctx, storageId);
    const artist = await ensureProfile(ctx);
    if (pending && pending.profileId === artist?._id) await drop(ctx, pending);
    return null;
  },
});

/** Deletes files that waited longer than a day. What it leaves over waits for the next run. */
export const sweep = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx) => {
    const before = Date.now() - PENDING_MS;
    const stale = await ctx.db
      .query("pendingUploads")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", before))
      .take(SWEEP_BATCH);
    for (const pending of stale) await drop(ctx, pending);
    return stale.length;
  },
});

async function bind(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  storageId: Id<"_storage">,
): Promise<Bound> {
  const file = await ctx.db.system.get("_storage", storageId);
  const owner = await findOwner(ctx, storageId);
  if (!file || (owner && owner !== profileId)) return refusals.noUpload();
  if (!owner) await ctx.db.insert("pendingUploads", { profileId, storageId });
  return ok({ contentType: file.contentType ?? null });
}

async function drop(ctx: MutationCtx, { _id, storageId }: Doc<"pendingUploads">) {
  await ctx.db.delete("pendingUploads", _id);
  if (await ctx.db.system.get("_storage", storageId)) await ctx.storage.delete(storageId);
}

/** A repeated try sent its file again: the first one hangs, this one is nobody's. */
async function deleteUnclaimed(ctx: MutationCtx, storageId: Id<"_storage">) {
  if (await findOwner(ctx, storageId)) return;
  if (await ctx.db.system.get("_storage", storageId)) await ctx.storage.delete(storageId);
}

async function findOwner(ctx: QueryCtx, storageId: Id<"_storage">): Promise<Id<"profiles"> | null> {
  const pending = await findPending(ctx, storageId);
  if (pending) return pending.profileId;
  const artwork = await ctx.db
    .query("artworks")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .first();
  if (artwork) return artwork.profileId;
  return (await findWorkFileOwner(ctx, storageId)) ?? (await findPortrayed(ctx, storageId));
}

async function findWorkFileOwner(ctx: QueryCtx, storageId: Id<"_storage">) {
  const file = await ctx.db
    .query("workFiles")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .first();
  const artwork = file && (await ctx.db.get("artworks", file.artworkId));
  return artwork && artwork.profileId;
}

/** Whose avatar or cover a file is. */
async function findPortrayed(ctx: QueryCtx, storageId: Id<"_storage">) {
  const byAvatar = await ctx.db
    .query("profiles")
    .withIndex("by_avatarId", (q) => q.eq("avatarId", storageId))
    .first();
  if (byAvatar) return byAvatar._id;
  const byCover = await ctx.db
    .query("profiles")
    .withIndex("by_coverId", (q) => q.eq("coverId", storageId))
    .first();
  return byCover && byCover._id;
}

async function findPending(ctx: QueryCtx, storageId: Id<"_storage">) {
  return await ctx.db
    .query("pendingUploads")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .unique();
}

export async function findPublished(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
  clientUploadId: string,
) {
  return await ctx.db
    .query("artworks")
    .withIndex("by_clientUploadId_and_profileId", (q) =>
      q.eq("clientUploadId", clientUploadId).eq("profileId", profileId),
    )
    .unique();
}
