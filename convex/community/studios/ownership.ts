import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { refusals } from "../errors";
import { releaseSeat } from "./seats";
import { findMembership, membersOf } from "./model";
import { endOffer, findNewOwner, invitation } from "./offers";
import { scheduleStorageMove } from "./storage";
import { notify, retract } from "../notifications/model";

/**
 * Accepts the ownership of a studio; the previous owner stays a manager. From then on the caller's
 * plan pays, so it needs seats: `no_plan`. Seats belong to the plan that paid for them, so they
 * become free and can be assigned again. The storage of works published with the studio moves to
 * the new plan.
 */
export const accept = mutation({
  limit: "studios",
  args: { slug: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug }): Promise<Result<null>> => {
    const own = await findMembership(ctx, slug);
    if (own.error) return own;
    const { studio, member } = own;
    const { profileId: ownerId } = member;
    if (studio.offeredTo !== ownerId) return refusals.noOffer();
    const newOwner = await findNewOwner(ctx, member);
    if (newOwner.error) return newOwner.error.code === "no_plan" ? refusals.noPlanYet() : newOwner;
    await endOffer(ctx, studio);
    for (const one of await membersOf(ctx, studio)) {
      await releaseSeat(ctx, studio, one);
      if (one.state !== "invited") continue;
      // An invitation names the owner as its sender, and the owner has changed.
      await retract(ctx, invitation(studio, one.profileId));
      await notify(ctx, invitation({ ...studio, ownerId }, one.profileId));
    }
    await ctx.db.patch("studios", studio._id, { ownerId, customerId: newOwner.customerId });
    await scheduleStorageMove(ctx, studio);
    await ctx.db.patch("studioMembers", member._id, { role: "manager" });
    return ok(null);
  },
});

/** Ends an offer: the owner withdraws it, or the member declines. */
export const decline = mutation({
  limit: "studios",
  args: { slug: v.string() },
  returns: vResult(v.null()),
  handler: async (ctx, { slug }): Promise<Result<null>> => {
    const own = await findMembership(ctx, slug);
    if (own.error) return own;
    const { studio, member } = own;
    if (![studio.ownerId, studio.offeredTo].includes(member.profileId)) return refusals.noOffer();
    await endOffer(ctx, studio);
    return ok(null);
  },
});
