import { fail } from "../../../contract/errors";
import type { Failure } from "../../../contract/errors";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  grantDiscount,
  loadDiscounts,
  newDiscount,
  redeemDiscounts,
} from "../../store/rewards/discounts";
import { noteWrongGuess, refuseGuess } from "../../store/rewards/codeAttempts";
import { reload } from "../../store/customers/customerState";
import type { CustomerState } from "../../store/customers/customerState";
import { findPromotion } from "../../store/rewards/rewardCatalog";
import { giveReward } from "./rewards";
import type { Line } from "../../rules/invoices/lines";
import { asDiscount } from "../../rules/discounts/customerDiscounts";
import type { CustomerDiscount } from "../../rules/discounts/customerDiscounts";
import type { RewardDefinition } from "../../rules/discounts/rewards";

/** A line and its discounted amount. */
type DiscountedLine = Pick<Line, "discounts">;

/** Discounts and gifts of a purchase. */
export interface Benefits {
  /** The customer's own, and the one of the reward. */
  discounts: readonly CustomerDiscount[];
  /** Requested with this purchase, and granted when it is fulfilled. Null: none. */
  reward: RewardDefinition | null;
}

/** Looks up the rewards of a purchase; nothing is granted yet. A customer gets each reward once. */
export async function loadDiscountsAndCode(
  ctx: QueryCtx,
  { customer, catalogue, now }: CustomerState,
  code: string | undefined,
): Promise<Benefits | Failure> {
  const discounts = await loadDiscounts(ctx, customer._id);
  if (code === undefined) return { discounts, reward: null };
  const reward = await findPromotion(ctx, code);
  if (!reward) return UNKNOWN_REWARD;
  if (discounts.some((discount) => discount.reward.id === reward.id))
    return { discounts, reward: null };
  if (await isUsed(ctx, customer._id, reward)) return USED_REWARD;
  const discount = asDiscount(reward, catalogue.products);
  if (!discount) return { discounts, reward };
  return { discounts: [...discounts, newDiscount(discount, now)], reward };
}

/** Looks up the reward of a promo code that a person typed: too many wrong codes are rate limited. */
export async function checkPromoCode(
  ctx: MutationCtx,
  customerState: CustomerState,
  code: string | undefined,
): Promise<Benefits | Failure> {
  const tooMany = code === undefined ? null : await refuseGuess(ctx, customerState.customer._id);
  if (tooMany) return tooMany;
  const benefits = await loadDiscountsAndCode(ctx, customerState, code);
  const isUnknown = benefits === UNKNOWN_REWARD;
  if (isUnknown) await noteWrongGuess(ctx, customerState.customer._id);
  return benefits;
}

/** The rewards of a purchase that were looked up before; they may be used up since. */
export async function benefitsLeft(
  ctx: QueryCtx,
  customerState: CustomerState,
  asked: string | undefined,
): Promise<Benefits> {
  const benefits = await loadDiscountsAndCode(ctx, customerState, asked);
  if (!("error" in benefits)) return benefits;
  return { discounts: await loadDiscounts(ctx, customerState.customer._id), reward: null };
}

/**
 * Grants the reward of a fulfilled purchase, and records which discounts its
 * invoice used.
 *
 * @param asked - The promotion code, as it was typed.
 */
export async function spendBenefits(
  ctx: MutationCtx,
  customerState: CustomerState,
  asked: string | undefined,
  lines: readonly DiscountedLine[],
): Promise<void> {
  const { customer, catalogue, now } = customerState;
  const reward = asked === undefined ? null : await rewardOf(ctx, customerState, asked);
  if (reward) await noteUse(ctx, customerState, reward);
  const discount = reward && asDiscount(reward, catalogue.products);
  if (discount) {
    const id = await grantDiscount(ctx, customer._id, discount, { now, when: "now" });
    // The lines were planned before the discount had an id.
    await redeemDiscounts(ctx, customer._id, renameDiscount(lines, discount.id, id), now);
    return;
  }
  if (reward) await giveReward(ctx, await reload(ctx, customerState), reward);
  await redeemDiscounts(ctx, customer._id, lines, now);
}

/** The reward of a code, if the customer can still use it; else null. */
async function rewardOf(ctx: QueryCtx, customerState: CustomerState, code: string) {
  const benefits = await loadDiscountsAndCode(ctx, customerState, code);
  return "error" in benefits ? null : benefits.reward;
}

async function isUsed(ctx: QueryCtx, customer: Id<"customers">, { id }: RewardDefinition) {
  const use = await ctx.db
    .query("promotionUses")
    .withIndex("by_customer_and_reward_id", (q) => q.eq("customer", customer).eq("reward_id", id))
    .first();
  return use !== null;
}

async function noteUse(
  ctx: MutationCtx,
  { customer, now }: CustomerState,
  { id }: RewardDefinition,
) {
  const use = { customer: customer._id, reward_id: id, used_at: now };
  await ctx.db.insert("promotionUses", use);
}

function renameDiscount(lines: readonly DiscountedLine[], from: string, to: string) {
  return lines.map(({ discounts = [] }) => ({
    discounts: discounts.map((taken) => (taken.id === from ? { ...taken, id: to } : taken)),
  }));
}

const UNKNOWN_REWARD = fail("reward_not_found", "This promotion code is not valid", 404);
const USED_REWARD = fail("invalid_request", "This promotion code has been used already");
