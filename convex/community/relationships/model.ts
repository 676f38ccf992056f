import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changeFollowCounts } from "./followCounts";

type RelationshipKind = Doc<"relationships">["kind"];

/** One member's relationship to another. */
interface Relationship {
  kind: RelationshipKind;
  fromId: Id<"profiles">;
  toId: Id<"profiles">;
}

export async function findRelationship(
  ctx: QueryCtx,
  { kind, fromId, toId }: Relationship,
): Promise<Doc<"relationships"> | null> {
  return await ctx.db
    .query("relationships")
    .withIndex("by_fromId_and_kind_and_toId", (q) =>
      q.eq("fromId", fromId).eq("kind", kind).eq("toId", toId),
    )
    .unique();
}

/** Whether the viewer has a relationship to an artist; a signed-out viewer has none. */
export async function hasRelationship(
  ctx: QueryCtx,
  viewer: Doc<"profiles"> | null,
  kind: RelationshipKind,
  toId: Id<"profiles">,
): Promise<boolean> {
  return (
    viewer !== null && (await findRelationship(ctx, { kind, fromId: viewer._id, toId })) !== null
  );
}

/** Whether either of two members blocks the other, so that neither can contact the other. */
export async function isBlockedEitherWay(
  ctx: QueryCtx,
  one: Id<"profiles">,
  other: Id<"profiles">,
): Promise<boolean> {
  const kind = "block" as const;
  if (await findRelationship(ctx, { kind, fromId: one, toId: other })) return true;
  return (await findRelationship(ctx, { kind, fromId: other, toId: one })) !== null;
}

/** The number of a member's relationships of one kind, counted up to `most`. */
export async function countRelationships(
  ctx: QueryCtx,
  fromId: Id<"profiles">,
  kind: RelationshipKind,
  most: number,
): Promise<number> {
  const relationships = ctx.db
    .query("relationships")
    .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", fromId).eq("kind", kind));
  return (await relationships.take(most)).length;
}

/** Adds or deletes a relationship. False if nothing changed. */
export async function setRelationship(
  ctx: MutationCtx,
  relationship: Relationship,
  isThere: boolean,
): Promise<boolean> {
  const stored = await findRelationship(ctx, relationship);
  if ((stored !== null) === isThere) return false;
  if (stored) await ctx.db.delete("relationships", stored._id);
  else await ctx.db.insert("relationships", relationship);
  if (relationship.kind === "follow") await countFollow(ctx, relationship, isThere ? 1 : -1);
  return true;
}

async function countFollow(ctx: MutationCtx, { fromId, toId }: Relationship, change: number) {
  await changeFollowCounts(ctx, fromId, "followed", change);
  await changeFollowCounts(ctx, toId, "followers", change);
}
