import type { Doc } from "../_generated/dataModel";
import type { Language } from "../contract/languages";

/** The locale for numbers and dates in mails. */
export const LOCALES: Record<Language, string> = { en: "en-US", de: "de-DE" };

/** The language of an account's mails; English by default. */
export function languageOfAccount({
  language = "en",
}: Pick<Doc<"accounts">, "language">): Language {
  return language;
}
