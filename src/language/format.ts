import { languageOf } from "./languages";
import { shownLanguage } from "./translation";

const LOCALES = { en: "en-US", de: "de-DE" } as const;

/** The locale of numbers. */
export function numberLocale(): string {
  return LOCALES[shownLanguage()];
}

/** The locale of dates: the browser's own, if it is of the current language. */
function dateLocale(): string {
  const language = shownLanguage();
  return languageOf(ownLocale()) === language ? ownLocale() : LOCALES[language];
}

const ownLocale = () => new Intl.DateTimeFormat().resolvedOptions().locale;

/**
 * A number with separators: "1,234". @param digits - The exact number of digits after the point.
 */
export function formatNumber(number: number, digits = 0): string {
  return number.toLocaleString(numberLocale(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits === 0 ? 3 : digits,
  });
}

/** Money in major units: "$1,234.50". */
export function formatMoney(amount: number, currency: string): string {
  return amount.toLocaleString(numberLocale(), { style: "currency", currency });
}

/** A time in epoch milliseconds. */
export function formatDate(at: number, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(dateLocale(), style).format(at);
}

/**
 * A time in a form that is the same in every browser, so that a server-rendered page hydrates
 * without differences.
 */
export function formatUtcDate(at: number, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(numberLocale(), { ...style, timeZone: "UTC" }).format(at);
}

/** The locale of money and dates in billing; undefined: billing's default. @see Spec §9 */
export function billingLocale(): string | undefined {
  const language = shownLanguage();
  return language === "en" && languageOf(ownLocale()) === "en" ? undefined : LOCALES[language];
}
