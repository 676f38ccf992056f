import type { UserIdentity } from "convex/server";
import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { usernameKeyOf } from "../../contract/credentials";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import type { MadeHow } from "../../contract/works";
import { query } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { refusals } from "../errors";

const vProfile = v.object({ username: v.string(), name: v.string(), bio: v.string() });
type Profile = typeof vProfile.type;

/** What a profile is before anyone changed it. */
export const NEW_PROFILE = {
  links: [] as string[],
  avatarId: null,
  coverId: null,
  pinned: [] as Id<"artworks">[],
  settings: { sensitive: "blur" as const, hiddenMadeHow: [] as MadeHow[] },
};

/** How many people may want the same name before we give up. */
const MAX_NAMESAKES = 50;

/** Makes the caller's profile on their first visit. Later visits change nothing. */
export const ensure = mutation({
  args: {},
  returns: vResult(vProfile),
  handler: async (ctx): Promise<Result<Profile>> => {
    const profile = await ensureProfile(ctx);
    return profile ? ok(toProfile(profile)) : refusals.signedOut();
  },
});

/** The caller's profile; null when signed out, or before their first visit. */
export const mine = query({
  args: {},
  returns: v.union(vProfile, v.null()),
  handler: async (ctx) => {
    const profile = await findOwnProfile(ctx);
    return profile && toProfile(profile);
  },
});

export const byUsername = query({
  args: { username: v.string() },
  returns: v.union(vProfile, v.null()),
  handler: async (ctx, { username }) => {
    const profile = await findProfile(ctx, username);
    return profile && toProfile(profile);
  },
});

/** The caller's profile, made now if it must be; null when signed out. */
export async function ensureProfile(ctx: MutationCtx): Promise<Doc<"profiles"> | null> {
  const identity = await ctx.auth.getUserIdentity();
  if (!identity) return null;
  const own = await findByToken(ctx, identity.tokenIdentifier);
  if (own) return own;
  const username = await chooseUsername(ctx, identity);
  const id = await ctx.db.insert("profiles", {
    tokenIdentifier: identity.tokenIdentifier,
    username,
    usernameKey: usernameKeyOf(username),
    name: identity.name ?? username,
    bio: "",
    ...NEW_PROFILE,
    searchText: `${username} ${identity.name ?? ""}`,
  });
  return await ctx.db.get("profiles", id);
}

export async function findOwnProfile(ctx: QueryCtx): Promise<Doc<"profiles"> | null> {
  const identity = await ctx.auth.getUserIdentity();
  return identity && (await findByToken(ctx, identity.tokenIdentifier));
}

export async function findProfile(ctx: QueryCtx, username: string) {
  return await ctx.db
    .query("profiles")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKeyOf(username)))
    .unique();
}

export async function findByToken(ctx: QueryCtx, tokenIdentifier: string) {
  return await ctx.db
    .query("profiles")
    .withIndex("by_tokenIdentifier", (q) => q.eq("tokenIdentifier", tokenIdentifier))
    .unique();
}

/** The name that the identity provider vouches for; a namesake of someone here gets a number. */
async function chooseUsername(ctx: QueryCtx, identity: UserIdentity): Promise<string> {
  const wanted = identity.preferredUsername ?? identity.nickname ?? identity.subject;
  for (let n = 1; n <= MAX_NAMESAKES; n++) {
    const username = n === 1 ? wanted : `${wanted}-${n}`;
    if (!(await findProfile(ctx, username))) return username;
  }
  throw new Error(`More than ${MAX_NAMESAKES} people are called ${wanted}`);
}

function toProfile({ username, name, bio }: Doc<"profiles">): Profile {
  return { username, name, bio };
}
