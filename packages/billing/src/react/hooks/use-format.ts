import { useBilling } from "../context";
import { ENGLISH } from "../messages/english";
import { wordsFor } from "../messages/words";
import type { Words } from "../messages/words";

/**
 * The sentences of the provider's language, and money, dates and numbers as its
 * locale writes them.
 *
 * @returns Money in en-US and dates in the browser's own locale, unless the
 *   provider was given another.
 * @throws {Error} Outside a `BillingProvider`.
 * @see Spec §9
 */
export function useFormat(): Words {
  const { language = ENGLISH, locale } = useBilling("useFormat");
  return wordsFor(language, locale);
}
