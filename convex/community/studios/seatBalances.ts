import { v } from "convex/values";
import { vCustomerFeature } from "../../../packages/billing/src/contract";
import { query } from "../../accounts/guarded";
import { billing } from "../../billing";
import { findMember, findMembership, findOwnSeat } from "./model";
import { findOwnProfile, findProfile } from "../profiles/model";

const MOST_LISTED = 50;

const vBalance = v.union(vCustomerFeature, v.null());

/** The studios where the caller has a seat. */
export const mine = query({
  args: {},
  returns: v.array(
    v.object({
      ...{ slug: v.string(), name: v.string() },
      /** The remaining uploads of the seat; null if the plan has none. */
      uploads: vBalance,
      /** Whether the caller's own uploads count against it too. */
      isOwn: v.boolean(),
    }),
  ),
  handler: async (ctx) => {
    const artist = await findOwnProfile(ctx);
    if (!artist) return [];
    const rows = await ctx.db
      .query("studioMembers")
      .withIndex("by_profileId", (q) => q.eq("profileId", artist._id))
      .take(MOST_LISTED);
    const own = await findOwnSeat(ctx, artist._id);
    const found = await Promise.all(
      rows.map(async ({ studioId, entityId }) => {
        const studio = entityId === null ? null : await ctx.db.get("studios", studioId);
        if (!studio || entityId === null) return null;
        const { slug, name, customerId } = studio;
        const { data: uploads } = await billing.feature(ctx, { customerId, entityId }, "uploads");
        return { slug, name, uploads, isOwn: entityId === own };
      }),
    );
    return found.filter((row) => row !== null);
  },
});

/**
 * The total and the assigned seats of a studio's plan; null if it has none, or the caller is not a
 * member.
 */
export const ofStudio = query({
  args: { slug: v.string() },
  returns: vBalance,
  handler: async (ctx, { slug }) => {
    const own = await findMembership(ctx, slug);
    if (own.error || own.member.state === "invited") return null;
    const { customerId } = own.studio;
    return (await billing.feature(ctx, { customerId }, "seats")).data;
  },
});

/**
 * The remaining uploads of a member's seat; null if they have no seat, or the caller is not a
 * member.
 */
export const ofMember = query({
  args: { slug: v.string(), username: v.string() },
  returns: vBalance,
  handler: async (ctx, { slug, username }) => {
    const own = await findMembership(ctx, slug);
    if (own.error || own.member.state === "invited") return null;
    const person = await findProfile(ctx, username);
    const member = person && (await findMember(ctx, own.studio._id, person._id));
    if (!member || member.entityId === null) return null;
    const { customerId } = own.studio;
    const who = { customerId, entityId: member.entityId };
    return (await billing.feature(ctx, who, "uploads")).data;
  },
});
