import { v } from "convex/values";
import { internal } from "../../_generated/api";
import { internalAction, internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { deleteFile } from "../artworks/deletion";
import { indexWork, unindexWork } from "../artworks/searchIndex";
import { takedownsOf } from "./model";
import { rowsOf } from "../files/model";
import { storageIdsOf } from "../artworks/metadata";
import { recheck } from "../notifications/model";

const ROLES = ["page", "step", "replaced"] as const;
/** Files that one run moves. */
const BATCH = 50;
/** The pause between two moves. */
const PAUSE_MS = 500;

const vFile = v.object({ id: v.id("takedowns"), storageId: v.id("_storage") });

/**
 * Hides a work: its files lose their URLs, and the same content can't be sent
 * again. A copy of each file is kept, so that {@link restore} can undo it.
 */
export async function hideWork(ctx: MutationCtx, artworkId: Id<"artworks">): Promise<void> {
  const artwork = await ctx.db.get("artworks", artworkId);
  if (!artwork || artwork.state === "hidden") return;
  await ctx.db.patch("artworks", artworkId, { state: "hidden", stateBefore: artwork.state });
  await unindexWork(ctx, artworkId);
  await recheck(ctx, { artworkId });
  const files: (typeof vFile.type)[] = [];
  for (const storageId of await fileIdsOf(ctx, artwork)) {
    const file = await ctx.db.system.get("_storage", storageId);
    if (!file) continue;
    const { sha256 } = file;
    const row = { artworkId, storageId, sha256, copyId: null, isMoved: false };
    files.push({ id: await ctx.db.insert("takedowns", row), storageId });
  }
  await moveLater(ctx, files);
}

/** Copies a file to an id without a known URL: a URL works for as long as its file exists. */
export const moveAway = internalAction({
  args: vFile.fields,
  returns: v.null(),
  handler: async (ctx, { id, storageId }): Promise<null> => {
    const file = await ctx.storage.get(storageId);
    const copyId = file && (await ctx.storage.store(file));
    await ctx.runMutation(internal.community.moderation.takedowns.moved, { id, copyId });
    return null;
  },
});

/**
 * Files are moved one after the other, because each is in memory as a whole, and each in its own
 * action, so that a failing one delays no other. The next run retries it.
 */
async function moveLater(ctx: MutationCtx, files: readonly (typeof vFile.type)[]): Promise<void> {
  for (const [n, file] of files.entries()) {
    await ctx.scheduler.runAfter(
      (n + 1) * PAUSE_MS,
      internal.community.moderation.takedowns.moveAway,
      file,
    );
  }
}

/** Deletes a file once its copy exists. */
export const moved = internalMutation({
  args: { id: v.id("takedowns"), copyId: v.union(v.id("_storage"), v.null()) },
  returns: v.null(),
  handler: async (ctx, { id, copyId }) => {
    const row = await ctx.db.get("takedowns", id);
    // The work was restored or deleted in the meantime, or two runs overlapped.
    if (!row || row.isMoved) {
      if (copyId) await deleteFile(ctx, copyId);
      return null;
    }
    await deleteFile(ctx, row.storageId);
    await ctx.db.patch("takedowns", id, { copyId, isMoved: true });
    return null;
  },
});

/** Moves files whose move did not finish, batch after batch. */
export const retryMoves = internalMutation({
  args: { cursor: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { cursor = null }): Promise<null> => {
    const { page, isDone, continueCursor } = await ctx.db
      .query("takedowns")
      .withIndex("by_isMoved", (q) => q.eq("isMoved", false))
      .paginate({ numItems: BATCH, cursor });
    await moveLater(
      ctx,
      page.map(({ _id: id, storageId }) => ({ id, storageId })),
    );
    if (isDone) return null;
    const { retryMoves: next } = internal.community.moderation.takedowns;
    await ctx.scheduler.runAfter((BATCH + 1) * PAUSE_MS, next, { cursor: continueCursor });
    return null;
  },
});

/**
 * For operators: undoes a takedown. The work has its previous state and new URLs, and its content
 * can be sent again.
 *
 * @throws If there is no such hidden work.
 */
export const restore = internalMutation({
  args: { artworkId: v.id("artworks") },
  returns: v.null(),
  handler: async (ctx, { artworkId }) => {
    const artwork = await ctx.db.get("artworks", artworkId);
    if (artwork?.state !== "hidden") throw new Error(`No hidden work has the id ${artworkId}`);
    const rows = await takedownsOf(ctx, artworkId);
    const copies = new Map(rows.map(({ storageId, copyId }) => [storageId, copyId ?? storageId]));
    const { stateBefore: state = "published" } = artwork;
    const shown = { ...renamed(artwork, copies), state, stateBefore: undefined };
    await ctx.db.patch("artworks", artworkId, shown);
    for (const role of ROLES) {
      for (const file of await rowsOf(ctx, artworkId, role)) {
        await ctx.db.patch("workFiles", file._id, renamed(file, copies));
      }
    }
    for (const { _id } of rows) await ctx.db.delete("takedowns", _id);
    await indexWork(ctx, artworkId);
    await recheck(ctx, { artworkId });
    return null;
  },
});

async function fileIdsOf(ctx: MutationCtx, artwork: Doc<"artworks">): Promise<Id<"_storage">[]> {
  const files = await Promise.all(ROLES.map((role) => rowsOf(ctx, artwork._id, role)));
  return [artwork, ...files.flat()].flatMap(storageIdsOf);
}

/** The files of a row, with the ids of their copies. */
function renamed(
  { storageId, preview, poster }: Pick<Doc<"workFiles">, "storageId" | "preview" | "poster">,
  copies: ReadonlyMap<Id<"_storage">, Id<"_storage">>,
) {
  const idOf = (id: Id<"_storage">) => copies.get(id) ?? id;
  return {
    storageId: idOf(storageId),
    ...(preview && { preview: { ...preview, storageId: idOf(preview.storageId) } }),
    ...(poster && { poster: { ...poster, storageId: idOf(poster.storageId) } }),
  };
}
