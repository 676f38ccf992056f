import { v } from "convex/values";
import { internalMutation, internalQuery } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { findStudio, membersOf } from "../studios/model";
import { customerOf, galleryArtist, findGalleryWork, vGalleryWork } from "./model";

const vUnseated = v.object({
  customerId: v.string(),
  memberId: v.id("studioMembers"),
  /** Of the seat, whenever it is given. */
  entityId: v.string(),
  /** Of the seat: the studio's. */
  name: v.string(),
});

/**
 * Lets artists of the gallery work together: the first of them founds the
 * studio, and works that hang already are hung for it. A studio that is there
 * is left alone.
 *
 * @returns Whether it is new.
 */
export const found = internalMutation({
  args: {
    slug: v.string(),
    name: v.string(),
    members: v.array(v.string()),
    works: v.array(vGalleryWork),
  },
  returns: v.boolean(),
  handler: async (ctx, { slug, name, members, works }) => {
    if (await findStudio(ctx, slug)) return false;
    const artists = await Promise.all(
      members.map(async (username) => await galleryArtist(ctx, username)),
    );
    const [owner] = artists;
    if (!owner) throw new Error(`Nobody founds ${slug}`);
    const studioId = await ctx.db.insert("studios", {
      ...{ slug, name, ownerId: owner._id },
      customerId: customerOf(owner.username),
    });
    for (const artist of artists) await join(ctx, studioId, artist, owner);
    for (const work of works) {
      const { _id } = await findGalleryWork(ctx, work);
      await ctx.db.patch("artworks", _id, { studioId });
    }
    return true;
  },
});

/** Who of a studio of the gallery has no seat yet. */
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
