import { fractionOf } from "../money/fraction";
import type { ProductDefinition } from "../model";
import { roundHalfAway, toMajor, toMinor } from "../money/money";
import { itemShape } from "../products/product";
import type { CustomerDiscount } from "./customerDiscounts";
import type { DiscountReward } from "./rewards";

/** What one discount takes off one line, in minor units, > 0. */
export interface LineDiscount {
  /** The id of the customer's discount. */
  id: string;
  name: string;
  minor: number;
}

/** The fields of a line that a discount reads. */
export interface DiscountableLine {
  description: string;
  /** Negative: a credit. */
  minor: number;
  of: "target" | "current";
  itemIndex: number;
  /** Taken off already; `minor` is the rest. */
  discounts?: readonly LineDiscount[];
}

interface DiscountInput {
  discounts: readonly CustomerDiscount[];
  /** The product whose prices the lines charge. */
  target: ProductDefinition;
  current: ProductDefinition | null;
  currency: string;
}

/**
 * Takes the discounts of coupons and promo codes off the invoice lines of a product.
 *
 * Percentages come before fixed amounts, each in the order in which it was
 * granted, on the rest after the one before it. The discount of each line is
 * rounded by itself, half away from zero. A fixed amount is spent line by line
 * until it is used up; no line falls below zero. Credits are left alone: they
 * return what was paid.
 *
 * | line | discounts | after |
 * |--:|---|--:|
 * | 20.00 | 25 % | 15.00 |
 * | 20.00 | 5.00 and 25 % | 10.00 |
 * | 3.00 | 5.00 | 0.00 |
 * | −4.00 | 25 % | −4.00 |
 *
 * @param lines - Rounded, before any discount.
 * @returns The lines with amounts as they are charged; each says what was taken
 *   off: "Pro (Spring)".
 * @see Spec §4, "proration lines"
 */
export function applyDiscounts<L extends DiscountableLine>(
  lines: readonly L[],
  input: DiscountInput,
): L[] {
  const discounts = [...input.discounts].sort((a, b) => rank(a.reward) - rank(b.reward));
  return discounts.reduce((left, discount) => takeOff(left, discount, input), [...lines]);
}

/**
 * Whether a discount can take something off a product, today or at a renewal: it
 * applies to one of its prices.
 */
export function isDiscountable(product: ProductDefinition, reward: DiscountReward): boolean {
  return product.items.some(
    (item) => itemShape(item) !== "feature" && isFor(reward, product.id, item.feature_id ?? null),
  );
}

/** Ids of the discounts that took something off. */
export function usedDiscounts(lines: readonly Pick<DiscountableLine, "discounts">[]): Set<string> {
  return new Set(lines.flatMap(({ discounts = [] }) => discounts.map(({ id }) => id)));
}

/**
 * The rest of the discounts after some lines, for more lines of the same invoice:
 * a fixed amount less what was spent.
 */
export function discountsLeft(
  discounts: readonly CustomerDiscount[],
  lines: readonly Pick<DiscountableLine, "discounts">[],
  currency: string,
): CustomerDiscount[] {
  const taken = lines.flatMap((line) => line.discounts ?? []);
  return discounts.map((discount) => {
    const { id, reward } = discount;
    if (reward.type === "percentage_discount") return discount;
    const spent = taken.reduce((sum, { id: of, minor }) => sum + (of === id ? minor : 0), 0);
    const left = toMinor(reward.discount_value, currency) - spent;
    return { ...discount, reward: { ...reward, discount_value: toMajor(left, currency) } };
  });
}

function takeOff<L extends DiscountableLine>(
  lines: readonly L[],
  { id, reward }: CustomerDiscount,
  input: DiscountInput,
): L[] {
  const isFixed = reward.type === "fixed_discount";
  let left = isFixed ? toMinor(reward.discount_value, input.currency) : 0;
  return lines.map((line) => {
    if (line.minor <= 0 || !isLineDiscountable(line, reward, input)) return line;
    const off = isFixed ? Math.min(left, line.minor) : percentOf(line.minor, reward);
    if (isFixed) left -= off;
    if (off === 0) return line;
    const taken: LineDiscount = { id, name: reward.name, minor: off };
    const discounts = [...(line.discounts ?? []), taken];
    const description = `${line.description} (${reward.name})`;
    return { ...line, description, minor: line.minor - off, discounts };
  });
}

function percentOf(minor: number, { discount_value }: DiscountReward): number {
  const { numerator, denominator } = fractionOf(discount_value);
  return roundHalfAway(BigInt(minor) * numerator, 100n * denominator);
}

function isLineDiscountable(
  line: DiscountableLine,
  reward: DiscountReward,
  input: DiscountInput,
): boolean {
  const product = input[line.of];
  return isFor(reward, product?.id, product?.items[line.itemIndex]?.feature_id ?? null);
}

/** Whether a discount applies to a price. */
function isFor(
  { applies_to }: DiscountReward,
  productId: string | undefined,
  featureId: string | null,
) {
  if (applies_to === undefined) return true;
  return applies_to.some(
    ({ product_id, feature_id }) =>
      product_id === productId && (feature_id === undefined || feature_id === featureId),
  );
}

function rank({ type }: DiscountReward): number {
  return type === "percentage_discount" ? 0 : 1;
}
