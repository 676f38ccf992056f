import { v } from "convex/values";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { vMediaType } from "../contract/sniff";
import { billing } from "./entitlements";
import { internalMutation } from "../_generated/server";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { ensureProfile } from "./profiles";
import { refusals } from "./refuse";
import { workFile, workLabel } from "./tables";

/** How long a file waits for its artist to come back. */
const PENDING_MS = 24 * 60 * 60 * 1000;
const SWEEP_BATCH = 50;

const vClaim = v.union(
  v.object({ status: v.literal("published"), artworkId: v.id("artworks") }),
  /** The type that the file was sent with, and is served with. */
  v.object({ status: v.literal("pending"), contentType: v.union(v.string(), v.null()) }),
);

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
    const file = await ctx.db.system.get("_storage", storageId);
    const owner = await findOwner(ctx, storageId);
    if (!file || (owner && owner !== artist._id)) return refusals.noUpload();
    if (!owner) {
      await ctx.db.insert("pendingUploads", { profileId: artist._id, storageId });
    }
    return ok({ status: "pending", contentType: file.contentType ?? null });
  },
});

/** Counts the upload and hangs the work: both, or neither. */
export const hang = internalMutation({
  args: {
    clientUploadId: v.string(),
    ...workLabel,
    ...workFile,
    mediaType: vMediaType,
    bytes: v.number(),
  },
  returns: vResult(v.object({ artworkId: v.id("artworks") })),
  handler: async (ctx, work): Promise<Result<{ artworkId: Id<"artworks"> }>> => {
    const artist = await ensureProfile(ctx);
    if (!artist) return refusals.signedOut();
    const published = await findPublished(ctx, artist._id, work.clientUploadId);
    if (published) return ok({ artworkId: published._id });
    const pending = await findPending(ctx, work.storageId);
    if (pending?.profileId !== artist._id) return refusals.noUpload();
    // A file hangs once, so it names the use better than an id that a browser may repeat.
    const use = { featureId: "uploads" as const, value: 1, key: work.storageId };
    const gate = await billing.gate(ctx, await billing.me(ctx), use);
    if (gate.error) return gate;
    await ctx.db.delete("pendingUploads", pending._id);
    const artworkId = await ctx.db.insert("artworks", { ...work, profileId: artist._id, likes: 0 });
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
  return artwork && artwork.profileId;
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
