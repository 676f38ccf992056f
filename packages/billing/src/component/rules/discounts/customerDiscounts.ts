import { v } from "convex/values";
import type { Infer } from "convex/values";
import type { Catalogue } from "../model";
import { addDuration } from "../periods/periods";
import { isFree } from "../products/product";
import type { DiscountReward, RewardDefinition } from "./rewards";

export const vDiscountState = v.union(
  /** Waits until the one before it has ended. */
  v.literal("queued"),
  v.literal("active"),
  v.literal("ended"),
);

/** A discount of a customer, as granted: a later change of the reward does not change it. */
export interface CustomerDiscount {
  id: string;
  reward: DiscountReward;
  state: Infer<typeof vDiscountState>;
  /** Null: until its use ends it, or for ever. */
  ends_at: number | null;
}

/**
 * The discount of a reward.
 *
 * A paid product is granted as its next period: all of its price off, once.
 *
 * @returns Null for a reward without a discount.
 */
export function asDiscount(
  reward: RewardDefinition,
  products: Catalogue["products"],
): DiscountReward | null {
  switch (reward.type) {
    case "percentage_discount":
    case "fixed_discount":
      return reward;
    case "invoice_credits":
      return null;
    case "free_product": {
      const { id, name, promo_codes, free_product_id } = reward;
      const product = products.get(free_product_id);
      if (product === undefined || isFree(product)) return null;
      return {
        ...{ id, name, promo_codes },
        type: "percentage_discount",
        discount_value: 100,
        duration_type: "one_off",
        duration_value: 0,
        applies_to: [{ product_id: free_product_id }],
      };
    }
  }
}

/**
 * When a discount that begins at a time ends by the clock.
 *
 * @returns Null for those that end by their use, or never.
 */
export function discountEnd(reward: DiscountReward, from: number): number | null {
  return reward.duration_type === "months"
    ? addDuration(from, reward.duration_value, "month")
    : null;
}

/**
 * The discounts that apply at a time.
 *
 * All that are active and not over. Without one, the first queued discount: it
 * begins with the first invoice after the previous discount ended.
 *
 * @param discounts - In the order in which they were granted.
 * @see Spec §4, "proration lines"
 */
export function discountsAt(
  discounts: readonly CustomerDiscount[],
  at: number,
): CustomerDiscount[] {
  const running = discounts.filter(
    ({ state, ends_at }) => state === "active" && (ends_at === null || ends_at > at),
  );
  if (running.length > 0) return running;
  const next = discounts.find(({ state }) => state === "queued");
  return next ? [next] : [];
}

/**
 * The discounts after an invoice.
 *
 * A used one-time discount is over; a queued one that was used has begun; what the
 * clock has ended is over.
 *
 * @param used - Ids of those that took something off the invoice.
 * @returns The discounts afterwards.
 */
export function applyDiscountPeriods(
  discounts: readonly CustomerDiscount[],
  used: ReadonlySet<string>,
  at: number,
): CustomerDiscount[] {
  return discounts.map((discount) => {
    const { id, state, reward, ends_at } = discount;
    if (state === "active" && ends_at !== null && ends_at <= at) return over(discount);
    if (!used.has(id)) return discount;
    if (reward.duration_type === "one_off") return over(discount);
    return state === "queued"
      ? { ...discount, state: "active", ends_at: discountEnd(reward, at) }
      : discount;
  });
}

function over(discount: CustomerDiscount): CustomerDiscount {
  return { ...discount, state: "ended" };
}
