import type { Referral } from "../../../contract/expansions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

const MAX_LISTED = 100;

/** The uses of a customer's codes, newest first. */
export async function serializeReferrals(
  ctx: QueryCtx,
  customer: Id<"customers">,
): Promise<Referral[]> {
  const rows = await ctx.db
    .query("redemptions")
    .withIndex("by_referrer", (q) => q.eq("referrer", customer))
    .order("desc")
    .take(MAX_LISTED);
  const referrals = await Promise.all(rows.map((row) => serializeReferral(ctx, row)));
  return referrals.filter((referral) => referral !== null);
}

async function serializeReferral(
  ctx: QueryCtx,
  { redeemer, program_id, applied, created_at, due_at }: Doc<"redemptions">,
): Promise<Referral | null> {
  const customer = await ctx.db.get("customers", redeemer);
  if (!customer) return null;
  const { customer_id: id, name, email } = customer;
  return {
    program_id,
    customer: { id, name, email },
    reward_applied: applied,
    ...(due_at !== undefined && { reward_due_at: due_at }),
    created_at,
  };
}
