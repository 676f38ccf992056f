import type { ENGLISH_ACCOUNT } from "./english-account";
import type { ENGLISH_DIALOGS } from "./english-dialogs";
import type { ENGLISH_FAILURES } from "./english-failures";
import type { ENGLISH_TABLES } from "./english-tables";

type English = typeof ENGLISH_DIALOGS &
  typeof ENGLISH_TABLES &
  typeof ENGLISH_ACCOUNT &
  typeof ENGLISH_FAILURES;

export type MessageKey = keyof English;

/**
 * The texts of prices and the pricing table: a page that shows only these loads only
 * these.
 */
export type TableKey = keyof typeof ENGLISH_TABLES;

/** One text for each plural form; `{count}` is the number. */
type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Every text by its key. A text may omit placeholders, and may not have others. */
export type Messages<Key extends MessageKey = MessageKey> = Readonly<
  Record<Key, string | PluralForms>
>;

/** A language of the billing client. */
export interface Language<Key extends MessageKey = MessageKey> {
  /** BCP 47; decides plural forms and how lists are joined. */
  tag: string;
  /** A feature's name inside a sentence: "uploads", or as the catalogue writes it. */
  featureNames: "lowercase" | "as_is";
  messages: Messages<Key>;
}

type Sentence<Key extends MessageKey> = English[Key] extends string
  ? English[Key]
  : Extract<English[Key], PluralForms>["other"];

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;

/** The values of a message's placeholders; `count` chooses a plural form. Numbers are formatted in the locale. */
export type MessageValues<Key extends MessageKey> = Record<
  Exclude<Places<Sentence<Key>>, "count">,
  string | number
> &
  (English[Key] extends string ? unknown : { count: number });

/** Formats one message. Values are never searched for placeholders. */
export type Say<Among extends MessageKey = MessageKey> = <Key extends Among>(
  key: Key,
  ...values: Places<Sentence<Key>> extends never ? [] : [MessageValues<Key>]
) => string;
