import { v } from "convex/values";
import type { FeatureId, ProductId } from "./community/plans";
import type { Result } from "../packages/billing/src/contract";
import { components, internal } from "./_generated/api";
import { internalAction } from "./_generated/server";
import type { ActionCtx } from "./_generated/server";
import { billing } from "./billing";
import { customerOf } from "./community/demo/model";

const PROGRAM_ID = "invite-artist";
const TEST_CARD = { number: "4242424242424242", expMonth: 12, expYear: 2090, cvc: "123" };

/** The products in the demo data must be in the catalogue. */
type Purchase = { productId: ProductId; options: { featureId: FeatureId; quantity: number }[] };

const vBuy = v.object({
  productId: v.string(),
  options: v.array(v.object({ featureId: v.string(), quantity: v.number() })),
  /** Whether it starts with a trial, if it has one. */
  freeTrial: v.boolean(),
});

/**
 * Buys products for a demo artist as a user would, in this order. If a card is required, the page
 * gets a test card. Skips products that they already have. Uses only the sandbox of this
 * deployment's own engine.
 *
 * @returns The number of products bought.
 */
export const shop = internalAction({
  args: {
    /** A demo artist. */
    username: v.string(),
    name: v.string(),
    /** The artist whose referral code they redeem first. */
    invitedBy: v.union(v.string(), v.null()),
    buys: v.array(vBuy),
  },
  returns: v.number(),
  handler: async (ctx, { username, name, invitedBy, buys }): Promise<number> => {
    if (await isClosed(ctx)) return 0;
    const customerId = customerOf(username);
    const customer = dataOf(await billing.customers.create(ctx, { customerId }, { name }));
    if (invitedBy !== null) await redeem(ctx, customerId, customerOf(invitedBy));
    const owned = new Set(customer?.products.map(({ id }) => id));
    const missing = buys.filter(({ productId }) => !owned.has(productId));
    for (const buy of missing) await purchase(ctx, customerId, buy);
    return missing.length;
  },
});

/** Assigns a seat to every member of a demo studio. @returns How many were assigned. */
export const seat = internalAction({
  args: { slug: v.string() },
  returns: v.number(),
  handler: async (ctx, { slug }): Promise<number> => {
    if (await isClosed(ctx)) return 0;
    const { studios } = internal.community.demo;
    const { seats } = internal.community.studios;
    const waiting = await ctx.runQuery(studios.unseated, { slug });
    for (const { customerId, memberId, entityId: id, name } of waiting) {
      const entities = [{ id, name, featureId: "seats" as const }];
      dataOf(await billing.entities.create(ctx, { customerId }, { entities }, { key: id }));
      await ctx.runMutation(seats.confirm, { memberId, customerId, entityId: id });
    }
    return waiting.length;
  },
});

/** No demo artist may be charged real money, or become a customer of a hosted provider. */
async function isClosed(ctx: ActionCtx): Promise<boolean> {
  const { isRemote, takesTestCards } = await ctx.runQuery(components.billing.public.setup, {});
  return isRemote || !takesTestCards;
}

async function redeem(ctx: ActionCtx, customerId: string, invitedBy: string): Promise<void> {
  const { createCode, redeemCode } = billing.referrals;
  const program = { programId: PROGRAM_ID };
  const { code } = dataOf(await createCode(ctx, { customerId: invitedBy }, program));
  const redeemed = await redeemCode(ctx, { customerId }, { code });
  if (redeemed.error?.code === "customer_already_redeemed_referral_code") return;
  dataOf(redeemed);
}

async function purchase(ctx: ActionCtx, customerId: string, buy: typeof vBuy.type): Promise<void> {
  const { checkout_url: page } = dataOf(await billing.attach(ctx, { customerId }, buy as Purchase));
  if (page === undefined) return;
  const token = page.slice(page.lastIndexOf("/") + 1);
  dataOf(await billing.sandbox.submitCard(ctx, { token, card: TEST_CARD }));
}

/** A refused demo purchase means that something is broken. */
function dataOf<T>({ data, error }: Result<T>): T {
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data;
}
