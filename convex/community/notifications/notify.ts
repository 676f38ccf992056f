import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { addNotice, isRead, readUntilOf, removeNotice } from "./unread";
import { areApart } from "../relationships/model";

/** Something that someone did and someone else is told. */
interface Happening {
  kind: Doc<"notifications">["kind"];
  actorId: Id<"profiles">;
  recipientId: Id<"profiles">;
  artworkId?: Id<"artworks">;
  commentId?: Id<"comments">;
  studioId?: Id<"studios">;
}

/** Tells someone, unless it is themselves, they are apart, or they know already. */
export async function notify(ctx: MutationCtx, happening: Happening): Promise<void> {
  const { kind, actorId, recipientId, artworkId = null, commentId = null } = happening;
  const { studioId = null } = happening;
  if (actorId === recipientId || (await areApart(ctx, actorId, recipientId))) return;
  if (await findTold(ctx, happening)) return;
  const row = { kind, actorId, recipientId, artworkId, commentId, studioId, key: keyOf(happening) };
  await addNotice(ctx, row);
}

/** What is taken back before it was read was never told; what was read stays, and is not told again. */
export async function takeBack(ctx: MutationCtx, happening: Happening): Promise<void> {
  const told = await findTold(ctx, happening);
  if (!told || isRead(told, await readUntilOf(ctx, told.recipientId))) return;
  await removeNotice(ctx, told);
}

async function findTold(ctx: QueryCtx, happening: Happening) {
  return await ctx.db
    .query("notifications")
    .withIndex("by_key_and_recipientId", (q) =>
      q.eq("key", keyOf(happening)).eq("recipientId", happening.recipientId),
    )
    .unique();
}

function keyOf({ kind, actorId, artworkId, commentId, studioId }: Happening): string {
  return [kind, actorId, commentId ?? artworkId ?? studioId ?? ""].join(":");
}
