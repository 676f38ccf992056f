import type { Doc } from "../_generated/dataModel";
import type { Language } from "../contract/languages";

/** How mails write numbers and dates. */
export const LOCALES: Record<Language, string> = { en: "en-US", de: "de-DE" };

/** The language of an account's mails: English until another was chosen. */
export function languageOfAccount({
  language = "en",
}: Pick<Doc<"accounts">, "language">): Language {
  return language;
}
