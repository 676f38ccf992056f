import { formatDate, formatLength, formatMoney, formatNumber, formatUnitPrice } from "./format";
import type { LengthUnit } from "./format";
import type { Language, MessageKey, Say, TableKey } from "./language";

/** One language and one locale: all formatting functions. */
export interface Words<Key extends MessageKey = MessageKey> {
  t: Say<Key>;
  /** Major units. */
  money: (amount: number, currency: string) => string;
  /** The price of one unit or pack: whole amounts without cents, small ones in full. */
  unitPrice: (amount: number, currency: string) => string;
  /** Feature units: "1,000", "22.8", "0.19". */
  number: (units: number) => string;
  /** Epoch milliseconds. */
  date: (at: number) => string;
  /** "14 days" */
  length: (length: number, unit: LengthUnit) => string;
  /** "Uploads, Storage, and Collections" */
  list: (names: readonly string[]) => string;
  /** A feature's name inside a sentence. */
  inSentence: (name: string) => string;
}

/** The formatting functions of the pricing table. */
export type TableWords = Words<TableKey>;

const known = new WeakMap<object, Map<string | undefined, object>>();

/**
 * The texts of a language, with money, dates and numbers in a locale.
 *
 * Cached: the same arguments return the same object, so that memoised components
 * do not render again.
 *
 * @param locale - BCP 47. Default: money and numbers in en-US, dates in the
 *   browser's own locale.
 * @see Spec §9
 */
export function wordsFor<Key extends MessageKey>(
  language: Language<Key>,
  locale?: string,
): Words<Key> {
  const byLocale = known.get(language) ?? new Map<string | undefined, object>();
  known.set(language, byLocale);
  const words = byLocale.get(locale) ?? makeWords(language, locale);
  byLocale.set(locale, words);
  // Created for exactly this language.
  return words as Words<Key>;
}

function makeWords<Among extends MessageKey>(
  { tag, featureNames, messages }: Language<Among>,
  locale?: string,
): Words<Among> {
  const plurals = new Intl.PluralRules(tag);
  const lists = new Intl.ListFormat(tag);
  const number = (units: number) => formatNumber(units, locale);
  const t: Say<Among> = (key, ...[values]) => {
    // The placeholders of every key are a record of text and numbers.
    const filled = (values ?? {}) as Readonly<Record<string, string | number>>;
    const message = messages[key];
    const text =
      typeof message === "string"
        ? message
        : (message[plurals.select(Number(filled["count"]))] ?? message.other);
    return text.replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = filled[name];
      return typeof value === "number" ? number(value) : (value ?? place);
    });
  };
  return {
    t,
    money: (value, currency) => formatMoney(value, currency, locale),
    unitPrice: (value, currency) => formatUnitPrice(value, currency, locale),
    number,
    date: (at) => formatDate(at, locale),
    length: (length, unit) => formatLength(length, unit, locale ?? tag),
    list: (names) => lists.format(names),
    inSentence: (name) => (featureNames === "lowercase" ? lowerFirst(name) : name),
  };
}

/** "Uploads" becomes "uploads"; "AI tags" and "4K uploads" stay. */
function lowerFirst(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
