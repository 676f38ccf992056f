import { Fragment, createElement } from "react";
import type { ReactNode } from "react";
import { formatNumber } from "./format";
import { shownTranslation } from "./translation";

type Places<Text extends string> = Text extends `${string}{${infer Place}}${infer Rest}`
  ? Place | Places<Rest>
  : never;
type Values<Text extends string> = Record<Places<Text>, string | number>;

/** Marks a text that `t` translates where it is shown. */
export const msg = <const Text extends string>(text: Text) => text;

/** A text in the current language. `{name}` is a placeholder; numbers are formatted. */
export function t<const Text extends string>(
  text: Text,
  ...[values]: [Places<Text>] extends [never] ? [] : [Values<Text>]
): string {
  return fill(translated(text), values ?? {}).join("");
}

/** The text for a count: `plural(3, "{count} work", "{count} works")`. */
export function plural<const One extends string, const Other extends string>(
  count: number,
  one: One,
  other: Other,
  ...[values]: [Exclude<Places<One | Other>, "count">] extends [never]
    ? []
    : [Omit<Values<One | Other>, "count">]
): string {
  const translation = shownTranslation();
  const known = translation?.texts[other];
  const forms = typeof known === "object" ? known : { one, other };
  const rules = new Intl.PluralRules(translation?.language ?? "en");
  const form = rules.select(count) === "one" ? forms.one : forms.other;
  return fill(form, { ...values, count }).join("");
}

/** A text with elements as values: `<T text="By {artist}" artist={<Link … />} />`. */
export function T<const Text extends string>({
  text,
  ...values
}: { text: Text } & Record<Places<Text>, ReactNode>) {
  return createElement(Fragment, null, ...fill<ReactNode>(translated(text), values));
}

/** A text that is not a literal: a sentence of the server, with its values, or a marked text. */
export function translateSentence(english: string): string {
  return shownTranslation()?.sentence(translated(english)) ?? english;
}

function translated(text: string): string {
  const known = shownTranslation()?.texts[text];
  return typeof known === "string" ? known : text;
}

/** Placeholders inside values are not replaced. */
function fill<Value>(text: string, values: Record<string, Value>): (string | Value)[] {
  return text.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part;
    const value = values[part] ?? part;
    return typeof value === "number" ? formatNumber(value) : value;
  });
}
