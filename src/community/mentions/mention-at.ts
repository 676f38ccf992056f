/** A name that is being typed after an @. */
export interface Mention {
  /** The position of the @ in the text. */
  start: number;
  /** The text typed after it, up to the caret. */
  typed: string;
}

const BEGUN = /(?<![\w@.-])@([\p{L}\p{N}._-]*)$/u;
const REST_OF_NAME = /^[\p{L}\p{N}._-]*/u;

/** The mention that ends at the caret; null if there is none. */
export function mentionAt(text: string, caret: number): Mention | null {
  const [found, typed] = BEGUN.exec(text.slice(0, caret)) ?? [];
  return found === undefined || typed === undefined ? null : { start: caret - found.length, typed };
}

/** The text with a username in place of the typed name, and the caret after it. */
export function completeMention(
  text: string,
  { start, typed }: Mention,
  username: string,
): { text: string; caret: number } {
  const after = text.slice(start + 1 + typed.length).replace(REST_OF_NAME, "");
  const space = after === "" || after.startsWith(" ") ? " " : "";
  const before = `${text.slice(0, start)}@${username}${space}`;
  return { text: before + after.replace(/^ /, ""), caret: before.length };
}
