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

/** The words to find; the last one matches by its prefix. */
export interface Search {
  readonly words: readonly string[];
  /** By field, the encoded value that it must have. */
  readonly equal: readonly (readonly [fieldPath: string, key: string])[];
}

const MAX_WORDS = 16;

function wordsOf(text: JSONValue | undefined): string[] {
  return typeof text === "string" ? (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) : [];
}

/** The words of a document in this index. */
export function wordsIn(doc: Doc | null, { searchField }: SearchIndex): string[] {
  return doc ? wordsOf(fieldAt(doc, searchField)) : [];
}

/** @throws Error for a field that the index lacks, or unless there is exactly one search. */
export function readSearch(
  name: string,
  index: SearchIndex,
  filters: readonly SearchFilter[],
): Search {
  const allowed = { Search: [index.searchField], Eq: index.filterFields };
  for (const { type, fieldPath } of filters)
    if (!allowed[type].includes(fieldPath))
      throw new Error(
        `Search query against ${name} contains a ${type} on unknown field ${fieldPath}.`,
      );
  const [search, ...more] = filters.filter(({ type }) => type === "Search");
  if (!search)
    throw new Error(
      `Search query against ${name} does not contain any search filters. You must include a search filter like \`q.search("${index.searchField}", searchText)\`.`,
    );
  if (more.length > 0)
    throw new Error(
      `Search query against ${name} contains multiple search filters against ${index.searchField}. Only one is allowed.`,
    );
  const equal = filters.filter(({ type }) => type === "Eq");
  return {
    words: wordsOf(search.value).slice(0, MAX_WORDS),
    equal: equal.map(({ fieldPath, value }) => [fieldPath, encodeKey(value)]),
  };
}

/**
 * The relevance of a text with this many words, in which the search words occur
 * this often in total.
 */
export function relevance(occurrences: number, words: number): number {
  return occurrences / Math.sqrt(words);
}

/** A key whose order has the best results first, and among equals the newest. */
export function rankKey(score: number, { _creationTime, _id }: Doc): string {
  return [-score, -_creationTime, _id].map(encodeKey).join("");
}
