import type { Language as BillingLanguage } from "../../packages/billing/src/react";
import type { Language } from "./languages";

/** A text for each plural form; `{count}` is the number. */
type PluralForms = Record<"one" | "other", string>;

/** Translations by their English texts; plurals by their English text for `other`. */
export type Texts = Readonly<Record<string, string | PluralForms>>;

/** A language besides English. */
export interface Translation {
  language: Language;
  texts: Texts;
  /** Translates a sentence of the server, which may contain values. */
  sentence: (english: string) => string;
  billing: BillingLanguage;
  /** Translates the catalogue's texts in a response of billing. */
  billingAnswer: <Answer>(answer: Answer) => Answer;
}
