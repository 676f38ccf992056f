import { EmptyBTree } from "sorted-btree";
import type BTree from "sorted-btree";
import { encodeKey, type KeyBounds } from "../codec/keys";
import { fieldAt, type Doc, type Snapshot, type Write } from "../store/state";
import { rankKey, relevance, wordsIn, type Search, type SearchIndex } from "./search";

/** A document as it was from one commit to another. */
interface Version {
  readonly doc: Doc;
  readonly words: number;
  /** Of each filter field, the number of its value. */
  readonly filters: readonly number[];
  readonly from: bigint;
  until: bigint | null;
}

/** Where a word occurs: number of a version, how often, and so on in pairs. */
type Places = number[];

interface Candidate {
  readonly doc: Doc;
  readonly score: number;
}

/** Versions that are no more, before it pays to begin anew. */
const MAX_PAST = 1_000;

/** As many as asked for with the highest measure, and all that equal the last of them. */
function highest(all: Candidate[], measure: (one: Candidate) => number, most: number) {
  const sorted = Float64Array.from(all, measure).sort();
  const least = sorted[sorted.length - most] ?? -Infinity;
  return { least, above: all.filter((one) => measure(one) > least) };
}

/** The first so many in the order of their ranks, not yet in order: a sort of all takes too long. */
function best(all: Candidate[], most: number): Candidate[] {
  if (all.length <= most) return all;
  const { least, above } = highest(all, ({ score }) => score, most);
  const equal = all.filter(({ score }) => score === least);
  const born = ({ doc }: Candidate) => doc._creationTime;
  const newest = highest(equal, born, most - above.length);
  return [...above, ...equal.filter((one) => born(one) >= newest.least)];
}

function byRank(a: Candidate, b: Candidate): number {
  const rest = a.score === b.score ? b.doc._creationTime - a.doc._creationTime : b.score - a.score;
  return rest === 0 ? (a.doc._id < b.doc._id ? -1 : 1) : rest;
}

/** Whether a candidate's key is in the bounds; most are told apart by their score alone. */
function within({ lo, hi }: KeyBounds): (one: Candidate) => boolean {
  const scores = new Map<number, string>();
  return ({ score, doc }) => {
    const begin = scores.get(score) ?? encodeKey(-score);
    scores.set(score, begin);
    const isClose = lo.startsWith(begin) || hi.startsWith(begin);
    const key = isClose ? rankKey(score, doc) : begin;
    return key >= lo && key < hi;
  };
}

/**
 * For each word, which documents have it. It knows every version since the snapshot that it was
 * built from, so it answers for any snapshot since then.
 */
export class WordIndex {
  readonly #versions: Version[] = [];
  readonly #current = new Map<string, number>();
  readonly #places = new Map<string, Places>();
  // The package types it for any keys and values.
  #sorted = EmptyBTree as BTree<string, Places>;
  readonly #values = new Map<string, number>();
  #past = 0;

  private constructor(
    private readonly definition: SearchIndex,
    private readonly builtAt: bigint,
  ) {}

  /** Reads the documents of a snapshot; yields between them, for it takes its time. */
  static *build(
    definition: SearchIndex,
    snapshot: Snapshot,
    table: string,
  ): Generator<void, WordIndex> {
    const index = new WordIndex(definition, snapshot.ts);
    for (const doc of snapshot.trees.get(`${table}.by_id`)?.valuesArray() ?? []) {
      index.add(doc, snapshot.ts);
      yield;
    }
    return index;
  }

  /** Whether so much of it is of the past that a new one is better. */
  get isWorn(): boolean {
    return this.#past > this.#current.size + MAX_PAST;
  }

  covers(ts: bigint): boolean {
    return ts >= this.builtAt;
  }

  apply({ id, after }: Write, ts: bigint): void {
    const at = this.#current.get(id);
    const version = at === undefined ? undefined : this.#versions[at];
    if (version) {
      version.until = ts;
      this.#past += 1;
      this.#current.delete(id);
    }
    if (after) this.add(after, ts);
  }

  /** The first so many results within the bounds, without the documents that `isHidden` names. */
  find(
    search: Search,
    ts: bigint,
    bounds: KeyBounds,
    most: number,
    isHidden: (id: string) => boolean,
  ): Candidate[] {
    const isWithin = within(bounds);
    const wanted = search.equal.map(([path, key]) => ({
      field: this.definition.filterFields.indexOf(path),
      value: this.#values.get(key),
    }));
    const candidates: Candidate[] = [];
    for (const [at, occurrences] of this.occurrences(search)) {
      const version = this.#versions[at];
      if (!version || version.from > ts || (version.until !== null && version.until <= ts))
        continue;
      const { doc, filters, words } = version;
      if (wanted.some(({ field, value }) => filters[field] !== value) || isHidden(doc._id))
        continue;
      const candidate = { doc, score: relevance(occurrences, words) };
      if (isWithin(candidate)) candidates.push(candidate);
    }
    return best(candidates, most).sort(byRank).slice(0, most);
  }

  /** By number of the version, how often the words occur in it. */
  private occurrences({ words }: Search): Map<number, number> {
    const found = new Map<number, number>();
    const count = (places: Places) => {
      for (let i = 0; i < places.length; i += 2) {
        const at = places[i] ?? 0;
        found.set(at, (found.get(at) ?? 0) + (places[i + 1] ?? 0));
      }
    };
    const last = words.at(-1);
    for (const word of words.slice(0, -1)) count(this.#places.get(word) ?? []);
    if (last !== undefined)
      for (const [word, places] of this.#sorted.entries(last)) {
        if (!word.startsWith(last)) break;
        count(places);
      }
    return found;
  }

  private add(doc: Doc, ts: bigint): void {
    const words = wordsIn(doc, this.definition);
    const at = this.#versions.length;
    const filters = this.definition.filterFields.map((path) => this.valueNumber(doc, path));
    this.#versions.push({ doc, words: words.length, filters, from: ts, until: null });
    this.#current.set(doc._id, at);
    const counts = new Map<string, number>();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    for (const [word, count] of counts) {
      const places = this.#places.get(word) ?? this.addWord(word);
      places.push(at, count);
    }
  }

  private addWord(word: string): Places {
    const places: Places = [];
    this.#places.set(word, places);
    this.#sorted = this.#sorted.with(word, places, true);
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
