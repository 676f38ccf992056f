import { v } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import { internalMutation } from "../../_generated/server";
import type { MutationCtx } from "../../_generated/server";
import { changeStoredBytes, storedBytesOf } from "../storage/quota";

/** Works per transaction; each has a few more files. */
const BATCH = 20;
/** More than the maximum number of files of a work. */
const MOST_FILES = 100;

const AT_FIRST = { cursor: null, moved: 0 };

/**
 * Moves the storage of works published with a studio to the plan that pays for it now, a batch at a
 * time. A plan with less storage counts as full; nothing is deleted.
 *
 * @param args - `from`: the customer that paid before. `moved`: the bytes moved so far.
 */
export const move = internalMutation({
  args: {
    studioId: v.id("studios"),
    from: v.string(),
    cursor: v.union(v.string(), v.null()),
    moved: v.number(),
  },
  returns: v.null(),
  handler: async (ctx, { studioId, from, cursor, moved }): Promise<null> => {
    const studio = await ctx.db.get("studios", studioId);
    // The studio was closed or transferred back in the meantime.
    if (!studio || studio.customerId === from) return null;
    const works = await ctx.db
      .query("artworks")
      .withIndex("by_studioId_and_state_and_publishedAt", (q) => q.eq("studioId", studioId))
      .paginate({ numItems: BATCH, cursor });
    let bytes = 0;
    for (const artwork of works.page) {
      bytes += await movePayer(ctx, artwork, { from, to: studio.customerId });
    }
    if (bytes > 0) {
      await changeStoredBytes(ctx, from, -bytes);
      await changeStoredBytes(ctx, studio.customerId, bytes);
    }
    const sum = moved + bytes;
    if (works.isDone && sum === 0) return null;
    // A work that was published or unpublished in the meantime has moved within the index: repeat
    // until none is left.
    const next = works.isDone ? AT_FIRST : { cursor: works.continueCursor, moved: sum };
    const { move } = internal.community.studios.storage;
    await ctx.scheduler.runAfter(0, move, { studioId, from, ...next });
    return null;
  },
});

/** Schedules the move right after this transaction, from the previous paying customer. */
export async function scheduleStorageMove(
  ctx: MutationCtx,
  { _id: studioId, customerId: from }: Doc<"studios">,
): Promise<void> {
  const { move: start } = internal.community.studios.storage;
  await ctx.scheduler.runAfter(0, start, { studioId, from, ...AT_FIRST });
}

/** Changes the payer of a work's files from the previous one; returns their bytes. */
async function movePayer(
  ctx: MutationCtx,
  artwork: Doc<"artworks">,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const files = await ctx.db
    .query("workFiles")
    .withIndex("by_artworkId_and_role_and_position", (q) => q.eq("artworkId", artwork._id))
    .take(MOST_FILES);
  const paid = files.filter(({ payerId }) => payerId === from);
  for (const { _id } of paid) await ctx.db.patch("workFiles", _id, { payerId: to });
  const others = paid.reduce((sum, file) => sum + storedBytesOf(file), 0);
  if (artwork.payerId !== from) return others;
  await ctx.db.patch("artworks", artwork._id, { payerId: to });
  return others + storedBytesOf(artwork);
}
