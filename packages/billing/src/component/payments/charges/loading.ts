import { v } from "convex/values";
import type { Infer } from "convex/values";
import { nullable } from "../../../contract/wire";
import { DAY_MS, MINUTE_MS } from "../../../contract/time";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { siteUrl } from "../../platform/siteUrl";
import { vChargeState, vVia } from "../tables";

/** A page has to be open for half an hour at least; processors refuse less. */
const SHORTEST_PAGE_MS = 31 * MINUTE_MS;
const LONGEST_PAGE_MS = DAY_MS - MINUTE_MS;

/** A stored request; the customer may have no account yet. */
export const vLoaded = v.object({
  request: v.object({
    key: v.string(),
    via: vVia,
    minor: v.number(),
    currency: v.string(),
    description: v.string(),
    account: nullable(v.string()),
    method: nullable(v.string()),
    reference: nullable(v.string()),
    refundOf: nullable(v.string()),
    createdAt: v.number(),
    returnUrl: v.string(),
    closesAt: v.number(),
  }),
  /** Null: deleted. */
  customer: nullable(
    v.object({
      id: v.id("customers"),
      customerId: v.string(),
      name: nullable(v.string()),
      email: nullable(v.string()),
    }),
  ),
  state: vChargeState,
});
export type Loaded = Infer<typeof vLoaded>;

/** Whether no report changes it any more. The bank may still return a completed refund. */
export function isFinal({ state, via }: Doc<"charges">): boolean {
  return state === "declined" || (state === "paid" && via !== "refund");
}

export async function loadRequest(ctx: QueryCtx, charge: Doc<"charges">): Promise<Loaded> {
  const customer = await ctx.db.get("customers", charge.customer);
  const { request_key: key, via, minor, currency, created_at: createdAt, state } = charge;
  const refunded = charge.refund_of ? await ctx.db.get("charges", charge.refund_of) : null;
  return {
    request: {
      ...{ key, via, minor, currency, createdAt },
      description: charge.description ?? "Payment",
      account: charge.account ?? customer?.processor_account ?? null,
      method: charge.method ?? null,
      reference: charge.reference ?? null,
      refundOf: refunded?.reference ?? null,
      returnUrl: `${siteUrl()}/payments/return/${charge._id}`,
      closesAt: await closingTime(ctx, charge),
    },
    customer: customer && {
      id: customer._id,
      customerId: customer.customer_id,
      name: customer.name,
      email: customer.email,
    },
    state,
  };
}

/** The processor's page closes with ours. The same each time, so that repeated requests are equal. */
async function closingTime(ctx: QueryCtx, { key, created_at }: Doc<"charges">): Promise<number> {
  const intent = key.kind === "intent" ? await ctx.db.get("intents", key.id) : null;
  const until = intent?.expires_at ?? created_at;
  return Math.min(Math.max(until, created_at + SHORTEST_PAGE_MS), created_at + LONGEST_PAGE_MS);
}
