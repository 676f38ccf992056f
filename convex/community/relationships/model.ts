import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { changeFollowCounts } from "./followCounts";

type TieKind = Doc<"ties">["kind"];

/** One person's tie to another. */
interface Tie {
  kind: TieKind;
  fromId: Id<"profiles">;
  toId: Id<"profiles">;
}

export async function findTie(
  ctx: QueryCtx,
  { kind, fromId, toId }: Tie,
): Promise<Doc<"ties"> | null> {
  return await ctx.db
    .query("ties")
    .withIndex("by_fromId_and_kind_and_toId", (q) =>
      q.eq("fromId", fromId).eq("kind", kind).eq("toId", toId),
    )
    .unique();
}

/** Whether somebody is tied to an artist; strangers are to nobody. */
export async function isTied(
  ctx: QueryCtx,
  viewer: Doc<"profiles"> | null,
  kind: TieKind,
  toId: Id<"profiles">,
): Promise<boolean> {
  return viewer !== null && (await findTie(ctx, { kind, fromId: viewer._id, toId })) !== null;
}

/** Whether either of two people blocked the other: then neither reaches the other. */
export async function areApart(
  ctx: QueryCtx,
  one: Id<"profiles">,
  other: Id<"profiles">,
): Promise<boolean> {
  const kind = "block" as const;
  if (await findTie(ctx, { kind, fromId: one, toId: other })) return true;
  return (await findTie(ctx, { kind, fromId: other, toId: one })) !== null;
}

/** How many people one person ties themselves to in one way, counted no further than `most`. */
export async function countTies(
  ctx: QueryCtx,
  fromId: Id<"profiles">,
  kind: TieKind,
  most: number,
): Promise<number> {
  const ties = ctx.db
    .query("ties")
    .withIndex("by_fromId_and_kind_and_toId", (q) => q.eq("fromId", fromId).eq("kind", kind));
  return (await ties.take(most)).length;
}

/** Makes a tie, or unmakes it. False: it was so already. */
export async function setTie(ctx: MutationCtx, tie: Tie, isThere: boolean): Promise<boolean> {
  const stored = await findTie(ctx, tie);
  if ((stored !== null) === isThere) return false;
  if (stored) await ctx.db.delete("ties", stored._id);
  else await ctx.db.insert("ties", tie);
  if (tie.kind === "follow") await countFollow(ctx, tie, isThere ? 1 : -1);
  return true;
}

async function countFollow(ctx: MutationCtx, { fromId, toId }: Tie, change: number) {
  await changeFollowCounts(ctx, fromId, "followed", change);
  await changeFollowCounts(ctx, toId, "followers", change);
}
