import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { billing } from "../../billing";
import { refusals } from "../errors";
import { scheduleSeatDeletion } from "./seats";
import {
  MAX_MEMBERS,
  findManaged,
  findManagedMember,
  findMember,
  findMembership,
  membersOf,
} from "./model";
import { endOffer, findNewOwner, invitation, offerOf } from "./offers";
import { vMemberState, vRole } from "./tables";
import { isBlockedEitherWay } from "../relationships/model";
import { findOwnProfile, findProfile, toPerson, vPerson } from "../profiles/model";
import { notify, retract } from "../notifications/model";

/** The members of a studio. Only its members see them; others get an empty list. */
export const list = query({
  args: { slug: v.string() },
  returns: v.array(v.object({ ...vPerson.fields, role: vRole, state: vMemberState })),
  handler: async (ctx, { slug }) => {
    const own = await findMembership(ctx, slug);
    if (own.error || own.member.state === "invited") return [];
    const people = await Promise.all(
      (await membersOf(ctx, own.studio)).map(async ({ profileId, role, state }) => {
        const person = await ctx.db.get("profiles", profileId);
        return person && { ...(await toPerson(ctx, person)), role, state };
      }),
    );
    return people.filter((person) => person !== null);
  },
});

/** Invites a member to a studio that the caller manages. A second invitation changes the role. */
export const invite = mutation({
  limit: "studios",
  args: { slug: v.string(), username: v.string(), role: vRole },
  returns: vResult(v.null()),
  handler: async (ctx, { slug, username, role }): Promise<Result<null>> => {
    const managed = await findManaged(ctx, slug);
    if (managed.error) return managed;
    const { studio, manager } = managed;
    const person = await findProfile(ctx, username);
    if (!person) return refusals.noArtist();
    if (person._id === studio.ownerId) return refusals.notManager();
    if (await isBlockedEitherWay(ctx, manager._id, person._id)) return refusals.blocked();
    const known = await findMember(ctx, studio._id, person._id);
    if (known) {
      await ctx.db.patch("studioMembers", known._id, { role });
      return ok(null);
    }
    if ((await membersOf(ctx, studio)).length >= MAX_MEMBERS) {
      return refusals.tooMany(`A studio has at most ${MAX_MEMBERS} members`);
    }
    const row = { studioId: studio._id, profileId: person._id, role };
    const outside = { state: "invited" as const, customerId: null, entityId: null };
    await ctx.db.insert("studioMembers", { ...row, ...outside });
    await notify(ctx, invitation(studio, person._id));
    return ok(null);
  },
});

/** Accepts an invitation to a studio. A manager assigns a seat later. */
export const accept = mutation({
  limit: "studios",
  args: { slug: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug }): Promise<Result<null>> => {
    const own = await findMembership(ctx, slug);
    if (own.error) return own;
    const who = await billing.me(ctx);
    if (own.member.state === "invited" && who) {
      const { customerId } = who;
      await ctx.db.patch("studioMembers", own.member._id, { state: "joined", customerId });
    }
    return ok(null);
  },
});

/**
 * Leaves a studio, or declines its invitation. The member's seat becomes free. The owner has to
 * transfer the studio first.
 */
export const leave = mutation({
  limit: "studios",
  args: { slug: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug }): Promise<Result<null>> => {
    const own = await findMembership(ctx, slug);
    return own.error ? own : await removeMember(ctx, own);
  },
});

/** Removes a member from a studio that the caller manages; their seat becomes free. */
export const remove = mutation({
  limit: "studios",
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug, username }): Promise<Result<null>> => {
    const managed = await findManagedMember(ctx, slug, username);
    return managed.error ? managed : await removeMember(ctx, managed);
  },
});

/**
 * Offers the caller's studio to one of its members, who becomes its owner and payer by accepting
 * (ownership.accept). Their plan needs seats: `no_plan`. A second offer replaces the first.
 */
export const handOver = mutation({
  limit: "studios",
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug, username }): Promise<Result<null>> => {
    const managed = await findManagedMember(ctx, slug, username);
    if (managed.error) return managed;
    const { studio, member } = managed;
    const owner = await findOwnProfile(ctx);
    if (owner?._id !== studio.ownerId) return refusals.notManager();
    const { profileId } = member;
    if (profileId === owner._id || profileId === studio.offeredTo) return ok(null);
    if (await isBlockedEitherWay(ctx, owner._id, profileId)) return refusals.blocked();
    const newOwner = await findNewOwner(ctx, member);
    if (newOwner.error) return newOwner;
    await endOffer(ctx, studio);
    await ctx.db.patch("studios", studio._id, { offeredTo: profileId });
    await notify(ctx, offerOf(studio, profileId));
    return ok(null);
  },
});

async function removeMember(
  ctx: MutationCtx,
  { studio, member }: { studio: Doc<"studios">; member: Doc<"studioMembers"> },
): Promise<Result<null>> {
  if (member.profileId === studio.ownerId) return refusals.ownsStudio();
  await ctx.db.delete("studioMembers", member._id);
  if (studio.offeredTo === member.profileId) await endOffer(ctx, studio);
  await scheduleSeatDeletion(ctx, studio, member);
  await retract(ctx, invitation(studio, member.profileId));
  return ok(null);
}
