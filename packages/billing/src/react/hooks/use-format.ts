import { useBilling } from "../context";
import { ENGLISH } from "../messages/english";
import { wordsFor } from "../messages/words";
import type { Words } from "../messages/words";

/**
 * The texts of the provider's language, with money, dates and numbers in its locale.
 *
 * @returns Money in en-US and dates in the browser's own locale, unless the provider
 *   sets a locale.
 * @throws {Error} Outside a `BillingProvider`.
 * @see Spec §9
 */
export function useFormat(): Words {
  const { language = ENGLISH, locale } = useBilling("useFormat");
  return wordsFor(language, locale);
}
