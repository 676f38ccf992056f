import { v } from "convex/values";
import { mutation, query } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { isVideo } from "../../contract/files/shown";
import { internalMutation, internalQuery } from "../../_generated/server";
import { billing } from "../../billing";
import { refusals } from "../errors";
import { refuseText } from "../texts";
import { findArtwork, findOwnArtwork } from "../artworks/model";
import { findOwnProfile } from "../profiles/model";

const MOST_LISTED = 100;

const vOrder = v.object({
  id: v.id("printOrders"),
  state: v.union(v.literal("ordered"), v.literal("shipped")),
  orderedAt: v.number(),
});

/**
 * Orders a print of the caller's work. Uses one of their bought prints; without one,
 * `insufficient_balance`.
 */
export const order = mutation({
  args: { artworkId: v.string(), address: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { artworkId: named, address }): Promise<Result<null>> => {
    const own = await findOwnArtwork(ctx, named);
    if (own.error) return own;
    const { _id: artworkId, mediaType } = own.artwork;
    if (isVideo(mediaType)) return refusals.noPicture();
    const said = address.trim();
    const refusal = refuseText("postalAddress", said);
    if (refusal) return refusal;
    const row = { artworkId, address: said, state: "ordered" as const };
    const id = await ctx.db.insert("printOrders", row);
    const use = { featureId: "prints" as const, key: `print ${id}` };
    const gate = await billing.gate(ctx, await billing.me(ctx), use);
    if (!gate.error) return ok(null);
    await ctx.db.delete("printOrders", id);
    return gate;
  },
});

/** The prints that the caller ordered of their work, oldest first. */
export const ofWork = query({
  args: { artworkId: v.string() },
  returns: v.array(vOrder),
  handler: async (ctx, { artworkId }) => {
    const artist = await findOwnProfile(ctx);
    const artwork = artist && (await findArtwork(ctx, artworkId));
    if (!artwork || artwork.profileId !== artist._id) return [];
    const rows = await ctx.db
      .query("printOrders")
      .withIndex("by_artworkId", (q) => q.eq("artworkId", artwork._id))
      .take(MOST_LISTED);
    return rows.map(({ _id: id, state, _creationTime: orderedAt }) => ({ id, state, orderedAt }));
  },
});

/** For operators: the orders that are not shipped yet, oldest first. */
export const open = internalQuery({
  args: {},
  returns: v.array(
    v.object({ ...vOrder.fields, artworkId: v.id("artworks"), address: v.string() }),
  ),
  handler: async (ctx) => {
    const rows = await ctx.db
      .query("printOrders")
      .withIndex("by_state", (q) => q.eq("state", "ordered"))
      .take(MOST_LISTED);
    return rows.map(({ _id: id, _creationTime: orderedAt, state, artworkId, address }) => {
      return { id, state, orderedAt, artworkId, address };
    });
  },
});

/** For operators: marks an order as shipped and deletes its address. */
export const ship = internalMutation({
  args: { id: v.id("printOrders") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await ctx.db.patch("printOrders", id, { state: "shipped", address: "" });
    return null;
  },
});
