import { ownAccount } from "../../accounts/model";
import { isTaken } from "../../accounts/usernames";
import { usernameKeyOf } from "../../contract/credentials";
import { visibleLine } from "../../contract/texts";
import { isReservedUsername, usernameSkeletonOf } from "../../contract/usernames";
import type { MadeHow } from "../../contract/works";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { v } from "convex/values";
import { refusals } from "../errors";
import { readClaims } from "../../../packages/billing/src/contract";
import type { Claims, Failure } from "../../../packages/billing/src/contract";

/** A new profile's defaults. */
export const NEW_PROFILE = {
  links: [] as string[],
  avatarId: null,
  coverId: null,
  pinned: [] as Id<"artworks">[],
  settings: { sensitive: "blur" as const, hiddenMadeHow: [] as MadeHow[] },
};

/** Replaces names that the site reserves but an identity provider allows. */
const FOR_RESERVED = "member";
/** How many numbered usernames to try before giving up. */
const MAX_USERNAME_TRIES = 50;

/** The caller's profile, created if needed; null if signed out. */
export async function ensureProfile(ctx: MutationCtx): Promise<Doc<"profiles"> | null> {
  const identity = await ctx.auth.getUserIdentity();
  if (!identity) return null;
  const own = await findByToken(ctx, identity.tokenIdentifier);
  if (own) return own;
  const claims = readClaims(identity);
  const username = await chooseUsername(ctx, claims);
  const name = visibleLine(claims.name ?? "") ?? username;
  const id = await ctx.db.insert("profiles", {
    tokenIdentifier: identity.tokenIdentifier,
    username,
    usernameKey: usernameKeyOf(username),
    usernameSkeleton: usernameSkeletonOf(username),
    name,
    bio: "",
    ...NEW_PROFILE,
    searchText: `${username} ${name}`,
  });
  return await ctx.db.get("profiles", id);
}

export async function findOwnProfile(ctx: QueryCtx): Promise<Doc<"profiles"> | null> {
  const identity = await ctx.auth.getUserIdentity();
  return identity && (await findByToken(ctx, identity.tokenIdentifier));
}

/** The member with this username, or who had it before. */
export async function findProfile(ctx: QueryCtx, username: string) {
  const current = await ctx.db
    .query("profiles")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKeyOf(username)))
    .unique();
  if (current) return current;
  const former = await findFormerUsername(ctx, username);
  return former && (await ctx.db.get("profiles", former.profileId));
}

export async function findFormerUsername(ctx: QueryCtx, username: string) {
  return await ctx.db
    .query("formerUsernames")
    .withIndex("by_usernameKey", (q) => q.eq("usernameKey", usernameKeyOf(username)))
    .unique();
}

export async function findByToken(ctx: QueryCtx, tokenIdentifier: string) {
  return await ctx.db
    .query("profiles")
    .withIndex("by_tokenIdentifier", (q) => q.eq("tokenIdentifier", tokenIdentifier))
    .unique();
}

/**
 * Chooses a new member's username. Local accounts chose theirs at sign-up. Others get the identity
 * provider's, with a number if it is taken.
 */
async function chooseUsername(ctx: QueryCtx, claims: Claims): Promise<string> {
  const account = await ownAccount(ctx);
  if (account) return account.username;
  const named = claims.preferredUsername ?? claims.nickname ?? claims.subject;
  const wanted = isReservedUsername(named) ? FOR_RESERVED : named;
  for (let n = 1; n <= MAX_USERNAME_TRIES; n++) {
    const username = n === 1 ? wanted : `${wanted}-${n}`;
    if (!(await isTaken(ctx, username))) return username;
  }
  throw new Error(`More than ${MAX_USERNAME_TRIES} people are called ${wanted}`);
}

/** A member, for lists and bylines. */
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

/** The caller and another member, by username. */
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
