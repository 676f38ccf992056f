import type { ENGLISH_ACCOUNT } from "./english-account";
import type { ENGLISH_DIALOGS } from "./english-dialogs";
import type { ENGLISH_TABLES } from "./english-tables";

type English = typeof ENGLISH_DIALOGS & typeof ENGLISH_TABLES & typeof ENGLISH_ACCOUNT;

export type MessageKey = keyof English;

/** What prices, meters and the pricing table say: a page that shows no more loads no more. */
export type TableKey = keyof typeof ENGLISH_TABLES;

/** One sentence for each form that a number may ask for; `{count}` is the number. */
type PluralForms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** Every sentence by its key. A sentence may leave out places, and may not have others. */
export type Messages<Key extends MessageKey = MessageKey> = Readonly<
  Record<Key, string | PluralForms>
>;

/** What the billing client speaks. */
export interface Language<Key extends MessageKey = MessageKey> {
  /** BCP 47; decides plural forms and how lists are joined. */
  tag: string;
  /** How a feature's name stands inside a sentence: "uploads", or as the catalogue writes it. */
  featureNames: "lowercase" | "as_is";
  messages: Messages<Key>;
}

type Sentence<Key extends MessageKey> = English[Key] extends string
  ? English[Key]
  : Extract<English[Key], PluralForms>["other"];

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;

/** The places of a message, each with what to put there. Numbers are written as the locale does. */
export type MessageValues<Key extends MessageKey> = Record<
  Exclude<Places<Sentence<Key>>, "count">,
  string | number
> &
  ("count" extends Places<Sentence<Key>> ? { count: number } : unknown);

/** Says one message with its places filled. Filled text is never read for places again. */
export type Say<Among extends MessageKey = MessageKey> = <Key extends Among>(
  key: Key,
  ...values: Places<Sentence<Key>> extends never ? [] : [MessageValues<Key>]
) => string;
