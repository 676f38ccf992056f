import { useBilling } from "../context";
import { ENGLISH_TABLES } from "../messages/english-tables";
import type { Language, TableKey } from "../messages/language";
import { wordsFor } from "../messages/words";
import type { TableWords } from "../messages/words";

const ENGLISH: Language<TableKey> = {
  tag: "en",
  featureNames: "lowercase",
  messages: ENGLISH_TABLES,
};

/** `useFormat` for the pricing table, without the texts of dialogs and account pages. */
export function useTableFormat(): TableWords {
  const { language, locale } = useBilling("PricingTable");
  return language ? wordsFor(language, locale) : wordsFor(ENGLISH, locale);
}
