import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import { internalMutation } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { viewerContextOf, isVisible } from "../relationships/viewer";
import { toCard, vCard } from "../artworks/cards";
import { billing } from "../../billing";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { refusals } from "../errors";
import { isBlockedEitherWay } from "../relationships/model";
import { findOpenArtwork } from "../artworks/model";
import { addItem, findOpenCollection, findOwnCollection, MAX_ITEMS, readOnlyAmong } from "./model";
import { findOwnProfile } from "../profiles/model";

const BATCH = 200;

/** Adds a work at the end of one of the caller's collections. Adding it twice changes nothing. */
export const add = mutation({
  args: { collectionId: v.string(), artworkId: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, args): Promise<Result<null>> => {
    const own = await findOwnCollection(ctx, args.collectionId);
    if (own.error) return own;
    const { collection } = own;
    if (own.isReadOnly) return refusals.readOnly();
    const artwork = await findOpenArtwork(ctx, args.artworkId, await findOwnProfile(ctx));
    if (!artwork) return refusals.noArtwork();
    const [ownerId, artistId] = [collection.profileId, artwork.profileId];
    if (ownerId !== artistId && (await isBlockedEitherWay(ctx, ownerId, artistId)))
      return refusals.blocked();
    if (await findItem(ctx, collection._id, artwork._id)) return ok(null);
    return (await addItem(ctx, collection, artwork._id)) ?? ok(null);
  },
});

/** Removes a work from one of the caller's collections. */
export const remove = mutation({
  args: { collectionId: v.string(), artworkId: v.id("artworks") },
  returns: vResult(v.null()),
  handler: async (ctx, { collectionId, artworkId }): Promise<Result<null>> => {
    const own = await findOwnCollection(ctx, collectionId);
    if (own.error) return own;
    if (own.isReadOnly) return refusals.readOnly();
    const item = await findItem(ctx, own.collection._id, artworkId);
    if (!item) return ok(null);
    await ctx.db.delete("collectionItems", item._id);
    await ctx.db.patch("collections", own.collection._id, { items: own.collection.items - 1 });
    return ok(null);
  },
});

/** Moves a work of the caller's collection after another one, or to the front. */
export const move = mutation({
  args: {
    collectionId: v.string(),
    artworkId: v.id("artworks"),
    /** Null: to the front. */
    after: v.union(v.id("artworks"), v.null()),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { collectionId, artworkId, after }): Promise<Result<null>> => {
    const own = await findOwnCollection(ctx, collectionId);
    if (own.error) return own;
    if (own.isReadOnly) return refusals.readOnly();
    const items = await itemsOf(ctx, own.collection._id);
    const moved = items.find((item) => item.artworkId === artworkId);
    const others = items.filter((item) => item !== moved);
    const last = others.findIndex((item) => item.artworkId === after);
    if (!moved || (after !== null && last < 0)) return refusals.badOrder();
    for (const [position, item] of others.toSpliced(last + 1, 0, moved).entries()) {
      if (item.position !== position) await ctx.db.patch("collectionItems", item._id, { position });
    }
    return ok(null);
  },
});

/** The works of a collection, in its order. Empty if the caller may not see it. */
export const list = query({
  args: { collectionId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { collectionId, paginationOpts }) => {
    const viewerContext = await viewerContextOf(ctx);
    const collection = await findOpenCollection(ctx, collectionId, viewerContext.viewer);
    if (!collection) return EMPTY_PAGE;
    const items = await ctx.db
      .query("collectionItems")
      .withIndex("by_collectionId_and_position", (q) => q.eq("collectionId", collection._id))
      .paginate(bounded(paginationOpts));
    return await mapPage(items, async ({ artworkId }) => {
      const artwork = await ctx.db.get("artworks", artworkId);
      if (!artwork || !isVisible(viewerContext, artwork)) return null;
      return await toCard(ctx, artwork, viewerContext.viewer);
    });
  },
});

/** Which of the caller's collections contain a work. */
export const listContaining = query({
  args: { artworkId: v.id("artworks") },
  returns: v.array(
    v.object({
      ...{ id: v.id("collections"), title: v.string(), hasWork: v.boolean() },
      /** Whether it is above the caller's plan, so that it can't be changed. */
      isReadOnly: v.boolean(),
    }),
  ),
  handler: async (ctx, { artworkId }) => {
    const viewer = await findOwnProfile(ctx);
    if (!viewer) return [];
    const own = await ctx.db
      .query("collections")
      .withIndex("by_profileId", (q) => q.eq("profileId", viewer._id))
      .order("desc")
      .take(BATCH);
    const isReadOnly = await readOnlyAmong(ctx, await billing.me(ctx), viewer._id);
    return await Promise.all(
      own.map(async ({ _id: id, title }) => {
        const hasWork = (await findItem(ctx, id, artworkId)) !== null;
        return { id, title, hasWork, isReadOnly: isReadOnly(id) };
      }),
    );
  },
});

/** Deletes the items of a deleted collection, a batch at a time; the works stay. */
export const deleteItems = internalMutation({
  args: { id: v.id("collections") },
  returns: v.null(),
  handler: async (ctx, { id }): Promise<null> => {
    const items = await ctx.db
      .query("collectionItems")
      .withIndex("by_collectionId_and_position", (q) => q.eq("collectionId", id))
      .take(BATCH);
    for (const { _id } of items) await ctx.db.delete("collectionItems", _id);
    if (items.length === BATCH) {
      await ctx.scheduler.runAfter(0, internal.community.collections.items.deleteItems, { id });
    }
    return null;
  },
});

async function findItem(
  ctx: QueryCtx,
  collectionId: Id<"collections">,
  artworkId: Id<"artworks">,
): Promise<Doc<"collectionItems"> | null> {
  return await ctx.db
    .query("collectionItems")
    .withIndex("by_collectionId_and_artworkId", (q) =>
      q.eq("collectionId", collectionId).eq("artworkId", artworkId),
    )
    .unique();
}

async function itemsOf(ctx: MutationCtx, collectionId: Id<"collections">) {
  return await ctx.db
    .query("collectionItems")
    .withIndex("by_collectionId_and_position", (q) => q.eq("collectionId", collectionId))
    .take(MAX_ITEMS);
}
