import { v } from "convex/values";
import { DAY_MS, HOUR_MS } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deleteFile } from "../artworks/deletion";

/** How long the files can be downloaded. */
export const KEPT_MS = 7 * DAY_MS;
/** An action takes at most ten minutes, and reports while it works. */
const GIVEN_UP_AFTER_MS = HOUR_MS;
const BATCH = 20;
/** About a hundred gigabytes. An export that needs more fails. */
const MOST_PARTS = 1_000;

/** The export of a member; null: there is none. */
export async function findExport(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
): Promise<Doc<"dataExports"> | null> {
  return await ctx.db
    .query("dataExports")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .unique();
}

/** The parts of an export, in order. A part has about a hundred megabytes. */
export async function partsOf(
  ctx: QueryCtx,
  exportId: Id<"dataExports">,
): Promise<Doc<"dataExportParts">[]> {
  return await ctx.db
    .query("dataExportParts")
    .withIndex("by_exportId_and_number", (q) => q.eq("exportId", exportId))
    .take(MOST_PARTS);
}

/** Whether a file is a part of an export, and whose. */
export async function findExportOwner(
  ctx: QueryCtx,
  storageId: Id<"_storage">,
): Promise<Id<"profiles"> | null> {
  const part = await ctx.db
    .query("dataExportParts")
    .withIndex("by_storageId", (q) => q.eq("storageId", storageId))
    .first();
  const owner = part && (await ctx.db.get("dataExports", part.exportId));
  return owner && owner.profileId;
}

/** Deletes an export with its files. An action that still writes it ends by itself. */
export async function deleteExport(ctx: MutationCtx, exportId: Id<"dataExports">): Promise<void> {
  for (const { _id, storageId } of await partsOf(ctx, exportId)) {
    await ctx.db.delete("dataExportParts", _id);
    await deleteFile(ctx, storageId);
  }
  await ctx.db.delete("dataExports", exportId);
}

/** Stores how far an export is. False: it was deleted meanwhile. */
export const report = internalMutation({
  args: { exportId: v.id("dataExports"), filesDone: v.number(), files: v.optional(v.number()) },
  returns: v.boolean(),
  handler: async (ctx, { exportId, ...progress }): Promise<boolean> => {
    if (!(await ctx.db.get("dataExports", exportId))) return false;
    await ctx.db.patch("dataExports", exportId, { ...progress, activeAt: Date.now() });
    return true;
  },
});

/** Where an export goes on: a page of works, and how many of its files are done. */
export const vPosition = v.object({ cursor: v.union(v.string(), v.null()), skip: v.number() });
export type Position = typeof vPosition.type;

/** Adds a finished part. Without a next position, the export is done. */
export const addPart = internalMutation({
  args: {
    exportId: v.id("dataExports"),
    number: v.number(),
    storageId: v.id("_storage"),
    bytes: v.number(),
    filesDone: v.number(),
    next: v.union(vPosition, v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { filesDone, next, ...part }): Promise<null> => {
    const { exportId, number, storageId } = part;
    if (!(await ctx.db.get("dataExports", exportId))) {
      await ctx.storage.delete(storageId);
      return null;
    }
    if (number > MOST_PARTS) throw new Error(`The export ${exportId} has too many parts`);
    await ctx.db.insert("dataExportParts", part);
    const activeAt = Date.now();
    if (next === null) {
      await ctx.db.patch("dataExports", exportId, {
        ...{ state: "done" as const, files: filesDone, filesDone, activeAt },
        expiresAt: activeAt + KEPT_MS,
      });
      return null;
    }
    await ctx.db.patch("dataExports", exportId, { filesDone, activeAt });
    const { writePart } = internal.community.dataExports.archive;
    const position = { number: number + 1, filesDone, from: next };
    await ctx.scheduler.runAfter(0, writePart, { exportId, ...position });
    return null;
  },
});

/** Ends an export that can't go on. */
export const fail = internalMutation({
  args: { exportId: v.id("dataExports") },
  returns: v.null(),
  handler: async (ctx, { exportId }): Promise<null> => {
    const found = await ctx.db.get("dataExports", exportId);
    if (found?.state === "running")
      await ctx.db.patch("dataExports", exportId, { state: "failed" });
    return null;
  },
});

/** Deletes exports that have expired, and ends those whose action has died. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const now = Date.now();
    const dead = await ctx.db
      .query("dataExports")
      .withIndex("by_state_and_activeAt", (q) =>
        q.eq("state", "running").lt("activeAt", now - GIVEN_UP_AFTER_MS),
      )
      .take(BATCH);
    for (const { _id } of dead) await ctx.db.patch("dataExports", _id, { state: "failed" });
    const [expired] = await ctx.db
      .query("dataExports")
      .withIndex("by_expiresAt", (q) => q.lt("expiresAt", now))
      .take(1);
    if (expired) await deleteExport(ctx, expired._id);
    if (expired || dead.length === BATCH)
      await ctx.scheduler.runAfter(0, internal.community.dataExports.model.cleanUp, {});
    return null;
  },
});
