import { minorDigits } from "../../contract/currency";

/**
 * Money in major units, formatted.
 *
 * An amount or a currency that cannot be formatted is shown plainly instead of
 * breaking the page: "12.5 xx", "–" for no amount at all.
 *
 * @param locale - BCP 47. Default en-US.
 * @see Spec §9
 */
export function formatMoney(amount: number, currency: string, locale = "en-US"): string {
  const digits = minorDigits(currency);
  const exactly = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatCurrency(amount, currency, locale, exactly);
}

/** The price of one unit or pack: whole amounts without cents, and small ones in full. */
export function formatUnitPrice(amount: number, currency: string, locale = "en-US"): string {
  const minimumFractionDigits = minorDigits(currency);
  return formatCurrency(amount, currency, locale, { ...UNIT_PRICE, minimumFractionDigits });
}

/**
 * A number of units: "1,000". Fractions keep the digits that distinguish them
 * ("22.8", "0.19") and are truncated, not rounded: 0.999 of 1 is not all of it.
 */
export function formatNumber(units: number, locale = "en-US"): string {
  const digits = Math.abs(units) < 1 ? SMALL_NUMBER : LARGE_NUMBER;
  return numberFormat(locale, digits).format(units + 0);
}

/** The units of a length of time. */
export type LengthUnit = "second" | "minute" | "hour" | "day" | "week" | "month" | "year";

/** A length of time: "14 days". */
export function formatLength(length: number, unit: LengthUnit, locale = "en-US"): string {
  const style = { style: "unit", unit, unitDisplay: "long" } as const;
  return numberFormat(locale, style).format(length);
}

/** A date in `locale` or the browser's own; "–" for no time at all. Epoch milliseconds. */
export function formatDate(at: number, locale?: string): string {
  const day = new Date(at);
  return Number.isNaN(day.getTime())
    ? "–"
    : day.toLocaleDateString(locale, { dateStyle: "medium" });
}

const SMALL_NUMBER = { maximumSignificantDigits: 2, roundingMode: "trunc" } as const;
const LARGE_NUMBER = { maximumFractionDigits: 1, roundingMode: "trunc" } as const;
const UNIT_PRICE = { maximumFractionDigits: 10, trailingZeroDisplay: "stripIfInteger" } as const;

function formatCurrency(
  amount: number,
  currency: string,
  locale: string,
  digits: Intl.NumberFormatOptions,
): string {
  if (!Number.isFinite(amount)) return "–";
  const format = currencyFormat(currency, locale, digits);
  // -0 would be formatted as "-$0.00".
  return format ? format.format(amount + 0) : `${amount} ${currency}`.trim();
}

const formats = new Map<string, Intl.NumberFormat>();

/** Creating a formatter costs far more than using one. */
function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = JSON.stringify([locale, options]);
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(locale, options);
  formats.set(key, made);
  return made;
}

/** Null: the currency or locale is malformed. */
function currencyFormat(currency: string, locale: string, digits: Intl.NumberFormatOptions) {
  try {
    return numberFormat(locale, { ...digits, style: "currency", currency });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
