import { add, fractionOf, multiply } from "../money/fraction";
import type { Fraction } from "../money/fraction";
import type { ItemDefinition } from "../model";
import { minorDigits } from "../../../contract/currency";
import { roundHalfAway, toMicros } from "../money/money";

type Priced = Pick<ItemDefinition, "price" | "tiers" | "billing_units">;

/**
 * What a number of units costs.
 *
 * Units are sold in whole packs of `billing_units`, a started pack counting
 * whole. Tiers are graduated: each pack costs what its own tier says. Unit
 * prices are never rounded; the line is, once, half away from zero.
 *
 * @param item - A flat `price` per pack, or `tiers` with bounds in units.
 * @param units - Feature units beyond what is included, ≥ 0.
 * @param currency - ISO 4217 code.
 * @returns Minor units.
 */
export function tieredAmount(item: Priced, units: number, currency: string): number {
  const { numerator, denominator } = exactAmount(item, units, currency);
  return roundHalfAway(numerator, denominator);
}

/**
 * The same amount before rounding, for lines that are yet to be prorated.
 *
 * @returns Minor units, exact.
 */
export function exactAmount(item: Priced, units: number, currency: string): Fraction {
  const pack = toMicros(item.billing_units ?? 1);
  const bought = Math.ceil(toMicros(units) / pack) * pack;
  let total: Fraction = { numerator: 0n, denominator: 1n };
  let from = 0;
  for (const tier of item.tiers ?? [{ to: "inf" as const, amount: item.price ?? 0 }]) {
    const to = tier.to === "inf" ? bought : Math.min(bought, toMicros(tier.to));
    if (to <= from) continue;
    const packs = { numerator: BigInt(to - from), denominator: BigInt(pack) };
    total = add(total, multiply(fractionOf(tier.amount), packs));
    from = to;
  }
  const minorPerMajor = 10n ** BigInt(minorDigits(currency));
  return { numerator: total.numerator * minorPerMajor, denominator: total.denominator };
}
