import type { Failure } from "../../../packages/billing/src/contract";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { billing } from "../../billing";
import { refusals } from "../errors";
import { MAX_OWNED, ownedBy } from "./model";
import { retract } from "../notifications/model";

/** The notification of an invitation. */
export function invitation(
  { _id: studioId, ownerId }: Doc<"studios">,
  recipientId: Id<"profiles">,
) {
  return { kind: "invite" as const, actorId: ownerId, recipientId, studioId };
}

/** The notification of an offer to take over a studio. */
export function offerOf({ _id: studioId, ownerId }: Doc<"studios">, recipientId: Id<"profiles">) {
  return { kind: "offer" as const, actorId: ownerId, recipientId, studioId };
}

/** The customer of a new owner, if the member's plan has seats and they own few enough studios. */
export async function findNewOwner(
  ctx: MutationCtx,
  { profileId, customerId }: Doc<"studioMembers">,
): Promise<{ customerId: string; error: null } | Failure> {
  if ((await ownedBy(ctx, profileId)).length === MAX_OWNED) {
    return refusals.tooMany(`A member can own at most ${MAX_OWNED} studios`);
  }
  if (customerId === null) return refusals.noPlan();
  const paid = await billing.allowed(ctx, { customerId }, { featureId: "seats", required: 0 });
  if (paid.error) return { ...paid, statusCode: paid.statusCode ?? 400 };
  return paid.data ? { customerId, error: null } : refusals.noPlan();
}

/** Withdraws an offer, if there is one. */
export async function endOffer(ctx: MutationCtx, studio: Doc<"studios">): Promise<void> {
  if (studio.offeredTo === undefined) return;
  await ctx.db.patch("studios", studio._id, { offeredTo: undefined });
  await retract(ctx, offerOf(studio, studio.offeredTo));
}
