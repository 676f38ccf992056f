import { v } from "convex/values";
import { isTaken } from "../../accounts/usernames";
import { mutation } from "../../accounts/guarded";
import { ownAccount, renameOwnAccount } from "../../accounts/model";
import { USERNAME_RULES, firstBroken, usernameKeyOf } from "../../contract/credentials";
import { usernameSkeletonOf } from "../../contract/usernames";
import { failTooMany, ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { refusals } from "../errors";
import { ensureProfile, findFormerUsername } from "./model";

/** The minimum time between two changes of a username. */
const PAUSE_MS = 7 * 24 * 60 * 60 * 1000;
/** How many former usernames a member keeps; their URLs redirect to the current one. */
const MOST_FORMER = 5;

/**
 * Changes the caller's username: the handle, the URL of their page and, for a local account, the
 * sign-in name. The previous name stays reserved for them.
 *
 * @returns The new username. Error codes: `invalid_username`, `username_taken`,
 *   `rate_limit_exceeded` within a week of the last change.
 */
export const change = mutation({
  args: { username: v.string() },
  returns: vResult(v.string()),
  handler: async (ctx, { username }): Promise<Result<string>> => {
    const profile = await ensureProfile(ctx);
    if (!profile) return refusals.signedOut();
    const broken = firstBroken(USERNAME_RULES, username);
    if (broken !== null) return refusals.badUsername(broken);
    if (username === profile.username) return ok(username);
    const usernameKey = usernameKeyOf(username);
    const usernameSkeleton = usernameSkeletonOf(username);
    if (usernameKey !== profile.usernameKey) {
      const former = await formerOf(ctx, profile);
      const waitMs = (former[0]?.at ?? -PAUSE_MS) + PAUSE_MS - Date.now();
      if (waitMs > 0) return failTooMany(waitMs);
      const wanted = await findFormerUsername(ctx, username);
      if (wanted && wanted.profileId === profile._id) {
        await ctx.db.delete("formerUsernames", wanted._id);
      } else {
        const own = { accountId: (await ownAccount(ctx))?._id, profileId: profile._id };
        if (await isTaken(ctx, username, own)) return refusals.usernameTaken();
      }
      await keepFormer(ctx, profile);
    }
    const searchText = `${username} ${profile.name}`;
    const names = { username, usernameKey, usernameSkeleton, searchText };
    await ctx.db.patch("profiles", profile._id, names);
    await renameOwnAccount(ctx, username);
    const { renameArtist } = internal.community.artworks.searchIndex;
    await ctx.scheduler.runAfter(0, renameArtist, { profileId: profile._id, cursor: null });
    return ok(username);
  },
});

/** The newest first. */
async function formerOf(ctx: MutationCtx, { _id }: Doc<"profiles">) {
  return await ctx.db
    .query("formerUsernames")
    .withIndex("by_profileId_and_at", (q) => q.eq("profileId", _id))
    .order("desc")
    .take(MOST_FORMER + 1);
}

async function keepFormer(ctx: MutationCtx, profile: Doc<"profiles">): Promise<void> {
  const { _id: profileId, usernameKey } = profile;
  const usernameSkeleton = usernameSkeletonOf(usernameKey);
  const row = { usernameKey, usernameSkeleton, profileId, at: Date.now() };
  await ctx.db.insert("formerUsernames", row);
  const kept = await formerOf(ctx, profile);
  for (const { _id } of kept.slice(MOST_FORMER)) await ctx.db.delete("formerUsernames", _id);
}
