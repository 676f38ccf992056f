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

/** What the lists of the gallery name is sold here. */
type Purchase = { productId: ProductId; options: { featureId: FeatureId; quantity: number }[] };

const vBuy = v.object({
  productId: v.string(),
  options: v.array(v.object({ featureId: v.string(), quantity: v.number() })),
  /** Whether it may begin with its trial. */
  freeTrial: v.boolean(),
});

/**
 * Lets an artist of the gallery buy as people do, in this order: where a card is
 * wanted, the page that asks for it gets a test card. What they have is not
 * bought again. Only the sandbox of this deployment's own engine sells to them.
 *
 * @returns How many products were bought.
 */
export const shop = internalAction({
  args: {
    /** An artist of the gallery. */
    username: v.string(),
    name: v.string(),
    /** The artist whose code they redeem first. */
    invitedBy: v.union(v.string(), v.null()),
    buys: v.array(vBuy),
  },
  returns: v.number(),
  handler: async (ctx, { username, name, invitedBy, buys }): Promise<number> => {
    if (await isClosed(ctx)) return 0;
    const customerId = customerOf(username);
    const customer = dataOf(await billing.customers.create(ctx, { customerId }, { name }));
    if (invitedBy !== null) await redeem(ctx, customerId, customerOf(invitedBy));
    const held = new Set(customer?.products.map(({ id }) => id));
    const missing = buys.filter(({ productId }) => !held.has(productId));
    for (const buy of missing) await purchase(ctx, customerId, buy);
    return missing.length;
  },
});

/** Gives everyone of an invented studio a seat of its plan. @returns How many were given. */
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
      await ctx.runMutation(seats.settle, { memberId, customerId, entityId: id });
    }
    return waiting.length;
  },
});

/** Nobody invented is charged for real, or becomes a customer elsewhere. */
async function isClosed(ctx: ActionCtx): Promise<boolean> {
  const { mode, isRemote } = await ctx.runQuery(components.billing.public.setup, {});
  return isRemote || mode !== "sandbox";
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

/** What is invented here is never refused, unless something is broken. */
function dataOf<T>({ data, error }: Result<T>): T {
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data;
}
