import { EmptyBTree } from "sorted-btree";
import type BTree from "sorted-btree";
import { encodeKey } from "../codec/keys";
import { fieldAt, type Doc, type Write } from "../store/state";
import { relevance, wordsIn, type Search, type SearchIndex } from "./search";

/** The occurrences of a word: a version's number, its count, and so on in pairs. */
type Places = number[];

export interface Found {
  readonly doc: Doc;
  readonly score: number;
}

/** The number of dead versions at which a rebuild pays. */
const MAX_PAST = 1_000;
const WARM_UP_SEARCHES = 3;
const WARM_UP_WORDS = 2;
const MOST_WARM_UP = 1_000;

/**
 * For each word, the documents that contain it. A version is a document from one
 * commit to another, and has a number. The index has all versions since the
 * snapshot that it was built from, so it answers for any snapshot since then.
 */
export class WordIndex {
  // By version number. Columns, because a search reads very many of them.
  readonly #docs: Doc[] = [];
  readonly #words: number[] = [];
  readonly #born: number[] = [];
  readonly #from: bigint[] = [];
  readonly #until: (bigint | null)[] = [];
  /** For each filter field, a column of its values' numbers. */
  readonly #filters: readonly number[][];
  readonly #values = new Map<string, number>();
  // The buffers of one search; reused, because their garbage would be noticeable.
  #counts = new Uint32Array(0);
  #scores = new Float64Array(0);
  readonly #current = new Map<string, number>();
  readonly #places = new Map<string, Places>();
  // The package types it for any keys and values.
  readonly #sorted = (EmptyBTree as BTree<string, Places>).clone();
  #past = 0;
  #newest: bigint;

  private constructor(
    readonly definition: SearchIndex,
    private readonly builtAt: bigint,
  ) {
    this.#filters = definition.filterFields.map(() => []);
    this.#newest = builtAt;
  }

  /** Adds documents, the oldest first; yields between batches, because it takes long. */
  static *build(
    definition: SearchIndex,
    docs: readonly Doc[],
    ts: bigint,
  ): Generator<void, WordIndex> {
    const index = new WordIndex(definition, ts);
    for (const doc of docs) {
      index.add(doc, ts);
      yield;
    }
    return index;
  }

  /** Searches for words of a document, so that a client's first search runs compiled code. */
  warmUp(): void {
    const words = wordsIn(this.#docs.at(-1) ?? null, this.definition).slice(0, WARM_UP_WORDS);
    for (let n = 0; n < WARM_UP_SEARCHES; n += 1)
      this.find({ words, equal: [] }, this.#newest, MOST_WARM_UP);
  }

  /** Whether so many versions are dead that a rebuild pays. */
  get isWorn(): boolean {
    return this.#past > this.#current.size + MAX_PAST;
  }

  covers(ts: bigint): boolean {
    return ts >= this.builtAt;
  }

  apply({ id, after }: Write, ts: bigint): void {
    this.#newest = ts;
    const at = this.#current.get(id);
    if (at !== undefined) {
      this.#until[at] = ts;
      this.#past += 1;
      this.#current.delete(id);
    }
    if (after) this.add(after, ts);
  }

  /** The first results, without hidden documents. */
  find(
    search: Search,
    ts: bigint,
    most: number,
    hidden: ReadonlyMap<string, unknown> = new Map(),
  ): Found[] {
    const [docs, words] = [this.#docs, this.#words];
    const isRight = this.condition(search, ts);
    const inOrder = (one: number, other: number) => this.compare(one, other);
    let best: number[] = [];
    let last: number | undefined;
    const touched = this.count(search);
    const [counts, scores] = [this.#counts, this.#scores];
    // The newest first, so that few equal results have to move.
    for (let i = touched.length - 1; i >= 0; i -= 1) {
      const at = touched[i] ?? 0;
      const score = relevance(counts[at] ?? 0, words[at] ?? 0);
      counts[at] = 0;
      if (!isRight(at)) continue;
      if (hidden.size > 0 && hidden.has(docs[at]?._id ?? "")) continue;
      scores[at] = score;
      if (last !== undefined && inOrder(last, at) < 0) continue;
      // From time to time all but the best are dropped; the last of them is the new threshold.
      if (best.push(at) < 2 * most) continue;
      best = best.sort(inOrder).slice(0, most);
      last = best.at(-1);
    }
    return best
      .sort(inOrder)
      .slice(0, most)
      .flatMap((at) => {
        const doc = docs[at];
        return doc ? [{ doc, score: scores[at] ?? 0 }] : [];
      });
  }

  /** The better result first; among equals the newer. */
  private compare(one: number, other: number): number {
    const better = (this.#scores[other] ?? 0) - (this.#scores[one] ?? 0);
    const newer = better || (this.#born[other] ?? 0) - (this.#born[one] ?? 0);
    return newer || ((this.#docs[one]?._id ?? "") < (this.#docs[other]?._id ?? "") ? -1 : 1);
  }

  /** Whether a version belongs to that time and has the filter values. */
  private condition({ equal }: Search, ts: bigint): (at: number) => boolean {
    const isNewest = ts >= this.#newest;
    const { filterFields } = this.definition;
    const columns = equal.map(([path]) => this.#filters[filterFields.indexOf(path)] ?? []);
    const values = equal.map(([, key]) => this.#values.get(key));
    const [until, from] = [this.#until, this.#from];
    return (at) => {
      const end = until[at] ?? null;
      if (end !== null && (isNewest || end <= ts)) return false;
      if (!isNewest && (from[at] ?? ts) > ts) return false;
      for (let n = 0; n < columns.length; n += 1) if (columns[n]?.[at] !== values[n]) return false;
      return true;
    };
  }

  /** Counts the words in each version; returns the versions that contain any. */
  private count({ words }: Search): number[] {
    const length = this.#docs.length;
    if (this.#counts.length < length) {
      // With capacity for later ones.
      this.#counts = new Uint32Array(2 * length);
      this.#scores = new Float64Array(2 * length);
    }
    const counts = this.#counts;
    const touched: number[] = [];
    const add = (places: Places = []) => {
      for (let i = 0; i < places.length; i += 2) {
        const at = places[i] ?? 0;
        const before = counts[at] ?? 0;
        if (before === 0) touched.push(at);
        counts[at] = before + (places[i + 1] ?? 0);
      }
    };
    const last = words.at(-1);
    for (const word of words.slice(0, -1)) add(this.#places.get(word));
    if (last !== undefined)
      this.#sorted.forRange(last, `${last}\uffff`, true, (_, places) => add(places));
    return touched;
  }

  private add(doc: Doc, ts: bigint): void {
    const words = wordsIn(doc, this.definition);
    const at = this.#docs.push(doc) - 1;
    this.#words.push(words.length);
    this.#born.push(doc._creationTime);
    this.#from.push(ts);
    this.#until.push(null);
    for (const [i, path] of this.definition.filterFields.entries())
      this.#filters[i]?.push(this.valueNumber(doc, path));
    this.#current.set(doc._id, at);
    for (const word of words) {
      const places = this.#places.get(word) ?? this.addWord(word);
      const count = places.length - 1;
      if (places[count - 1] === at) places[count] = (places[count] ?? 0) + 1;
      else places.push(at, 1);
    }
  }

  private addWord(word: string): Places {
    const places: Places = [];
    this.#places.set(word, places);
    this.#sorted.set(word, places);
    return places;
  }

  private valueNumber(doc: Doc, path: string): number {
    const key = encodeKey(fieldAt(doc, path));
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    this.#values.set(key, this.#values.size);
    return this.#values.size - 1;
  }
}
