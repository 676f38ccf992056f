import { v } from "convex/values";
import { internalMutation, internalQuery } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { findStudio, membersOf } from "../studios/model";
import { customerOf, demoArtist, findDemoWork, vDemoWork } from "./model";

const vUnseated = v.object({
  customerId: v.string(),
  memberId: v.id("studioMembers"),
  /** The id of the seat, once it is assigned. */
  entityId: v.string(),
  /** The name of the seat: the studio's. */
  name: v.string(),
});

/**
 * Creates a studio of demo artists. The first one owns it, and their published
 * works join it. An existing studio is left unchanged.
 *
 * @returns Whether it is new.
 */
export const addStudio = internalMutation({
  args: {
    slug: v.string(),
    name: v.string(),
    members: v.array(v.string()),
    works: v.array(vDemoWork),
  },
  returns: v.boolean(),
  handler: async (ctx, { slug, name, members, works }) => {
    if (await findStudio(ctx, slug)) return false;
    const artists = await Promise.all(
      members.map(async (username) => await demoArtist(ctx, username)),
    );
    const [owner] = artists;
    if (!owner) throw new Error(`Nobody founds ${slug}`);
    const studioId = await ctx.db.insert("studios", {
      ...{ slug, name, ownerId: owner._id },
      customerId: customerOf(owner.username),
    });
    for (const artist of artists) await join(ctx, studioId, artist, owner);
    for (const work of works) {
      const { _id } = await findDemoWork(ctx, work);
      await ctx.db.patch("artworks", _id, { studioId });
    }
    return true;
  },
});

/** The members of a demo studio without a seat. */
export const unseated = internalQuery({
  args: { slug: v.string() },
  returns: v.array(vUnseated),
  handler: async (ctx, { slug }) => {
    const studio = await findStudio(ctx, slug);
    if (!studio) return [];
    const members = await membersOf(ctx, studio);
    const { customerId, name } = studio;
    return members
      .filter(({ state }) => state === "joined")
      .map(({ _id: memberId }) => ({ customerId, memberId, entityId: `seat_${memberId}`, name }));
  },
});

async function join(
  ctx: MutationCtx,
  studioId: Id<"studios">,
  { _id: profileId, username }: Doc<"profiles">,
  owner: Doc<"profiles">,
) {
  const role = profileId === owner._id ? ("manager" as const) : ("member" as const);
  const seat = { state: "joined" as const, entityId: null, customerId: customerOf(username) };
  await ctx.db.insert("studioMembers", { studioId, profileId, role, ...seat });
}
