import { v } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { findOwnProfile, findProfile } from "./functions";
import { refusals } from "../errors";
import type { Failure } from "../../../packages/billing/src/contract";

/** Someone, as lists and bylines show them. */
export const vPerson = v.object({
  username: v.string(),
  name: v.string(),
  avatarUrl: v.union(v.string(), v.null()),
});

export async function toPerson(
  ctx: QueryCtx,
  { username, name, avatarId }: Doc<"profiles">,
): Promise<typeof vPerson.type> {
  return { username, name, avatarUrl: avatarId && (await ctx.storage.getUrl(avatarId)) };
}

/** The caller and the person that they name, who is someone else. */
export async function findPair(
  ctx: QueryCtx,
  username: string,
  findCaller: () => Promise<Doc<"profiles"> | null> = () => findOwnProfile(ctx),
): Promise<{ caller: Doc<"profiles">; other: Doc<"profiles">; error: null } | Failure> {
  const caller = await findCaller();
  if (!caller) return refusals.signedOut();
  const other = await findProfile(ctx, username);
  if (!other) return refusals.noArtist();
  if (other._id === caller._id) return refusals.notYourself();
  return { caller, other, error: null };
}
