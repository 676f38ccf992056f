import type { Doc } from "../_generated/dataModel";
import type { Language } from "../contract/languages";

/** The language of an account's mails: English until another was chosen. */
export function languageOfAccount({ language = "en" }: Doc<"accounts">): Language {
  return language;
}
