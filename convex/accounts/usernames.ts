import { v } from "convex/values";
import { USERNAME_RULES, firstBroken, usernameKeyOf } from "../contract/credentials";
import { query } from "../_generated/server";
import type { QueryCtx } from "../_generated/server";

/** Names that the site itself uses, or that look as if it did. */
const RESERVED: ReadonlySet<string> = new Set(
  `about account admin api app art artist artists artwork billing blog checkout clerk collection
  collections community contact dashboard dev discover explore feed help home insights legal login
  logout me mod moderator new notifications official pay plans portal pricing privacy profile
  search security settings sign-in sign-out sign-up signin signout signup site spotlight staff
  studio support system terms u upload user username users www`.split(/\s+/),
);

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

/**
 * Taken: an account or a profile has or had it, in any case, or the site reserves
 * it. So the sign-in name is always the member's handle.
 */
export async function isTaken(ctx: QueryCtx, username: string): Promise<boolean> {
  const usernameKey = usernameKeyOf(username);
  if (RESERVED.has(usernameKey)) return true;
  const account = await ctx.db
    .query("accounts")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKey))
    .unique();
  if (account !== null) return true;
  const profile = await ctx.db
    .query("profiles")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKey))
    .unique();
  if (profile !== null) return true;
  const former = await ctx.db
    .query("formerUsernames")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKey))
    .unique();
  return former !== null;
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
