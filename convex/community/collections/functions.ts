import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { isVisible, viewerContextOf } from "../relationships/viewer";
import { billing } from "../../billing";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { refusals } from "../errors";
import { refuseTexts } from "../texts";
import { findOpenCollection, findOwnCollection, isReadOnly, refuseAnother } from "./model";
import { ensureProfile, findOwnProfile, findProfile, toPerson, vPerson } from "../profiles/model";
import { thumbnailUrl } from "../files/renditions";

/** The number of preview images of a collection. */
const COVERS = 3;

const vVisibility = v.union(v.literal("public"), v.literal("private"));

const vCollection = v.object({
  id: v.id("collections"),
  title: v.string(),
  description: v.string(),
  visibility: vVisibility,
  items: v.number(),
  /** The URLs of its first pictures. */
  covers: v.array(v.string()),
  owner: vPerson,
  isMine: v.boolean(),
  /**
   * Whether it is above the owner's plan, so that it can only be seen and deleted. Only the owner
   * sees this.
   */
  isReadOnly: v.boolean(),
});

/**
 * Creates a collection. It counts against the plan's `collections`; if all are used,
 * `insufficient_balance`.
 */
export const create = mutation({
  args: { title: v.string(), description: v.string(), visibility: vVisibility },
  returns: vResult(v.object({ id: v.id("collections") })),
  handler: async (ctx, texts): Promise<Result<{ id: Id<"collections"> }>> => {
    const owner = await ensureProfile(ctx);
    if (!owner) return refusals.signedOut();
    const who = await billing.me(ctx);
    const refusal = refuseTexts(refusable(texts)) ?? (await refuseAnother(ctx, who, owner._id));
    if (refusal) return refusal;
    const id = await ctx.db.insert("collections", { ...texts, profileId: owner._id, items: 0 });
    const use = { featureId: "collections" as const, value: 1, key: `collection ${id}` };
    const gate = await billing.gate(ctx, who, use);
    if (gate.error) {
      await ctx.db.delete("collections", id);
      return gate;
    }
    return ok({ id });
  },
});

/**
 * Changes the title, the description or the visibility of a collection. Omitted fields stay
 * unchanged.
 */
export const edit = mutation({
  args: {
    id: v.string(),
    title: v.optional(v.string()),
    description: v.optional(v.string()),
    visibility: v.optional(vVisibility),
  },
  returns: vResult(v.null()),
  handler: async (ctx, { id: text, ...changes }): Promise<Result<null>> => {
    const own = await findOwnCollection(ctx, text);
    if (own.error) return own;
    if (own.isReadOnly) return refusals.readOnly();
    const { title, description, visibility } = { ...own.collection, ...changes };
    const refusal = refuseTexts(refusable({ title, description }));
    if (refusal) return refusal;
    await ctx.db.patch("collections", own.collection._id, { title, description, visibility });
    return ok(null);
  },
});

/** Deletes a collection and returns its use to the plan; the works stay. */
export const remove = mutation({
  args: { id: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { id: text }): Promise<Result<null>> => {
    const own = await findOwnCollection(ctx, text);
    if (own.error) return own;
    const { _id: id } = own.collection;
    const who = await billing.me(ctx);
    await ctx.db.delete("collections", id);
    await ctx.scheduler.runAfter(0, internal.community.collections.items.deleteItems, { id });
    if (who) {
      const use = { featureId: "collections" as const, key: `collection ${id} deleted` };
      const { returnUsage } = internal.community.entitlements;
      await ctx.scheduler.runAfter(0, returnUsage, { customerId: who.customerId, ...use });
    }
    return ok(null);
  },
});

/** One collection; null if it does not exist, or the caller may not see it. */
export const get = query({
  args: { id: v.string() },
  returns: v.union(vCollection, v.null()),
  handler: async (ctx, { id }) => {
    const viewer = await findOwnProfile(ctx);
    const collection = await findOpenCollection(ctx, id, viewer);
    return collection && (await toCollection(ctx, collection, viewer));
  },
});

/** A member's public collections, newest first; the owner also sees private ones. */
export const byProfile = query({
  args: { username: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCollection),
  handler: async (ctx, { username, paginationOpts }) => {
    const owner = await findProfile(ctx, username);
    if (!owner) return EMPTY_PAGE;
    const viewer = await findOwnProfile(ctx);
    const collections = ctx.db.query("collections");
    const seen =
      viewer?._id === owner._id
        ? collections.withIndex("by_profileId", (q) => q.eq("profileId", owner._id))
        : collections.withIndex("by_visibility_and_profileId", (q) =>
            q.eq("visibility", "public").eq("profileId", owner._id),
          );
    const page = await seen.order("desc").paginate(bounded(paginationOpts));
    return await mapPage(page, async (row) => await toCollection(ctx, row, viewer));
  },
});

async function toCollection(
  ctx: QueryCtx,
  collection: Doc<"collections">,
  viewer: Doc<"profiles"> | null,
): Promise<typeof vCollection.type | null> {
  const { _id: id, title, description, visibility, items, profileId } = collection;
  const owner = await ctx.db.get("profiles", profileId);
  if (!owner) return null;
  const isMine = viewer?._id === profileId;
  return {
    ...{ id, title, description, visibility, items, isMine },
    covers: await coversOf(ctx, id),
    owner: await toPerson(ctx, owner),
    isReadOnly: isMine && (await isReadOnly(ctx, await billing.me(ctx), collection)),
  };
}

async function coversOf(ctx: QueryCtx, collectionId: Id<"collections">): Promise<string[]> {
  const viewerContext = await viewerContextOf(ctx);
  const first = await ctx.db
    .query("collectionItems")
    .withIndex("by_collectionId_and_position", (q) => q.eq("collectionId", collectionId))
    .take(COVERS);
  const urls = await Promise.all(
    first.map(async ({ artworkId }) => {
      const artwork = await ctx.db.get("artworks", artworkId);
      if (!artwork || artwork.sensitive || !isVisible(viewerContext, artwork)) return null;
      return await thumbnailUrl(ctx, artwork);
    }),
  );
  return urls.filter((url) => url !== null);
}

function refusable({ title, description }: { title: string; description: string }) {
  return { collectionTitle: title, collectionDescription: description };
}
