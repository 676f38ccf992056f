import { v } from "convex/values";
import { isSessionLive } from "../accounts/sessions";
import { fail, ok, vResult } from "../contract/errors";
import type { Result } from "../contract/errors";
import { internal } from "../_generated/api";
import { action, internalAction, internalMutation } from "../_generated/server";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import { billing } from "./entitlements";
import { refusals } from "./refuse";
import { findManagedMember, studioCustomer } from "./studioAccess";

const vSeat = v.object({
  memberId: v.id("studioMembers"),
  customerId: v.string(),
  /** The entity that the member has, or is to have; null: none. */
  entityId: v.union(v.string(), v.null()),
  name: v.string(),
});

/**
 * Gives a member of a studio that the caller runs a seat, and with it uploads of
 * their own. `insufficient_balance` when the plan's seats are taken.
 */
export const assign = action({
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, args): Promise<Result<null>> => {
    if (!(await isSessionLive(ctx))) return refusals.signedOut();
    const { plan, settle } = internal.community.seats;
    const planned = await ctx.runMutation(plan, args);
    if (planned.error) return planned;
    const { memberId, customerId, entityId: id, name } = planned.data;
    if (id === null) return ok(null);
    const free = await billing.allowed(ctx, { customerId }, { featureId: "seats" });
    if (free.error) return free;
    if (!free.data) return fail("insufficient_balance", "All seats of the plan are taken");
    const entities = [{ id, name, featureId: "seats" }];
    const made = await billing.entities.create(ctx, { customerId }, { entities }, { key: id });
    if (made.error) return { data: null, error: made.error, statusCode: made.statusCode ?? 400 };
    await ctx.runMutation(settle, { memberId, customerId, entityId: id });
    return ok(null);
  },
});

/** Takes a member's seat: it is free for another, and what was left in it is gone. */
export const release = action({
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, args): Promise<Result<null>> => {
    if (!(await isSessionLive(ctx))) return refusals.signedOut();
    const { unseat } = internal.community.seats;
    return await ctx.runMutation(unseat, args);
  },
});

/** Whom a seat is for, and which entity it will be; no entity when they sit already. */
export const plan = internalMutation({
  args: { slug: v.string(), username: v.string() },
  returns: vResult(vSeat),
  handler: async (ctx, { slug, username }): Promise<Result<typeof vSeat.type>> => {
    const found = await findManagedMember(ctx, slug, username);
    if (found.error) return found;
    const { member, person } = found;
    if (member.state === "invited") return refusals.noArtist();
    const entityId = member.state === "seated" ? null : `seat_${member._id}_${Date.now()}`;
    const customerId = studioCustomer(slug);
    return ok({ memberId: member._id, customerId, entityId, name: person.username });
  },
});

/** Notes that a seat was given; who left in the meantime leaves it free. */
export const settle = internalMutation({
  args: { memberId: v.id("studioMembers"), customerId: v.string(), entityId: v.string() },
  returns: v.null(),
  handler: async (ctx, { memberId, customerId, entityId }) => {
    const member = await ctx.db.get("studioMembers", memberId);
    if (member?.state === "joined") {
      await ctx.db.patch("studioMembers", memberId, { state: "seated", entityId });
    } else {
      await ctx.scheduler.runAfter(0, internal.community.seats.vacate, { customerId, entityId });
    }
    return null;
  },
});

/** Takes a seat, and lets billing follow. */
export const unseat = internalMutation({
  args: { slug: v.string(), username: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug, username }): Promise<Result<null>> => {
    const found = await findManagedMember(ctx, slug, username);
    if (found.error) return found;
    const { studio, member } = found;
    if (member.state !== "seated") return ok(null);
    await ctx.db.patch("studioMembers", member._id, { state: "joined", entityId: null });
    await vacateLater(ctx, studio, member);
    return ok(null);
  },
});

/** Ends the entity of a seat that nobody has any more. */
export const vacate = internalAction({
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

/** Ends the entity of a member that had one, right after this transaction. */
export async function vacateLater(
  ctx: MutationCtx,
  { slug }: Doc<"studios">,
  { entityId }: Doc<"studioMembers">,
): Promise<void> {
  if (entityId === null) return;
  const { vacate: end } = internal.community.seats;
  await ctx.scheduler.runAfter(0, end, { customerId: studioCustomer(slug), entityId });
}
