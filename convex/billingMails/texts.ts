import type { Language } from "../contract/languages";
import { ENGLISH } from "./english";
import { GERMAN } from "./german";
import type { BillingTexts } from "./words";

/** The mails about billing in every language. */
export const BILLING_TEXTS: Record<Language, BillingTexts> = { en: ENGLISH, de: GERMAN };
