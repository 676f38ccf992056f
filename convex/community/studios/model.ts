import type { Failure } from "../../../packages/billing/src/contract";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { refusals } from "../errors";
import { findOwnProfile, findProfile } from "../profiles/model";

/** The maximum number of members of a studio, small enough to read them all at once. */
export const MAX_MEMBERS = 100;

export async function findStudio(ctx: QueryCtx, slug: string): Promise<Doc<"studios"> | null> {
  return await ctx.db
    .query("studios")
    .withIndex("by_slug", (q) => q.eq("slug", slug))
    .unique();
}

/** All members of a studio, including invited ones; the earliest first. */
export async function membersOf(
  ctx: QueryCtx,
  { _id }: Doc<"studios">,
): Promise<Doc<"studioMembers">[]> {
  const rows = await ctx.db
    .query("studioMembers")
    .withIndex("by_studioId_and_profileId", (q) => q.eq("studioId", _id))
    .take(MAX_MEMBERS);
  return rows.sort((a, b) => a._creationTime - b._creationTime);
}

export async function findMember(
  ctx: QueryCtx,
  studioId: Id<"studios">,
  profileId: Id<"profiles">,
): Promise<Doc<"studioMembers"> | null> {
  return await ctx.db
    .query("studioMembers")
    .withIndex("by_studioId_and_profileId", (q) =>
      q.eq("studioId", studioId).eq("profileId", profileId),
    )
    .unique();
}

/** The studio of which the caller is a member, or to which they are invited. */
export async function findMembership(
  ctx: QueryCtx,
  slug: string,
): Promise<{ studio: Doc<"studios">; member: Doc<"studioMembers">; error: null } | Failure> {
  const person = await findOwnProfile(ctx);
  if (!person) return refusals.signedOut();
  const studio = await findStudio(ctx, slug);
  const member = studio && (await findMember(ctx, studio._id, person._id));
  return member ? { studio, member, error: null } : refusals.noStudio();
}

/** A studio that the caller manages. Other callers get "not found". */
export async function findManaged(
  ctx: QueryCtx,
  slug: string,
): Promise<{ studio: Doc<"studios">; manager: Doc<"profiles">; error: null } | Failure> {
  const manager = await findOwnProfile(ctx);
  if (!manager) return refusals.signedOut();
  const studio = await findStudio(ctx, slug);
  if (!studio) return refusals.noStudio();
  const member = await findMember(ctx, studio._id, manager._id);
  if (member?.role !== "manager" || member.state === "invited") return refusals.notManager();
  return { studio, manager, error: null };
}

/** A member of a studio that the caller manages, by username. */
export async function findManagedMember(
  ctx: QueryCtx,
  slug: string,
  username: string,
): Promise<{ studio: Doc<"studios">; member: Doc<"studioMembers">; error: null } | Failure> {
  const managed = await findManaged(ctx, slug);
  if (managed.error) return managed;
  const { studio } = managed;
  const person = await findProfile(ctx, username);
  const member = person && (await findMember(ctx, studio._id, person._id));
  return member ? { studio, member, error: null } : refusals.noArtist();
}

/** An artist's seat in a studio, which pays for what they publish with it. */
export async function findSeat(
  ctx: QueryCtx,
  slug: string,
  artist: Doc<"profiles">,
): Promise<
  { who: { customerId: string; entityId: string }; studioId: Id<"studios">; error: null } | Failure
> {
  const studio = await findStudio(ctx, slug);
  const member = studio && (await findMember(ctx, studio._id, artist._id));
  if (!member) return refusals.noStudio();
  if (member.entityId === null) return refusals.noSeat();
  const who = { customerId: studio.customerId, entityId: member.entityId };
  return { who, studioId: studio._id, error: null };
}

/** How many studios one member can own. */
export const MAX_OWNED = 5;

/** The studios that a member owns, the oldest first. */
export async function ownedBy(ctx: QueryCtx, ownerId: Id<"profiles">): Promise<Doc<"studios">[]> {
  return await ctx.db
    .query("studios")
    .withIndex("by_ownerId", (q) => q.eq("ownerId", ownerId))
    .take(MAX_OWNED);
}

/** The seat of an owner in their first studio with one. Their own uploads count against it. */
export async function findOwnSeat(ctx: QueryCtx, ownerId: Id<"profiles">): Promise<string | null> {
  for (const studio of await ownedBy(ctx, ownerId)) {
    const member = await findMember(ctx, studio._id, ownerId);
    if (member && member.entityId !== null) return member.entityId;
  }
  return null;
}
