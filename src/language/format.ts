import { languageOf } from "./languages";
import { shownLanguage } from "./translation";

const LOCALES = { en: "en-US", de: "de-DE" } as const;

/** How numbers are written. */
export function numberLocale(): string {
  return LOCALES[shownLanguage()];
}

/** How dates are written: as the browser's own locale does, if that is of the shown language. */
function dateLocale(): string {
  const language = shownLanguage();
  return languageOf(ownLocale()) === language ? ownLocale() : LOCALES[language];
}

const ownLocale = () => new Intl.DateTimeFormat().resolvedOptions().locale;

/** A number, with separators: "1,234". @param digits - Exactly so many after the point. */
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

/** A time as every browser writes it: a server's page is hydrated unchanged. */
export function formatUtcDate(at: number, style: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(numberLocale(), { ...style, timeZone: "UTC" }).format(at);
}

/** How billing writes money and dates; undefined: its own default. @see Spec §9 */
export function billingLocale(): string | undefined {
  const language = shownLanguage();
  return language === "en" && languageOf(ownLocale()) === "en" ? undefined : LOCALES[language];
}
