import { v } from "convex/values";
import { mailboxOf } from "../contract/credentials";
import { usernameSkeletonOf } from "../contract/usernames";
import { DAY_MS } from "../../packages/billing/src/contract";
import { env, internalMutation } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { sha256 } from "./tokens";

/** How long a deleted username stays reserved, because old links and mentions refer to it. */
export const RETIRED_MS = 30 * DAY_MS;

const FEW = 20;

interface Leaver {
  /** The current username, and former ones that still belong to the member. */
  usernames: readonly string[];
  email: string | undefined;
  isSuspended: boolean;
}

/**
 * Reserves the usernames of an account that is being deleted for 30 days. If the
 * account is suspended, reserves them and its mailbox permanently.
 *
 * @see docs/adr/0127
 */
export async function retireNames(
  ctx: MutationCtx,
  { usernames, email, isSuspended }: Leaver,
): Promise<void> {
  const now = Date.now();
  await deleteExpired(ctx, now);
  const hashes = await Promise.all(usernames.map(hashOfUsername));
  if (isSuspended && email !== undefined) hashes.push(await hashOfMailbox(email));
  const until = isSuspended ? null : now + RETIRED_MS;
  for (const hash of new Set(hashes)) await reserve(ctx, hash, until);
}

/** Reserves the mailbox of a suspended member, so that no second account can use it. */
export async function reserveMailbox(ctx: MutationCtx, email: string): Promise<void> {
  await reserve(ctx, await hashOfMailbox(email), null);
}

/** Releases the mailbox of a reinstated member. */
export async function releaseMailbox(ctx: MutationCtx, email: string): Promise<void> {
  await release(ctx, await hashOfMailbox(email));
}

/** Whether a username, or one that looks like it, belonged to an account that was deleted. */
export async function isUsernameRetired(ctx: QueryCtx, username: string): Promise<boolean> {
  return await isRetired(ctx, await hashOfUsername(username));
}

/** Whether a mailbox belonged to a suspended account that was deleted. */
export async function isMailboxRetired(ctx: QueryCtx, email: string): Promise<boolean> {
  return await isRetired(ctx, await hashOfMailbox(email));
}

/** For operators: releases the username and the mailbox of a deleted account, suspended or not. */
export const releaseNames = internalMutation({
  args: { username: v.string(), email: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { username, email }): Promise<null> => {
    const hashes = [await hashOfUsername(username)];
    if (email !== undefined) hashes.push(await hashOfMailbox(email));
    for (const hash of hashes) await release(ctx, hash);
    return null;
  },
});

async function reserve(ctx: MutationCtx, hash: string, until: number | null): Promise<void> {
  const isForGood = (await rowsOf(ctx, hash)).some((row) => row.until === null);
  if (!isForGood) await ctx.db.insert("retiredNames", { hash, until });
}

async function release(ctx: MutationCtx, hash: string): Promise<void> {
  for (const { _id } of await rowsOf(ctx, hash)) await ctx.db.delete("retiredNames", _id);
}

async function isRetired(ctx: QueryCtx, hash: string): Promise<boolean> {
  const now = Date.now();
  return (await rowsOf(ctx, hash)).some(({ until }) => until === null || until > now);
}

/** Usually one row; several if a name was released, taken and released again. */
async function rowsOf(ctx: QueryCtx, hash: string) {
  return await ctx.db
    .query("retiredNames")
    .withIndex("by_hash", (q) => q.eq("hash", hash))
    .order("desc")
    .take(FEW);
}

async function deleteExpired(ctx: MutationCtx, now: number): Promise<void> {
  const expired = await ctx.db
    .query("retiredNames")
    .withIndex("by_until", (q) => q.gt("until", null).lt("until", now))
    .take(FEW);
  for (const { _id } of expired) await ctx.db.delete("retiredNames", _id);
}

const hashOfUsername = async (username: string) =>
  await hashOf(`username:${usernameSkeletonOf(username)}`);
const hashOfMailbox = async (email: string) => await hashOf(`mailbox:${mailboxOf(email)}`);

/** Keyed, because names are short enough to guess by brute force. */
async function hashOf(text: string): Promise<string> {
  return await sha256(`${env.FINGERPRINT_KEY ?? ""}:${text}`);
}
