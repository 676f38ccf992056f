import { v } from "convex/values";
import { mutation } from "../../accounts/guarded";
import { ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { refusals } from "../errors";
import { emptySeat } from "./seats";
import { findMembership, membersOf } from "./model";
import { endOffer, findHeir, invitation } from "./offers";
import { moveRoomLater } from "./storage";
import { notify, takeBack } from "../notifications/model";

/**
 * Makes the caller the owner of a studio that was offered to them; who owned it
 * goes on running it. From then on the caller's plan pays, so it needs seats:
 * `no_plan`. Seats are of the plan that paid for them: they come free, to be
 * given anew. The storage of what is published for the studio moves to the new plan.
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
    const heir = await findHeir(ctx, member);
    if (heir.error) return heir.error.code === "no_plan" ? refusals.noPlanYet() : heir;
    await endOffer(ctx, studio);
    for (const one of await membersOf(ctx, studio)) {
      await emptySeat(ctx, studio, one);
      if (one.state !== "invited") continue;
      // It is the owner who asks: from now on, another.
      await takeBack(ctx, invitation(studio, one.profileId));
      await notify(ctx, invitation({ ...studio, ownerId }, one.profileId));
    }
    await ctx.db.patch("studios", studio._id, { ownerId, customerId: heir.customerId });
    await moveRoomLater(ctx, studio);
    await ctx.db.patch("studioMembers", member._id, { role: "manager" });
    return ok(null);
  },
});

/** Ends an offer: its owner takes it back, or the member who was asked declines. */
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
