import type { Interval } from "../../contract/wire";
import type { FeatureDefinition } from "./model";
import { minorDigits } from "../../contract/currency";

/** Words for lengths that read badly when spelled from their name. */
const INTERVAL_WORDS: Partial<Record<Interval, string>> = { semi_annual: "half-year" };

const UNITS_FORMAT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });
const DAY_FORMAT = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** A number with thousands separators: "1,000". */
export function formatUnits(units: number): string {
  return UNITS_FORMAT.format(units);
}

/** Units with their name: "1 credit", "300 credits". */
export function nameUnits(units: number, feature: FeatureDefinition): string {
  return `${formatUnits(units)} ${unitName(units, feature)}`;
}

/** Additional units: "300 more credits". */
export function nameMoreUnits(units: number, feature: FeatureDefinition): string {
  return `${formatUnits(units)} more ${unitName(units, feature)}`;
}

/** The name of so many units; the feature's own name when it has no words for its units. */
export function unitName(units: number, feature: FeatureDefinition): string {
  if (feature.display === undefined) return inSentence(feature.name);
  return units === 1 ? feature.display.singular : feature.display.plural;
}

/** A month and day in UTC: "Nov 21". */
export function formatDay(at: number): string {
  return DAY_FORMAT.format(at);
}

/**
 * A price as people write it: "$20", "$10.50", "$0.005".
 *
 * @param amount - Major units. Unit prices keep up to ten decimals.
 */
export function formatPrice(amount: number, currency: string): string {
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : minorDigits(currency),
    maximumFractionDigits: 10,
  }).format(amount);
}

/**
 * An amount of money, always to the cent, as the invoice says it: "$20.00", "-$10.97", "¥500".
 *
 * @param amount - Major units.
 */
export function formatMoney(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  return new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount);
}

/** How often: "per month", "per 3 months". */
export function describeInterval(interval: Interval, count: number): string {
  const word = INTERVAL_WORDS[interval] ?? interval;
  return count === 1 ? `per ${word}` : `per ${formatUnits(count)} ${word}s`;
}

/** A feature's name inside a sentence: "Uploads" reads "uploads", "AI tags" stays. */
export function inSentence(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** A unit's or a feature's name at the start of a line: "4K uploads" stays, "credits" reads "Credits". */
export function atStart(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
