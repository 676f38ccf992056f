/** The languages of the site and of its mails, as BCP 47 tags. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag such as `de-AT`; null if the site does not have it. */
export function languageOf(tag: string): Language | null {
  const [primary] = tag.toLowerCase().split("-");
  return LANGUAGES.find((language) => language === primary) ?? null;
}
