/** The languages of the site and of its mails, as BCP 47 tags. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];
