import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Failure, Result } from "../../../packages/billing/src/contract";
import { vDynamicRange } from "../../contract/files/dynamicRange";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { deleteArtworkFile } from "../artworks/deletion";
import { refuseText } from "../texts";
import { refusals } from "../errors";
import { append, refuseFile, refuseMore, rowsOf, takePaid } from "./model";
import { findOwnArtwork } from "../artworks/model";

const vRole = v.union(v.literal("page"), v.literal("step"));

/**
 * Whether the plan allows another file of a work, checked before the browser sends it.
 *
 * @param args - `bytes`: of the file and its renditions. The server measures `width`, `height` and
 *   `dynamicRange` (default standard) again when the file is used.
 * @returns Error codes: `storage_full`, `hd_only`.
 */
export const fits = query({
  args: {
    artworkId: v.string(),
    bytes: v.number(),
    width: v.number(),
    height: v.number(),
    dynamicRange: v.optional(vDynamicRange),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { artworkId, ...file }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, artworkId);
    if (own.error) return own;
    return (await refuseFile(ctx, own.artwork, own.artist, file)) ?? ok(null);
  },
});

/** Adds a prepared file to a work as its last picture or process step. */
export const add = mutation({
  args: {
    artworkId: v.string(),
    role: vRole,
    storageId: v.id("_storage"),
    /** The alternative text of a picture, or the text next to a step. */
    caption: v.string(),
  },
  returns: vResult(v.object({ id: v.id("workFiles") })),
  handler: async (
    ctx,
    { artworkId, role, storageId, caption },
  ): Promise<Result<{ id: Id<"workFiles"> }>> => {
    const own = await findOwnArtwork(ctx, artworkId);
    if (own.error) return own;
    const { artwork, artist } = own;
    const refusal = refuseText("altText", caption) ?? (await refuseMore(ctx, artwork._id, role));
    if (refusal) return refusal;
    const file = await takePaid(ctx, artwork, artist, storageId);
    if (file.error) return file;
    await touch(ctx, artwork);
    return ok({ id: await append(ctx, { ...file.data, artworkId: artwork._id, role, caption }) });
  },
});

/** Changes the caption of a picture or a step. */
export const setCaption = mutation({
  args: { id: v.id("workFiles"), caption: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { id, caption }): Promise<Result<null>> => {
    const own = await findOwnFile(ctx, id);
    if (own.error) return own;
    const refusal = refuseText("altText", caption);
    if (refusal) return refusal;
    await ctx.db.patch("workFiles", id, { caption });
    await touch(ctx, own.artwork);
    return ok(null);
  },
});

/** Reorders the pictures or the steps of a work. The list contains each one once. */
export const reorder = mutation({
  args: { artworkId: v.string(), role: vRole, ids: v.array(v.id("workFiles")) },
  returns: vResult(v.null()),
  handler: async (ctx, { artworkId, role, ids }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, artworkId);
    if (own.error) return own;
    const rows = await rowsOf(ctx, own.artwork._id, role);
    const known = new Set(rows.map(({ _id }) => _id));
    const isWhole = ids.length === known.size && new Set(ids).size === known.size;
    if (!isWhole || !ids.every((id) => known.has(id))) return refusals.badOrder();
    for (const [position, id] of ids.entries()) await ctx.db.patch("workFiles", id, { position });
    await touch(ctx, own.artwork);
    return ok(null);
  },
});

/** Deletes a picture, a step, or the old version of a replaced picture. */
export const remove = mutation({
  args: { id: v.id("workFiles") },
  returns: vResult(v.null()),
  handler: async (ctx, { id }): Promise<Result<null>> => {
    const own = await findOwnFile(ctx, id);
    if (own.error) return own;
    await ctx.db.delete("workFiles", id);
    await deleteArtworkFile(ctx, own.file);
    await touch(ctx, own.artwork);
    return ok(null);
  },
});

/**
 * A file of the caller's own work. Whether another artist's work has such a file is not revealed.
 */
async function findOwnFile(
  ctx: QueryCtx,
  id: Id<"workFiles">,
): Promise<{ file: Doc<"workFiles">; artwork: Doc<"artworks">; error: null } | Failure> {
  if (!(await ctx.auth.getUserIdentity())) return refusals.signedOut();
  const file = await ctx.db.get("workFiles", id);
  if (!file) return refusals.noFile();
  const own = await findOwnArtwork(ctx, file.artworkId);
  if (own.error) return refusals.noFile();
  return { file, artwork: own.artwork, error: null };
}

async function touch(ctx: MutationCtx, { _id, state }: Doc<"artworks">): Promise<void> {
  if (state !== "draft") await ctx.db.patch("artworks", _id, { editedAt: Date.now() });
}
