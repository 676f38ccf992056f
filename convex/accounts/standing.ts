import { base64url } from "jose";
import type { UserIdentity } from "convex/server";
import { HOUR_MS, readClaims } from "../../packages/billing/src/contract";
import type { Claims, Failure } from "../../packages/billing/src/contract";
import type { Doc } from "../_generated/dataModel";
import { env } from "../_generated/server";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { setOperator } from "./operators";
import { refusals } from "./refuse";

/**
 * Longer than the life of any access token, so that afterwards no token of a deleted account is
 * valid.
 */
export const REMEMBER_DELETED_MS = HOUR_MS;
const DELETED_AT_ONCE = 10;

/**
 * Whether a caller's token is still accepted. An access token outlives its session
 * by minutes, so the token alone is not enough.
 */
export type Standing =
  | { state: "anonymous" | "live" | "ended" | "deleted" }
  | { state: "suspended"; reason: string };

/** Reads the caller's session, and whether their account was suspended or deleted. */
export async function standingOf(ctx: QueryCtx, now: number): Promise<Standing> {
  const identity = await ctx.auth.getUserIdentity();
  if (!identity) return { state: "anonymous" };
  const hasEnded = isLocal(identity) && (await liveSession(ctx, now)) === null;
  const restriction = await findRestriction(ctx, identity.tokenIdentifier);
  const reason = restriction?.suspendedFor ?? null;
  if (reason !== null && !hasEnded) return { state: "suspended", reason };
  const isDeleted = restriction?.suspendedFor === null;
  if (isDeleted && restriction.at + REMEMBER_DELETED_MS > now) return { state: "deleted" };
  return { state: hasEnded ? "ended" : "live" };
}

/**
 * Why the caller may change nothing; null if they may, or are signed out, which each function
 * handles itself.
 *
 * @param options - `openToSuspended`: the calls that a suspended member can still make.
 */
export async function refuseCaller(
  ctx: QueryCtx,
  { openToSuspended = false }: { openToSuspended?: boolean } = {},
): Promise<Failure | null> {
  const standing = await standingOf(ctx, Date.now());
  switch (standing.state) {
    case "anonymous":
    case "live":
      return null;
    case "ended":
      return refusals.signInAgain();
    case "deleted":
      return refusals.deleted();
    case "suspended":
      return openToSuspended ? null : refusals.suspended(standing.reason);
  }
}

/**
 * The caller's session in the database; null if signed out, ended, or of another identity provider.
 */
export async function liveSession(ctx: QueryCtx, now: number): Promise<Doc<"sessions"> | null> {
  const identity = await ctx.auth.getUserIdentity();
  const session = identity && isLocal(identity) ? await storedSession(ctx, identity) : null;
  return session && session.expiresAt > now ? session : null;
}

/**
 * The caller: the identity of a verified token whose session has not ended. Null if signed out,
 * here or from another browser. Reads no clock, so that results stay cached: the token is valid for
 * minutes, and its session for weeks after that.
 */
export async function callerOf(ctx: QueryCtx): Promise<UserIdentity | null> {
  const identity = await ctx.auth.getUserIdentity();
  if (!identity || !isLocal(identity)) return identity;
  return (await storedSession(ctx, identity)) && identity;
}

async function storedSession(
  ctx: QueryCtx,
  identity: UserIdentity,
): Promise<Doc<"sessions"> | null> {
  const { sid } = readClaims(identity);
  const id = sid === undefined ? null : ctx.db.normalizeId("sessions", sid);
  return id && (await ctx.db.get("sessions", id));
}

/** Why an account is suspended; null if it is not. */
export async function suspensionOf(ctx: QueryCtx, tokenIdentifier: string): Promise<string | null> {
  return (await findRestriction(ctx, tokenIdentifier))?.suspendedFor ?? null;
}

/** Suspends an account, or changes the reason; a null reason reinstates it. */
export async function setSuspension(
  ctx: MutationCtx,
  tokenIdentifier: string,
  suspendedFor: string | null,
): Promise<void> {
  const known = await findRestriction(ctx, tokenIdentifier);
  if (known) await ctx.db.delete("restrictions", known._id);
  if (suspendedFor === null) return;
  const identityHash = await hashOf(tokenIdentifier);
  await ctx.db.insert("restrictions", { identityHash, suspendedFor, at: Date.now() });
}

/**
 * Records that the caller's account is deleted, and revokes its operator role. A suspension stays.
 */
export async function rememberDeleted(ctx: MutationCtx, now: number): Promise<void> {
  const identity = await ctx.auth.getUserIdentity();
  await deleteExpired(ctx, now);
  if (identity) await setOperator(ctx, identity.tokenIdentifier, false);
  if (!identity || (await findRestriction(ctx, identity.tokenIdentifier))) return;
  const identityHash = await hashOf(identity.tokenIdentifier);
  await ctx.db.insert("restrictions", { identityHash, suspendedFor: null, at: now });
}

async function findRestriction(ctx: QueryCtx, tokenIdentifier: string) {
  const identityHash = await hashOf(tokenIdentifier);
  return await ctx.db
    .query("restrictions")
    .withIndex("by_identityHash", (q) => q.eq("identityHash", identityHash))
    .unique();
}

async function deleteExpired(ctx: MutationCtx, now: number): Promise<void> {
  const old = await ctx.db
    .query("restrictions")
    .withIndex("by_suspendedFor_and_at", (q) =>
      q.eq("suspendedFor", null).lt("at", now - REMEMBER_DELETED_MS),
    )
    .take(DELETED_AT_ONCE);
  for (const { _id } of old) await ctx.db.delete("restrictions", _id);
}

/** Other identity providers are responsible for their own sessions. */
function isLocal(identity: Pick<Claims, "issuer">): boolean {
  return identity.issuer === env.EMBEDDED_ISSUER;
}

/** The token identifier in a local account's tokens. */
export function tokenIdentifierOf({ subject }: Pick<Doc<"accounts">, "subject">): string {
  return `${env.EMBEDDED_ISSUER ?? ""}|${subject}`;
}

async function hashOf(tokenIdentifier: string): Promise<string> {
  const bytes = new TextEncoder().encode(tokenIdentifier);
  return base64url.encode(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}
