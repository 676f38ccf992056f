import type { JSONValue } from "convex/values";
import { encodeKey } from "../codec/keys";
import { fieldAt, type Doc } from "../store/state";

/** A search index as the schema declares it; fields may be paths: `a.b`. */
export interface SearchIndex {
  searchField: string;
  filterFields: string[];
}

/** As the convex package sends `q.search(field, text).eq(field, value)`. */
export interface SearchFilter {
  type: "Search" | "Eq";
  fieldPath: string;
  value: JSONValue;
}

const MAX_WORDS = 16;

function wordsOf(text: JSONValue | undefined): string[] {
  return typeof text === "string" ? (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : [];
}

/** How often the words occur, for each word in a text; the last may be the beginning of one. */
function relevance(wanted: readonly string[], text: readonly string[]): number {
  const last = wanted.length - 1;
  const occurs = (word: string, i: number) =>
    text.filter((each) => (i === last ? each.startsWith(word) : each === word)).length;
  return wanted.reduce((sum, word, i) => sum + occurs(word, i), 0) / Math.sqrt(text.length);
}

function checkFields(name: string, index: SearchIndex, filters: readonly SearchFilter[]): void {
  const allowed = { Search: [index.searchField], Eq: index.filterFields };
  for (const { type, fieldPath } of filters)
    if (!allowed[type].includes(fieldPath))
      throw new Error(
        `Search query against ${name} contains a ${type} on unknown field ${fieldPath}.`,
      );
}

/**
 * Ranks documents against a search: null for one that does not match, else a key in whose order
 * the best come first, and the newest of equals. Any of the words is enough, as on Convex.
 */
export function ranker(name: string, index: SearchIndex, filters: readonly SearchFilter[]) {
  checkFields(name, index, filters);
  const search = filters.find(({ type }) => type === "Search");
  const wanted = wordsOf(search?.value).slice(0, MAX_WORDS);
  const equal = filters.filter(({ type }) => type === "Eq");
  return (doc: Doc): string | null => {
    if (
      equal.some(({ fieldPath, value }) => encodeKey(fieldAt(doc, fieldPath)) !== encodeKey(value))
    )
      return null;
    const score = relevance(wanted, wordsOf(fieldAt(doc, index.searchField)));
    return score > 0 ? [-score, -doc._creationTime, doc._id].map(encodeKey).join("") : null;
  };
}
