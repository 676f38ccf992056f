import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { fail, ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { isStudioSlug } from "../../contract/studios";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { toCards, vCard } from "../artworks/cards";
import { billing } from "../../billing";
import { EMPTY_PAGE, bounded } from "../paging";
import { refusals } from "../errors";
import { refuseText } from "../texts";
import { scheduleSeatDeletion } from "./seats";
import { findManaged, findMember, findStudio, membersOf, MAX_OWNED, ownedBy } from "./model";
import { endOffer, invitation } from "./offers";
import { vMemberState } from "./tables";
import { ensureProfile, findOwnProfile, toPerson, vPerson } from "../profiles/model";
import { recheck, retract } from "../notifications/model";

const MOST_LISTED = 50;
/** How many members a studio's page shows. */
const MOST_SHOWN = 24;

const vOwnRole = v.union(v.literal("owner"), v.literal("manager"), v.literal("member"));

/**
 * Creates a studio: the caller owns it, and their plan pays for it. A plan without
 * seats gets `insufficient_balance`.
 */
export const create = mutation({
  limit: "studios",
  args: { slug: v.string(), name: v.string() },
  returns: vResult(v.object({ slug: v.string() })),
  handler: async (ctx, { slug, name }): Promise<Result<{ slug: string }>> => {
    const owner = await ensureProfile(ctx);
    if (!owner) return refusals.signedOut();
    if (!isStudioSlug(slug)) return refusals.badSlug();
    const refusal = refuseText("studioName", name);
    if (refusal) return refusal;
    if (await findStudio(ctx, slug)) return refusals.slugTaken();
    if ((await ownedBy(ctx, owner._id)).length === MAX_OWNED) {
      return refusals.tooMany(`A member can own at most ${MAX_OWNED} studios`);
    }
    const payer = await findPayer(ctx);
    if (payer.error) return payer;
    const { customerId } = payer.data;
    const studio = { slug, name: name.trim(), ownerId: owner._id, customerId };
    const studioId = await ctx.db.insert("studios", studio);
    const seat = { state: "joined" as const, entityId: null, customerId };
    const member = { studioId, profileId: owner._id, role: "manager" as const, ...seat };
    await ctx.db.insert("studioMembers", member);
    return ok({ slug });
  },
});

/**
 * Closes a studio permanently, and deletes its seats. The works stay with their artists, and the
 * plan with its owner.
 */
export const close = mutation({
  limit: "studios",
  args: { slug: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug }): Promise<Result<null>> => {
    const managed = await findManaged(ctx, slug);
    if (managed.error) return managed;
    const { studio, manager } = managed;
    if (studio.ownerId !== manager._id) return refusals.notManager();
    for (const member of await membersOf(ctx, studio)) {
      await ctx.db.delete("studioMembers", member._id);
      await scheduleSeatDeletion(ctx, studio, member);
      await retract(ctx, invitation(studio, member.profileId));
    }
    await endOffer(ctx, studio);
    await ctx.db.delete("studios", studio._id);
    await recheck(ctx, { studioId: studio._id });
    return ok(null);
  },
});

/** A studio; null if there is none at this address. */
export const get = query({
  args: { slug: v.string() },
  returns: v.union(
    v.object({
      ...{ slug: v.string(), name: v.string(), owner: vPerson },
      /** Its members, the earliest first. */
      people: v.array(vPerson),
      /** The caller's role in it; null if they are not a member. */
      ownRole: v.union(vOwnRole, v.null()),
      state: v.union(vMemberState, v.null()),
      /**
       * The member who can take over the studio, because the owner has offered it. Visible to both;
       * null if there is no offer.
       */
      offeredTo: v.union(vPerson, v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, { slug }) => {
    const studio = await findStudio(ctx, slug);
    const owner = studio && (await ctx.db.get("profiles", studio.ownerId));
    if (!owner) return null;
    const viewer = await findOwnProfile(ctx);
    const member = viewer && (await findMember(ctx, studio._id, viewer._id));
    return {
      ...{ slug, name: studio.name, owner: await toPerson(ctx, owner) },
      people: await peopleOf(ctx, studio),
      ownRole: member && ownRoleOf(studio, member),
      state: member && member.state,
      offeredTo: await offeredTo(ctx, studio, viewer?._id),
    };
  },
});

/** The studios of which the caller is a member, or to which they are invited. */
export const mine = query({
  args: {},
  returns: v.array(
    v.object({
      ...{ slug: v.string(), name: v.string(), state: vMemberState },
      ownRole: v.union(vOwnRole, v.null()),
    }),
  ),
  handler: async (ctx) => {
    const viewer = await findOwnProfile(ctx);
    if (!viewer) return [];
    const rows = await ctx.db
      .query("studioMembers")
      .withIndex("by_profileId", (q) => q.eq("profileId", viewer._id))
      .take(MOST_LISTED);
    const found = await Promise.all(
      rows.map(async (member) => {
        const studio = await ctx.db.get("studios", member.studioId);
        if (!studio) return null;
        const { slug, name } = studio;
        return { slug, name, state: member.state, ownRole: ownRoleOf(studio, member) };
      }),
    );
    return found.filter((row) => row !== null);
  },
});

/** The works published with a studio, newest first. */
export const listWorks = query({
  args: { slug: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vCard),
  handler: async (ctx, { slug, paginationOpts }) => {
    const studio = await findStudio(ctx, slug);
    if (!studio) return EMPTY_PAGE;
    const works = ctx.db
      .query("artworks")
      .withIndex("by_studioId_and_state_and_publishedAt", (q) =>
        q.eq("studioId", studio._id).eq("state", "published"),
      )
      .order("desc");
    return await toCards(ctx, await works.paginate(bounded(paginationOpts)));
  },
});

async function offeredTo(
  ctx: QueryCtx,
  studio: Doc<"studios">,
  viewerId: Id<"profiles"> | undefined,
) {
  if (viewerId === undefined || studio.offeredTo === undefined) return null;
  if (viewerId !== studio.ownerId && viewerId !== studio.offeredTo) return null;
  const newOwner = await ctx.db.get("profiles", studio.offeredTo);
  return newOwner && (await toPerson(ctx, newOwner));
}

async function peopleOf(ctx: QueryCtx, studio: Doc<"studios">) {
  const belonging = (await membersOf(ctx, studio)).filter(({ state }) => state !== "invited");
  const people = belonging.slice(0, MOST_SHOWN).map(async ({ profileId }) => {
    const person = await ctx.db.get("profiles", profileId);
    return person && (await toPerson(ctx, person));
  });
  return (await Promise.all(people)).filter((person) => person !== null);
}

/** A member's role in their studio; null for an invited member. */
function ownRoleOf(
  { ownerId }: Doc<"studios">,
  { profileId, role, state }: Doc<"studioMembers">,
): typeof vOwnRole.type | null {
  if (state === "invited") return null;
  return profileId === ownerId ? "owner" : role;
}

/** The caller's customer, if their plan has seats. */
async function findPayer(ctx: MutationCtx): Promise<Result<{ customerId: string }>> {
  const who = await billing.me(ctx);
  if (!who) return refusals.signedOut();
  const owned = await billing.allowed(ctx, who, { featureId: "seats", required: 0 });
  if (owned.error) return owned;
  return owned.data ? ok(who) : fail("insufficient_balance", "A studio needs the Studio plan");
}
