import { v } from "convex/values";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deleteFile } from "../artworks/deletion";
import { vPosition } from "./contents";
import { vWriting } from "./tables";

const functions = internal.community.dataExports.model;

/** One of the actions that have written an export. */
const vRun = v.object({ exportId: v.id("dataExports"), run: v.number() });
type Writing = typeof vWriting.type;
interface Run {
  exportId: Id<"dataExports">;
  writing: Writing;
}

/** How long the files can be downloaded. */
export const KEPT_MS = 7 * DAY_MS;
/** An action sends a heartbeat every few files. After this long without one, it was killed. */
export const LEASE_MS = 3 * MINUTE_MS;
/** Attempts per export. Each one halves the size of the parts. */
export const MOST_ATTEMPTS = 4;
/** Delay before an action that threw is retried. */
const RETRY_AFTER_MS = 10 * SECOND_MS;
/** About forty gigabytes. An export that needs more fails. */
const MOST_PARTS = 1_000;

/** The export of a member; null if there is none. */
export async function findExport(
  ctx: QueryCtx,
  profileId: Id<"profiles">,
): Promise<Doc<"dataExports"> | null> {
  return await ctx.db
    .query("dataExports")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .unique();
}

/** The parts of an export, in order. A part has about forty megabytes. */
export async function partsOf(
  ctx: QueryCtx,
  exportId: Id<"dataExports">,
): Promise<Doc<"dataExportParts">[]> {
  return await ctx.db
    .query("dataExportParts")
    .withIndex("by_exportId_and_number", (q) => q.eq("exportId", exportId))
    .take(MOST_PARTS);
}

/** The export whose part a file is; null for other files. */
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

/** Deletes an export with its files. An action that is still writing it stops. */
export async function deleteExport(ctx: MutationCtx, exportId: Id<"dataExports">): Promise<void> {
  for (const { _id, storageId } of await partsOf(ctx, exportId)) {
    await ctx.db.delete("dataExportParts", _id);
    await deleteFile(ctx, storageId);
  }
  await ctx.db.delete("dataExports", exportId);
}

/** Starts an export: an action writes its first part, and {@link watch} monitors it. */
export async function startExport(ctx: MutationCtx, profileId: Id<"profiles">): Promise<void> {
  const now = Date.now();
  const exportId = await ctx.db.insert("dataExports", {
    ...{ profileId, state: "running" as const, filesDone: 0, files: 0 },
    ...{ activeAt: now, expiresAt: now + KEPT_MS },
  });
  const from = { cursor: null, skip: 0 };
  await write(ctx, exportId, { run: 1, attempts: 1, number: 1, filesDone: 0, from });
  await ctx.scheduler.runAfter(LEASE_MS, functions.watch, { exportId });
}

async function write(
  ctx: MutationCtx,
  exportId: Id<"dataExports">,
  writing: Writing,
  afterMs = 0,
): Promise<void> {
  await ctx.db.patch("dataExports", exportId, { writing, activeAt: Date.now() + afterMs });
  const { writePart } = internal.community.dataExports.archive;
  await ctx.scheduler.runAfter(afterMs, writePart, { exportId, run: writing.run });
}

/** Starts another action with smaller parts, or fails the export. */
async function tryAgain(
  ctx: MutationCtx,
  { exportId, writing }: Run,
  afterMs: number,
): Promise<void> {
  const { run, attempts } = writing;
  if (attempts >= MOST_ATTEMPTS) await end(ctx, exportId, "stopped");
  else await write(ctx, exportId, { ...writing, run: run + 1, attempts: attempts + 1 }, afterMs);
}

async function end(
  ctx: MutationCtx,
  exportId: Id<"dataExports">,
  failure: "stopped" | "too_large",
): Promise<void> {
  const ended = { state: "failed" as const, failure, writing: undefined };
  await ctx.db.patch("dataExports", exportId, ended);
}

/** The export that an action may write; null if it was deleted, or another action took over. */
async function findRun(ctx: QueryCtx, { exportId, run }: typeof vRun.type): Promise<Run | null> {
  const writing = (await ctx.db.get("dataExports", exportId))?.writing;
  return writing?.run === run ? { exportId, writing } : null;
}

/** The work that an action has to do; null if another action took over. */
export const takeUp = internalMutation({
  args: vRun.fields,
  returns: v.union(vWriting, v.null()),
  handler: async (ctx, named): Promise<Writing | null> => {
    const found = await findRun(ctx, named);
    if (!found) return null;
    await ctx.db.patch("dataExports", found.exportId, { activeAt: Date.now() });
    return found.writing;
  },
});

/** Stores the progress of an export, as a heartbeat. False: the action must stop. */
export const report = internalMutation({
  args: { ...vRun.fields, filesDone: v.optional(v.number()), files: v.optional(v.number()) },
  returns: v.boolean(),
  handler: async (ctx, { exportId, run, ...progress }): Promise<boolean> => {
    if (!(await findRun(ctx, { exportId, run }))) return false;
    await ctx.db.patch("dataExports", exportId, { ...progress, activeAt: Date.now() });
    return true;
  },
});

/** Adds a finished part. Without a next position, the export is complete. */
export const addPart = internalMutation({
  args: {
    ...vRun.fields,
    storageId: v.id("_storage"),
    bytes: v.number(),
    filesDone: v.number(),
    next: v.union(vPosition, v.null()),
  },
  returns: v.null(),
  handler: async (ctx, { exportId, run, storageId, bytes, filesDone, next }): Promise<null> => {
    const found = await findRun(ctx, { exportId, run });
    if (!found) {
      await ctx.storage.delete(storageId);
      return null;
    }
    const { writing } = found;
    const { number } = writing;
    await ctx.db.insert("dataExportParts", { exportId, number, storageId, bytes });
    if (next === null) {
      const now = Date.now();
      await ctx.db.patch("dataExports", exportId, {
        ...{ state: "done" as const, files: filesDone, filesDone, writing: undefined },
        ...{ activeAt: now, expiresAt: now + KEPT_MS },
      });
      return null;
    }
    await ctx.db.patch("dataExports", exportId, { filesDone });
    if (number === MOST_PARTS) await end(ctx, exportId, "too_large");
    else await write(ctx, exportId, { ...writing, number: number + 1, filesDone, from: next });
    return null;
  },
});

/** Retries or fails an export whose action threw. */
export const interrupt = internalMutation({
  args: vRun.fields,
  returns: v.null(),
  handler: async (ctx, named): Promise<null> => {
    const found = await findRun(ctx, named);
    if (found) await tryAgain(ctx, found, RETRY_AFTER_MS);
    return null;
  },
});

/** Runs during an export and notices when its action was killed, which the action can't report. */
export const watch = internalMutation({
  args: { exportId: v.id("dataExports") },
  returns: v.null(),
  handler: async (ctx, { exportId }): Promise<null> => {
    const found = await ctx.db.get("dataExports", exportId);
    if (!found?.writing) return null;
    const { writing, activeAt } = found;
    const leftMs = activeAt + LEASE_MS - Date.now();
    if (leftMs <= 0) {
      console.error(`The export ${exportId} went silent in part ${writing.number}`);
      await tryAgain(ctx, { exportId, writing }, 0);
    }
    const nextMs = leftMs > 0 ? leftMs : LEASE_MS;
    await ctx.scheduler.runAfter(nextMs, functions.watch, { exportId });
    return null;
  },
});

/** Deletes exports that have expired, one in each transaction. */
export const cleanUp = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const [expired] = await ctx.db
      .query("dataExports")
      .withIndex("by_expiresAt", (q) => q.lt("expiresAt", Date.now()))
      .take(1);
    if (!expired) return null;
    await deleteExport(ctx, expired._id);
    await ctx.scheduler.runAfter(0, functions.cleanUp, {});
    return null;
  },
});
