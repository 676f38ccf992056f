import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx, MutationCtx } from "../../_generated/server";
import { findByToken } from "../profiles/model";
import { v } from "convex/values";

/** The customer id of a demo artist. No issuer creates such a subject. */
export function customerOf(username: string): string {
  return `gallery:${username}`;
}

/** No issuer has this name, so no one can sign in as a demo artist. */
export function tokenOf(username: string): string {
  return `gallery|${username}`;
}

/** A demo artist. @throws If there is none with this username. */
export async function demoArtist(ctx: QueryCtx, username: string): Promise<Doc<"profiles">> {
  const artist = await findByToken(ctx, tokenOf(username));
  if (!artist) throw new Error(`${username} is not an artist of the gallery`);
  return artist;
}

/** A demo work, by its artist and its slug in the demo data. */
export const vDemoWork = v.object({ artist: v.string(), slug: v.string() });

/** A demo work. @throws If it is not published. */
export async function findDemoWork(
  ctx: MutationCtx,
  { artist, slug }: typeof vDemoWork.type,
): Promise<Doc<"artworks">> {
  const { _id } = await demoArtist(ctx, artist);
  const work = await ctx.db
    .query("artworks")
    .withIndex("by_clientUploadId_and_profileId", (q) =>
      q.eq("clientUploadId", slug).eq("profileId", _id),
    )
    .unique();
  if (!work) throw new Error(`${slug} by ${artist} does not hang`);
  return work;
}
