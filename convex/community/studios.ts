import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { mutation, query } from "../_generated/server";
import { toCards, vCard } from "./cards";
import { EMPTY_PAGE, bounded } from "./paging";
import { toPerson, vPerson } from "./people";
import { ensureProfile, findOwnProfile } from "./profiles";
import { refusals } from "./refuse";
import { findMember, findStudio } from "./studioAccess";
import { vMemberState } from "./studioTables";

const SLUG = /^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/;
const NAME_MAX_LENGTH = 60;
const MAX_OWNED = 5;
const MOST_LISTED = 50;

const vStanding = v.union(v.literal("owner"), v.literal("manager"), v.literal("member"));

/** Founds a studio: the caller owns it. Its plan is its own, and bought for it. */
export const create = mutation({
  args: { slug: v.string(), name: v.string() },
  returns: vResult(v.object({ slug: v.string() })),
  handler: async (ctx, { slug, name }): Promise<Result<{ slug: string }>> => {
    const owner = await ensureProfile(ctx);
    if (!owner) return refusals.signedOut();
    if (!SLUG.test(slug)) return refusals.badSlug();
    if (name.trim() === "" || name.length > NAME_MAX_LENGTH)
      return refusals.badText(NAME_MAX_LENGTH);
    if (await findStudio(ctx, slug)) return refusals.slugTaken();
    const owned = await ctx.db
      .query("studios")
      .withIndex("by_ownerId", (q) => q.eq("ownerId", owner._id))
      .take(MAX_OWNED);
    if (owned.length === MAX_OWNED) return refusals.tooMany(`You own ${MAX_OWNED} studios`);
    const studioId = await ctx.db.insert("studios", {
      slug,
      name: name.trim(),
      ownerId: owner._id,
    });
    const seat = { state: "joined" as const, entityId: null };
    const member = { studioId, profileId: owner._id, role: "manager" as const, ...seat };
    await ctx.db.insert("studioMembers", member);
    return ok({ slug });
  },
});

/** What a studio is; null when there is none at that address. */
export const get = query({
  args: { slug: v.string() },
  returns: v.union(
    v.object({
      ...{ slug: v.string(), name: v.string(), owner: vPerson },
      /** How the caller stands to it; null for who does not belong to it. */
      standing: v.union(vStanding, v.null()),
      state: v.union(vMemberState, v.null()),
    }),
    v.null(),
  ),
  handler: async (ctx, { slug }) => {
    const studio = await findStudio(ctx, slug);
    const owner = studio && (await ctx.db.get("profiles", studio.ownerId));
    if (!owner) return null;
    const viewer = await findOwnProfile(ctx);
    const member = viewer && (await findMember(ctx, studio._id, viewer._id));
    const role = member && (member.profileId === studio.ownerId ? ("owner" as const) : member.role);
    return {
      ...{ slug, name: studio.name, owner: await toPerson(ctx, owner) },
      standing: member?.state === "invited" ? null : role,
      state: member && member.state,
    };
  },
});

/** The studios that the caller belongs to, or is asked to join. */
export const mine = query({
  args: {},
  returns: v.array(v.object({ slug: v.string(), name: v.string(), state: vMemberState })),
  handler: async (ctx) => {
    const viewer = await findOwnProfile(ctx);
    if (!viewer) return [];
    const rows = await ctx.db
      .query("studioMembers")
      .withIndex("by_profileId", (q) => q.eq("profileId", viewer._id))
      .take(MOST_LISTED);
    const found = await Promise.all(
      rows.map(async ({ studioId, state }) => {
        const studio = await ctx.db.get("studios", studioId);
        return studio && { slug: studio.slug, name: studio.name, state };
      }),
    );
    return found.filter((row) => row !== null);
  },
});

/** What a studio's members hung for it, newest first. */
export const gallery = query({
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
