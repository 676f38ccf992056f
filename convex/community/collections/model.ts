import type { Failure } from "../../../packages/billing/src/contract";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { billing } from "../../billing";
import { refusals } from "../errors";
import { fail } from "../../../packages/billing/src/contract";
import type { Who } from "../entitlements";
import { findOwnProfile } from "../profiles/model";

/** The maximum number of works in a collection. */
export const MAX_ITEMS = 500;

/** A collection that the viewer may see. */
export async function findOpenCollection(
  ctx: QueryCtx,
  text: string,
  viewer: Doc<"profiles"> | null,
): Promise<Doc<"collections"> | null> {
  const id = ctx.db.normalizeId("collections", text);
  const collection = id && (await ctx.db.get("collections", id));
  if (!collection) return null;
  const isOpen = collection.visibility === "public" || collection.profileId === viewer?._id;
  return isOpen ? collection : null;
}

/** The caller's own collection, and whether their plan still lets them change it. */
export async function findOwnCollection(
  ctx: QueryCtx,
  text: string,
): Promise<{ collection: Doc<"collections">; isReadOnly: boolean; error: null } | Failure> {
  const owner = await findOwnProfile(ctx);
  if (!owner) return refusals.signedOut();
  const collection = await findOpenCollection(ctx, text, owner);
  if (!collection) return refusals.noCollection();
  if (collection.profileId !== owner._id) return refusals.notYours();
  const who = await billing.me(ctx);
  return { collection, isReadOnly: await isReadOnly(ctx, who, collection), error: null };
}

/** One of the caller's collections that another work can be added to. */
export async function findOwnWithRoom(
  ctx: QueryCtx,
  text: string,
): Promise<{ collection: Doc<"collections">; error: null } | Failure> {
  const own = await findOwnCollection(ctx, text);
  if (own.error) return own;
  if (own.isReadOnly) return refusals.readOnly();
  return own.collection.items < MAX_ITEMS ? own : refuseMoreItems();
}

/**
 * Appends a work to a collection that does not contain it.
 *
 * @returns Why it is refused; null if it is added.
 */
export async function addItem(
  ctx: MutationCtx,
  { _id: collectionId, items }: Doc<"collections">,
  artworkId: Id<"artworks">,
): Promise<Failure | null> {
  if (items >= MAX_ITEMS) return refuseMoreItems();
  const last = await ctx.db
    .query("collectionItems")
    .withIndex("by_collectionId_and_position", (q) => q.eq("collectionId", collectionId))
    .order("desc")
    .first();
  const position = last ? last.position + 1 : 0;
  await ctx.db.insert("collectionItems", { collectionId, artworkId, position });
  await ctx.db.patch("collections", collectionId, { items: items + 1 });
  return null;
}

function refuseMoreItems(): Failure {
  return refusals.tooMany(`A collection has at most ${MAX_ITEMS} works`);
}

/**
 * The collections of a member that are read-only because the plan includes fewer. The oldest ones
 * stay editable; nothing is deleted.
 */
export async function readOnlyAmong(
  ctx: QueryCtx,
  who: Who,
  profileId: Id<"profiles">,
): Promise<(id: Id<"collections">) => boolean> {
  const limit = await limitOf(ctx, who);
  if (limit === null) return () => false;
  const oldest = new Set((await oldestOf(ctx, profileId, limit)).map(({ _id }) => _id));
  return (id) => !oldest.has(id);
}

/** Whether one collection is above the plan's limit, and therefore read-only. */
export async function isReadOnly(
  ctx: QueryCtx,
  who: Who,
  { _id, profileId }: Doc<"collections">,
): Promise<boolean> {
  return (await readOnlyAmong(ctx, who, profileId))(_id);
}

/**
 * Refuses another collection if the plan's are all in use. Collections from an earlier plan count
 * too.
 */
export async function refuseAnother(
  ctx: QueryCtx,
  who: Who,
  profileId: Id<"profiles">,
): Promise<Failure | null> {
  const limit = await limitOf(ctx, who);
  if (limit === null || (await oldestOf(ctx, profileId, limit)).length < limit) return null;
  return fail("insufficient_balance", `All ${limit} collections of your plan are in use`);
}

/** The number of collections in the plan; null if unlimited, or without a customer. */
async function limitOf(ctx: QueryCtx, who: Who): Promise<number | null> {
  const { data } = await billing.feature(ctx, who, "collections");
  return data === null || data.unlimited ? null : data.included_usage;
}

async function oldestOf(ctx: QueryCtx, profileId: Id<"profiles">, most: number) {
  return await ctx.db
    .query("collections")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .take(most);
}
