import { v } from "convex/values";
import {
  ok,
  vDismissedJob,
  vExtendedTrial,
  vGrantedProduct,
  vGrantedUnits,
  vMadeRefund,
  vResult,
  vRetriedJob,
  vRetriedPayment,
} from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { setSuspended } from "../moderation/suspensions";
import type { MutationCtx } from "../../_generated/server";
import { billing } from "../../billing";
import { refusals } from "../errors";
import { findByToken, findOwnProfile } from "../profiles/model";
import { operatorMutation } from "./guard";

/**
 * The actions of operators. Each happens once per `key`, and the ledger records the operator's name
 * and `reason`.
 */
const ACT = { customerId: v.string(), reason: v.string(), key: v.string() };

/** Refunds an invoice up to the total `refundTotal`, in major units. */
export const refund = operatorMutation({
  args: {
    ...ACT,
    invoice: v.string(),
    refundTotal: v.number(),
    to: v.union(v.literal("card"), v.literal("credit")),
  },
  returns: vResult(vMadeRefund),
  handler: async (ctx, args, { name: operator }) =>
    await billing.operators.refund(ctx, { ...args, operator }),
});

/** Adds units to a balance. */
export const grantUnits = operatorMutation({
  args: { ...ACT, featureId: v.string(), units: v.number() },
  returns: vResult(vGrantedUnits),
  handler: async (ctx, args, { name: operator }) =>
    await billing.operators.grantUnits(ctx, { ...args, operator }),
});

/** Grants a product: a plan for some days, anything else permanently. */
export const grantProduct = operatorMutation({
  args: { ...ACT, productId: v.string(), days: v.optional(v.number()) },
  returns: vResult(vGrantedProduct),
  handler: async (ctx, args, { name: operator }) =>
    await billing.operators.grantProduct(ctx, { ...args, operator }),
});

/** Extends a running trial by some days. */
export const extendTrial = operatorMutation({
  args: { ...ACT, productId: v.string(), days: v.number() },
  returns: vResult(vExtendedTrial),
  handler: async (ctx, args, { name: operator }) =>
    await billing.operators.extendTrial(ctx, { ...args, operator }),
});

/** Charges an open invoice now. */
export const retryPayment = operatorMutation({
  args: { ...ACT, invoice: v.string() },
  returns: vResult(vRetriedPayment),
  handler: async (ctx, args, { name: operator }) =>
    await billing.operators.retryPayment(ctx, { ...args, operator }),
});

/** Starts a stuck job now. */
export const retryJob = operatorMutation({
  args: { job: v.string() },
  returns: vResult(vRetriedJob),
  handler: async (ctx, args) => await billing.operators.retryJob(ctx, args),
});

/** Ends a stuck job without doing its work. */
export const dismissJob = operatorMutation({
  args: { job: v.string(), reason: v.string(), key: v.string() },
  returns: vResult(vDismissedJob),
  handler: async (ctx, args, { name: operator }) =>
    await billing.operators.dismissJob(ctx, { ...args, operator }),
});

/** Suspends the member of a customer, with a reason that the member can read. */
export const suspend = operatorMutation({
  args: ACT,
  returns: vResult(v.null()),
  handler: async (ctx, args, { name: operator }) =>
    await setStanding(ctx, { ...args, operator, action: "suspend" }),
});

/** Ends a suspension. */
export const reinstate = operatorMutation({
  args: ACT,
  returns: vResult(v.null()),
  handler: async (ctx, args, { name: operator }) =>
    await setStanding(ctx, { ...args, operator, action: "reinstate" }),
});

interface Standing {
  customerId: string;
  reason: string;
  key: string;
  operator: string;
  action: "suspend" | "reinstate";
}

async function setStanding(ctx: MutationCtx, act: Standing): Promise<Result<null>> {
  const tokenIdentifier = await billing.tokenOf(ctx, act.customerId);
  const member = tokenIdentifier === null ? null : await findByToken(ctx, tokenIdentifier);
  if (!member) return refusals.noArtist();
  const own = await findOwnProfile(ctx);
  if (member._id === own?._id) return refusals.notYourself();
  const details = { username: member.username };
  const recorded = await billing.operators.record(ctx, { ...act, details });
  if (recorded.error) return recorded;
  if (!recorded.data.is_new) return ok(null);
  const reason = act.action === "suspend" ? act.reason.trim() : null;
  await setSuspended(ctx, member, reason);
  return ok(null);
}
