/**
 * Money in major units, as people read it.
 *
 * An amount or a currency that cannot be formatted is shown plainly instead of
 * breaking the page: "12.5 xx", "–" for no amount at all.
 *
 * @param locale - BCP 47. Default en-US.
 * @see Spec §9
 */
export function formatMoney(amount: number, currency: string, locale = "en-US"): string {
  return formatAmount(amount, currency, locale, {});
}

/** The price of one unit or pack: whole amounts without cents, and small ones in full. */
export function formatUnitPrice(amount: number, currency: string, locale = "en-US"): string {
  return formatAmount(amount, currency, locale, UNIT_PRICE);
}

/** A stretch of time: "14 days". */
export function formatLength(
  length: number,
  unit: "minute" | "hour" | "day" | "week" | "month" | "year",
  locale = "en-US",
): string {
  const style = { style: "unit", unit, unitDisplay: "long" } as const;
  return new Intl.NumberFormat(locale, style).format(length);
}

/** A day, in `locale` or else the browser's own. Epoch milliseconds. */
export function formatDate(at: number, locale?: string): string {
  return new Date(at).toLocaleDateString(locale);
}

const UNIT_PRICE = { maximumFractionDigits: 10, trailingZeroDisplay: "stripIfInteger" } as const;

function formatAmount(
  amount: number,
  currency: string,
  locale: string,
  digits: Intl.NumberFormatOptions,
): string {
  if (!Number.isFinite(amount)) return "–";
  const format = currencyFormat(currency, locale, digits);
  // -0 would read "-$0.00".
  return format ? format.format(amount + 0) : `${amount} ${currency}`.trim();
}

const formats = new Map<string, Intl.NumberFormat | null>();

/** Making a formatter costs far more than using one. Null: the currency or locale is malformed. */
function currencyFormat(currency: string, locale: string, digits: Intl.NumberFormatOptions) {
  const key = JSON.stringify([locale, currency, digits]);
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = makeFormat(currency, locale, digits);
  formats.set(key, made);
  return made;
}

function makeFormat(currency: string, locale: string, digits: Intl.NumberFormatOptions) {
  try {
    return new Intl.NumberFormat(locale, { ...digits, style: "currency", currency });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
