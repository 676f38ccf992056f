import { minorDigits } from "../../../contract/currency";

/** Whole units that Stripe wants with two decimals, which must be zeros. */
const HUNDREDFOLD = new Set(["isk", "ugx"]);
const PERCENT = 100;

/**
 * An amount as Stripe counts it.
 *
 * @param minor - Integer minor units as `minorDigits` counts them.
 * @see https://docs.stripe.com/currencies#special-cases
 */
export function toStripe(minor: number, currency: string): number {
  return HUNDREDFOLD.has(currency.toLowerCase()) ? minor * PERCENT : minor;
}

/** The reverse of `toStripe`; not rounded, so that no difference is lost. */
export function fromStripe(amount: number, currency: string): number {
  return HUNDREDFOLD.has(currency.toLowerCase()) ? amount / PERCENT : amount;
}

const THREE_DECIMALS_STEP = 10;

/** Stripe charges currencies with three decimals in steps of ten minor units. */
export function chargeStep(currency: string): number {
  return minorDigits(currency) === 3 ? THREE_DECIMALS_STEP : 1;
}
