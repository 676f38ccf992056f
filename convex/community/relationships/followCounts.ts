import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

interface FollowCounts {
  followers: number;
  followed: number;
}

/** The number of a profile's followers, and of profiles it follows. */
export async function followCountsOf(
  ctx: QueryCtx,
  profile: Doc<"profiles">,
): Promise<FollowCounts> {
  const { followers, followed } = (await findCounts(ctx, profile._id)) ?? storedBefore(profile);
  return { followers, followed };
}

/** Counts a new or ended follow on one side. A deleted account has no counts. */
export async function changeFollowCounts(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
  side: keyof FollowCounts,
  change: number,
): Promise<void> {
  const row = await ensureFollowCounts(ctx, profileId);
  if (row) await ctx.db.patch("profileCounts", row._id, { [side]: row[side] + change });
}

/**
 * Moves a profile's counts from its row to their own. For the migration of all profiles; before it
 * has run, the next follow moves them.
 */
export async function ensureFollowCounts(
  ctx: MutationCtx,
  profileId: Id<"profiles">,
): Promise<Doc<"profileCounts"> | null> {
  const row = await findCounts(ctx, profileId);
  if (row) return row;
  const profile = await ctx.db.get("profiles", profileId);
  if (!profile) return null;
  const id = await ctx.db.insert("profileCounts", { profileId, ...storedBefore(profile) });
  if (profile.followers !== undefined || profile.followed !== undefined) {
    await ctx.db.patch("profiles", profileId, { followers: undefined, followed: undefined });
  }
  return await ctx.db.get("profileCounts", id);
}

function storedBefore({ followers = 0, followed = 0 }: Doc<"profiles">): FollowCounts {
  return { followers, followed };
}

async function findCounts(ctx: QueryCtx, profileId: Id<"profiles">) {
  return await ctx.db
    .query("profileCounts")
    .withIndex("by_profileId", (q) => q.eq("profileId", profileId))
    .unique();
}
