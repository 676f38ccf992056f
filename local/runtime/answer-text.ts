import type { Outcome } from "./types";

const texts = new WeakMap<Outcome, string>();

/** What a function answered as JSON: its value, or its message. Made once, whoever is told. */
export function textOf(outcome: Outcome): string {
  const known = texts.get(outcome);
  if (known !== undefined) return known;
  const text = JSON.stringify(outcome.success ? outcome.value : outcome.message);
  texts.set(outcome, text);
  return text;
}
