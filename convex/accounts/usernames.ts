import { v } from "convex/values";
import { USERNAME_RULES, firstBroken, usernameKeyOf } from "../contract/credentials";
import { isReservedUsername, usernameSkeletonOf } from "../contract/usernames";
import type { Id } from "../_generated/dataModel";
import { query } from "./guarded";
import type { QueryCtx } from "../_generated/server";
import { isUsernameRetired } from "./retiredNames";

const LONGEST = 20;
const SUGGESTED = 3;
const ENDINGS = ["art", "studio", "draws", "1", "2", "3", "7", "11", "42", "99"];

/** Whether a name is free, and if not, similar names that are. */
export const available = query({
  args: { username: v.string() },
  returns: v.object({ available: v.boolean(), suggestions: v.array(v.string()) }),
  handler: async (ctx, { username }) => {
    if (firstBroken(USERNAME_RULES, username) !== null) {
      return { available: false, suggestions: [] };
    }
    if (!(await isTaken(ctx, username))) return { available: true, suggestions: [] };
    return { available: false, suggestions: await suggest(ctx, username) };
  },
});

/** Limit of rows with one skeleton: lookalikes from before they were refused. */
const FEW = 5;

/** The owner whose names don't count as taken: the caller. */
interface Own {
  accountId?: Id<"accounts"> | undefined;
  profileId?: Id<"profiles"> | undefined;
}

/**
 * A name is taken if an account or a profile has it, had it, or has a lookalike of it, or if the
 * site reserves it. A member's sign-in name is therefore always the member's handle.
 */
export async function isTaken(ctx: QueryCtx, username: string, own: Own = {}): Promise<boolean> {
  if (isReservedUsername(username)) return true;
  const accounts = await accountsLike(ctx, username);
  if (accounts.some(({ _id }) => _id !== own.accountId)) return true;
  const profiles = await profilesLike(ctx, username);
  if (profiles.some(({ _id }) => _id !== own.profileId)) return true;
  const former = await formerLike(ctx, username);
  if (former.some(({ profileId }) => profileId !== own.profileId)) return true;
  return await isUsernameRetired(ctx, username);
}

async function accountsLike(ctx: QueryCtx, username: string) {
  const same = await ctx.db
    .query("accounts")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKeyOf(username)))
    .take(1);
  const alike = await ctx.db
    .query("accounts")
    .withIndex("by_usernameSkeleton", (q) => q.eq("usernameSkeleton", usernameSkeletonOf(username)))
    .take(FEW);
  return [...same, ...alike];
}

async function profilesLike(ctx: QueryCtx, username: string) {
  const same = await ctx.db
    .query("profiles")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKeyOf(username)))
    .take(1);
  const alike = await ctx.db
    .query("profiles")
    .withIndex("by_usernameSkeleton", (q) => q.eq("usernameSkeleton", usernameSkeletonOf(username)))
    .take(FEW);
  return [...same, ...alike];
}

async function formerLike(ctx: QueryCtx, username: string) {
  const same = await ctx.db
    .query("formerUsernames")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKeyOf(username)))
    .take(1);
  const alike = await ctx.db
    .query("formerUsernames")
    .withIndex("by_usernameSkeleton", (q) => q.eq("usernameSkeleton", usernameSkeletonOf(username)))
    .take(FEW);
  return [...same, ...alike];
}

async function suggest(ctx: QueryCtx, username: string): Promise<string[]> {
  const free: string[] = [];
  for (const ending of ENDINGS) {
    const candidate = `${username.slice(0, LONGEST - 1 - ending.length)}.${ending}`;
    if (!(await isTaken(ctx, candidate))) free.push(candidate);
    if (free.length === SUGGESTED) break;
  }
  return free;
}
