import { v } from "convex/values";
import { ok, vResult } from "../contract/errors";
import type { Failure, Result } from "../contract/errors";
import { mutation, query } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { toPerson, vPerson } from "./people";
import { findOwnProfile, findProfile } from "./profiles";
import { refusals } from "./refuse";
import { vacateLater } from "./seats";
import { findManaged, findManagedMember, findMember, findStudio } from "./studioAccess";
import { vMemberState, vRole } from "./studioTables";
import { areApart } from "./ties";

const MAX_MEMBERS = 100;

/** Who belongs to a studio: for who belongs to it too. Empty for everyone else. */
export const list = query({
  args: { slug: v.string() },
  returns: v.array(v.object({ ...vPerson.fields, role: vRole, state: vMemberState })),
  handler: async (ctx, { slug }) => {
    const studio = await findStudio(ctx, slug);
    const viewer = studio && (await findOwnProfile(ctx));
    const own = viewer && (await findMember(ctx, studio._id, viewer._id));
    if (!own || own.state === "invited") return [];
    const people = await Promise.all(
      (await membersOf(ctx, studio)).map(async ({ profileId, role, state }) => {
        const person = await ctx.db.get("profiles", profileId);
        return person && { ...(await toPerson(ctx, person)), role, state };
      }),
    );
    return people.filter((person) => person !== null);
  },
});

/** Asks somebody to join a studio that the caller runs. Asked twice, the role changes. */
export const invite = mutation({
  args: { slug: v.string(), username: v.string(), role: vRole },
  returns: vResult(v.null()),
  handler: async (ctx, { slug, username, role }): Promise<Result<null>> => {
    const managed = await findManaged(ctx, slug);
    if (managed.error) return managed;
    const { studio, manager } = managed;
    const person = await findProfile(ctx, username);
    if (!person) return refusals.noArtist();
    if (person._id === studio.ownerId) return refusals.notManager();
    if (await areApart(ctx, manager._id, person._id)) return refusals.blocked();
    const known = await findMember(ctx, studio._id, person._id);
    if (known) {
      await ctx.db.patch("studioMembers", known._id, { role });
      return ok(null);
    }
    if ((await membersOf(ctx, studio)).length >= MAX_MEMBERS) {
      return refusals.tooMany(`A studio has at most ${MAX_MEMBERS} members`);
    }
    const row = { studioId: studio._id, profileId: person._id, role };
    await ctx.db.insert("studioMembers", { ...row, state: "invited", entityId: null });
    return ok(null);
  },
});

/** Joins a studio that asked the caller to. A seat is another's to give. */
export const accept = mutation({
  args: { slug: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug }): Promise<Result<null>> => {
    const own = await findMembership(ctx, slug);
    if (own.error) return own;
    if (own.member.state === "invited") {
      await ctx.db.patch("studioMembers", own.member._id, { state: "joined" });
    }
    return ok(null);
  },
});

/** Leaves a studio, or declines to join it; a seat comes free. Its owner hands it over first. */
export const leave = mutation({
  args: { slug: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug }): Promise<Result<null>> => {
    const own = await findMembership(ctx, slug);
    return own.error ? own : await part(ctx, own);
  },
});

/** Takes somebody out of a studio that the caller runs; their seat comes free. */
export const remove = mutation({
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug, username }): Promise<Result<null>> => {
    const managed = await findManagedMember(ctx, slug, username);
    return managed.error ? managed : await part(ctx, managed);
  },
});

/** Makes a member of the caller's studio its owner; the caller goes on running it. */
export const handOver = mutation({
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug, username }): Promise<Result<null>> => {
    const managed = await findManagedMember(ctx, slug, username);
    if (managed.error) return managed;
    const { studio, member } = managed;
    const owner = await findOwnProfile(ctx);
    if (owner?._id !== studio.ownerId || member.state === "invited") return refusals.notManager();
    await ctx.db.patch("studios", studio._id, { ownerId: member.profileId });
    await ctx.db.patch("studioMembers", member._id, { role: "manager" });
    return ok(null);
  },
});

async function findMembership(
  ctx: QueryCtx,
  slug: string,
): Promise<{ studio: Doc<"studios">; member: Doc<"studioMembers">; error: null } | Failure> {
  const person = await findOwnProfile(ctx);
  if (!person) return refusals.signedOut();
  const studio = await findStudio(ctx, slug);
  const member = studio && (await findMember(ctx, studio._id, person._id));
  return member ? { studio, member, error: null } : refusals.noStudio();
}

async function part(
  ctx: MutationCtx,
  { studio, member }: { studio: Doc<"studios">; member: Doc<"studioMembers"> },
): Promise<Result<null>> {
  if (member.profileId === studio.ownerId) return refusals.ownsStudio();
  await ctx.db.delete("studioMembers", member._id);
  await vacateLater(ctx, studio, member);
  return ok(null);
}

async function membersOf(ctx: QueryCtx, { _id }: Doc<"studios">) {
  return await ctx.db
    .query("studioMembers")
    .withIndex("by_studioId_and_profileId", (q) => q.eq("studioId", _id))
    .take(MAX_MEMBERS);
}
