import { v } from "convex/values";
import { action, callerMutation, mutation } from "../../accounts/guarded";
import { fail, ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { internal } from "../../_generated/api";
import { internalAction, internalMutation } from "../../_generated/server";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { billing } from "../../billing";
import { refusals } from "../errors";
import { findManagedMember } from "./model";

const vSeat = v.object({
  memberId: v.id("studioMembers"),
  customerId: v.string(),
  /** The id of the new entity; null if the member already has a seat. */
  entityId: v.union(v.string(), v.null()),
  /** The studio's name, because a seat can be transferred between members. */
  name: v.string(),
});

/**
 * Assigns a seat with its own uploads to a member of a studio that the caller manages. If all seats
 * are assigned, `insufficient_balance`.
 */
export const assign = action({
  limit: "studios",
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, args): Promise<Result<null>> => {
    const { choose, confirm } = internal.community.studios.seats;
    const chosen = await ctx.runMutation(choose, args);
    if (chosen.error) return chosen;
    const { memberId, customerId, entityId: id, name } = chosen.data;
    if (id === null) return ok(null);
    const free = await billing.allowed(ctx, { customerId }, { featureId: "seats" });
    if (free.error) return free;
    if (!free.data) return allTaken();
    const entities = [{ id, name, featureId: "seats" as const }];
    const made = await billing.entities.create(ctx, { customerId }, { entities }, { key: id });
    // Another call took the last seat in the meantime.
    if (made.error?.code === "feature_limit_reached") return allTaken();
    if (made.error) return { data: null, error: made.error, statusCode: made.statusCode ?? 400 };
    await ctx.runMutation(confirm, { memberId, customerId, entityId: id });
    return ok(null);
  },
});

/**
 * Releases a member's seat, so that another member can have it. Once the plan has no unused seat
 * left this month, the next member continues with its remaining grant, which billing tracks.
 */
export const release = mutation({
  limit: "studios",
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug, username }): Promise<Result<null>> => {
    const found = await findManagedMember(ctx, slug, username);
    if (found.error) return found;
    await releaseSeat(ctx, found.studio, found.member);
    return ok(null);
  },
});

/** Transfers a member's seat, with its remaining uploads, to a member without one. */
export const transfer = mutation({
  limit: "studios",
  args: { slug: v.string(), from: v.string(), to: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug, from, to }): Promise<Result<null>> => {
    const giver = await findManagedMember(ctx, slug, from);
    if (giver.error) return giver;
    const taker = await findManagedMember(ctx, slug, to);
    if (taker.error) return taker;
    const { state, entityId } = giver.member;
    if (state !== "seated") return refusals.notSeated();
    if (taker.member.state === "invited") return refusals.noArtist();
    if (taker.member.state === "seated") return refusals.tooMany("They have a seat already");
    await ctx.db.patch("studioMembers", giver.member._id, { state: "joined", entityId: null });
    await ctx.db.patch("studioMembers", taker.member._id, { state, entityId });
    return ok(null);
  },
});

/** Who gets the seat, and the id of its entity; none if they already have a seat. */
export const choose = callerMutation({
  args: { slug: v.string(), username: v.string() },
  returns: vResult(vSeat),
  handler: async (ctx, { slug, username }): Promise<Result<typeof vSeat.type>> => {
    const found = await findManagedMember(ctx, slug, username);
    if (found.error) return found;
    const { member, studio } = found;
    if (member.state === "invited") return refusals.noArtist();
    const entityId = member.state === "seated" ? null : `seat_${member._id}_${Date.now()}`;
    const { customerId, name } = studio;
    return ok({ memberId: member._id, customerId, entityId, name });
  },
});

/** Confirms a new seat. If the member left in the meantime, it is deleted. */
export const confirm = internalMutation({
  args: { memberId: v.id("studioMembers"), customerId: v.string(), entityId: v.string() },
  returns: v.null(),
  handler: async (ctx, { memberId, customerId, entityId }) => {
    const member = await ctx.db.get("studioMembers", memberId);
    // Two concurrent calls assign only one seat.
    if (member?.entityId === entityId) return null;
    if (member?.state === "joined") {
      await ctx.db.patch("studioMembers", memberId, { state: "seated", entityId });
    } else {
      await ctx.scheduler.runAfter(0, internal.community.studios.seats.deleteSeat, {
        customerId,
        entityId,
      });
    }
    return null;
  },
});

/** Deletes the entity of a released seat. */
export const deleteSeat = internalAction({
  args: { customerId: v.string(), entityId: v.string() },
  returns: v.null(),
  handler: async (ctx, { customerId, entityId }) => {
    const { error } = await billing.entities.delete(ctx, { customerId }, { entityId });
    if (error && error.code !== "entity_already_deleted") {
      throw new Error(`Seat ${entityId} is still taken: ${error.message}`);
    }
    return null;
  },
});

function allTaken() {
  return fail("insufficient_balance", "All seats of the plan are taken");
}

/** Releases a member's seat, if they have one, and deletes its entity. */
export async function releaseSeat(
  ctx: MutationCtx,
  studio: Doc<"studios">,
  member: Doc<"studioMembers">,
): Promise<void> {
  if (member.state !== "seated") return;
  await ctx.db.patch("studioMembers", member._id, { state: "joined", entityId: null });
  await scheduleSeatDeletion(ctx, studio, member);
}

/** Deletes a member's entity, if any, right after this transaction. */
export async function scheduleSeatDeletion(
  ctx: MutationCtx,
  { customerId }: Doc<"studios">,
  { entityId }: Doc<"studioMembers">,
): Promise<void> {
  if (entityId === null) return;
  const { deleteSeat: end } = internal.community.studios.seats;
  await ctx.scheduler.runAfter(0, end, { customerId, entityId });
}
