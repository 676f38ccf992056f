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
import { carryOn } from "./seatCarryOver";
import { findManagedMember } from "./model";

const vSeat = v.object({
  memberId: v.id("studioMembers"),
  customerId: v.string(),
  /** The entity that the member is to have; null: they have one. */
  entityId: v.union(v.string(), v.null()),
  /** What it is called: the studio's name, for seats go from hand to hand. */
  name: v.string(),
});

/**
 * Gives a member of a studio that the caller runs a seat, and with it uploads of
 * their own. `insufficient_balance` when the plan's seats are taken.
 */
export const assign = action({
  limit: "studios",
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, args): Promise<Result<null>> => {
    const { plan, settle } = internal.community.studios.seats;
    const planned = await ctx.runMutation(plan, args);
    if (planned.error) return planned;
    const { memberId, customerId, entityId: id, name } = planned.data;
    if (id === null) return ok(null);
    const free = await billing.allowed(ctx, { customerId }, { featureId: "seats" });
    if (free.error) return free;
    if (!free.data) return allTaken();
    const entities = [{ id, name, featureId: "seats" as const }];
    const made = await billing.entities.create(ctx, { customerId }, { entities }, { key: id });
    // Somebody took the last one in between.
    if (made.error?.code === "feature_limit_reached") return allTaken();
    if (made.error) return { data: null, error: made.error, statusCode: made.statusCode ?? 400 };
    await ctx.runMutation(settle, { memberId, customerId, entityId: id });
    return ok(null);
  },
});

/** Takes a member's seat: it is free for another. Given again this month, it has what was left in it. */
export const release = mutation({
  limit: "studios",
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug, username }): Promise<Result<null>> => {
    const found = await findManagedMember(ctx, slug, username);
    if (found.error) return found;
    await emptySeat(ctx, found.studio, found.member);
    return ok(null);
  },
});

/** Hands a member's seat to one without: with it goes what is left of its uploads. */
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

/** Whom a seat is for, and which entity it will be; no entity when they sit already. */
export const plan = callerMutation({
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

/** Notes that a seat was given, with what is left in it; who left in the meantime leaves it free. */
export const settle = internalMutation({
  args: { memberId: v.id("studioMembers"), customerId: v.string(), entityId: v.string() },
  returns: v.null(),
  handler: async (ctx, { memberId, customerId, entityId }) => {
    const member = await ctx.db.get("studioMembers", memberId);
    // Given twice in one moment, it is one seat.
    if (member?.entityId === entityId) return null;
    if (member?.state === "joined") {
      await carryOn(ctx, { customerId, entityId });
      await ctx.db.patch("studioMembers", memberId, { state: "seated", entityId });
    } else {
      await ctx.scheduler.runAfter(0, internal.community.studios.seats.vacate, {
        customerId,
        entityId,
      });
    }
    return null;
  },
});

/** Ends the entity of a seat that nobody has any more. */
export const vacate = internalAction({
  args: { customerId: v.string(), entityId: v.string() },
  returns: v.null(),
  handler: async (ctx, { customerId, entityId }) => {
    await ctx.runMutation(internal.community.studios.seatCarryOver.note, { customerId, entityId });
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

/** Takes the seat of a member that has one, and lets billing follow. */
export async function emptySeat(
  ctx: MutationCtx,
  studio: Doc<"studios">,
  member: Doc<"studioMembers">,
): Promise<void> {
  if (member.state !== "seated") return;
  await ctx.db.patch("studioMembers", member._id, { state: "joined", entityId: null });
  await vacateLater(ctx, studio, member);
}

/** Ends the entity of a member that had one, right after this transaction. */
export async function vacateLater(
  ctx: MutationCtx,
  { customerId }: Doc<"studios">,
  { entityId }: Doc<"studioMembers">,
): Promise<void> {
  if (entityId === null) return;
  const { vacate: end } = internal.community.studios.seats;
  await ctx.scheduler.runAfter(0, end, { customerId, entityId });
}
