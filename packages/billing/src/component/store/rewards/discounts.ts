import type { Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { Discount } from "../../../contract/expansions";
import { usedDiscounts } from "../../rules/discounts/discounts";
import type { Line } from "../../rules/invoices/lines";
import {
  discountEnd,
  discountsAt,
  applyDiscountPeriods,
} from "../../rules/discounts/customerDiscounts";
import type { CustomerDiscount } from "../../rules/discounts/customerDiscounts";
import type { DiscountReward } from "../../rules/discounts/rewards";

/** Discounts that one customer can have queued at a time. */
const MAX_SUBSCRIPTIONS = 50;

/** A customer's discount, and its start. */
type Held = CustomerDiscount & { starts_at: number | null };

/** The customer's discounts that are not over, in the order in which they were granted. */
export async function loadDiscounts(ctx: QueryCtx, customer: Id<"customers">): Promise<Held[]> {
  const rows = await Promise.all(
    (["active", "queued"] as const).map((state) =>
      ctx.db
        .query("customerDiscounts")
        .withIndex("by_customer_and_state", (q) => q.eq("customer", customer).eq("state", state))
        .take(MAX_SUBSCRIPTIONS),
    ),
  );
  return rows.flat().map((row) => ({ ...row, id: row._id }));
}

/** A reward as a discount that begins now, before anything is stored. */
export function newDiscount(reward: DiscountReward, now: number): CustomerDiscount {
  return { id: reward.id, reward, state: "active", ends_at: discountEnd(reward, now) };
}

/**
 * Grants a customer a discount.
 *
 * @param when - `now`: beside those that run. `in_turn`: once none runs any more.
 */
export async function grantDiscount(
  ctx: MutationCtx,
  customer: Id<"customers">,
  reward: DiscountReward,
  { now, when }: { now: number; when: "now" | "in_turn" },
): Promise<Id<"customerDiscounts">> {
  const discounts = when === "now" ? [] : await loadDiscounts(ctx, customer);
  const isFree = discountsAt(discounts, now).length === 0;
  return await ctx.db.insert("customerDiscounts", {
    customer,
    reward,
    state: isFree ? "active" : "queued",
    starts_at: isFree ? now : null,
    ends_at: isFree ? discountEnd(reward, now) : null,
  });
}

/** Updates the discounts after an invoice with these lines: used ones have begun, or are over. */
export async function redeemDiscounts(
  ctx: MutationCtx,
  customer: Id<"customers">,
  lines: readonly Pick<Line, "discounts">[],
  now: number,
): Promise<void> {
  const before = await loadDiscounts(ctx, customer);
  const used = usedDiscounts(lines);
  for (const [index, after] of applyDiscountPeriods(before, used, now).entries()) {
    const discount = before[index];
    if (!discount || after === discount) continue;
    const { state, ends_at } = after;
    await ctx.db.patch("customerDiscounts", discountId(discount), {
      state,
      ends_at: state === "ended" ? now : ends_at,
      starts_at: discount.starts_at ?? now,
    });
  }
}

/** The discounts of the customer's next invoice. */
export async function serializeRewards(
  ctx: QueryCtx,
  customer: Id<"customers">,
  currency: string,
  now: number,
): Promise<{ discounts: Discount[] }> {
  const subscriptions = await loadDiscounts(ctx, customer);
  const live = new Set(discountsAt(subscriptions, now).map(({ id }) => id));
  const discounts = subscriptions
    .filter(({ id }) => live.has(id))
    .map((discount) => serializeDiscount(discount, currency, now));
  return { discounts };
}

function serializeDiscount(
  { id, reward, starts_at, ends_at }: Held,
  currency: string,
  now: number,
): Discount {
  const { name, type, discount_value, duration_type, duration_value } = reward;
  return {
    id,
    name,
    type,
    discount_value,
    duration_type,
    duration_value: duration_type === "months" ? duration_value : null,
    currency: type === "fixed_discount" ? currency : null,
    start: starts_at ?? now,
    end: ends_at,
    subscription_id: null,
    total_discount_amount: null,
  };
}

/** The row of a discount. */
function discountId(discount: { id: string }): Id<"customerDiscounts"> {
  // loadDiscounts took it from the row.
  return discount.id as Id<"customerDiscounts">;
}
