import { setImmediate } from "node:timers/promises";
import { ALL_KEYS, encodeKey, keyAfter, type KeyBounds } from "../codec/keys";
import type { Commit, Database } from "../store/database";
import type { Doc, Snapshot } from "../store/state";
import type { Transaction } from "../store/transaction";
import { rankKey, rankOf, wordsIn, type Search, type SearchIndex } from "./search";
import { WordIndex } from "./word-index";

/** As on Convex: a search finds no more. */
const MAX_RESULTS = 1024;
/** So long it builds before it lets others have the thread. */
const SLICE_MS = 5;

interface Result {
  key: string;
  doc: Doc;
}

interface Entry {
  readonly table: string;
  readonly definition: SearchIndex;
  /** Null until it is built. */
  index: WordIndex | null;
  /** Commits since the building began. */
  missed: Commit[] | null;
}

const inOrder = (a: Result, b: Result) => (a.key < b.key ? -1 : 1);

/** What every index of words knows a word by. */
const keyOf = (word: string) => encodeKey(word);

/** A search depends on its words: on the last, on all that begin with it. */
function boundsOf(word: string, isLast: boolean): KeyBounds {
  const lo = isLast ? keyOf(word).slice(0, -1) : keyOf(word);
  return { lo, hi: isLast ? `${lo}\xff` : keyAfter(lo) };
}

/**
 * The searches of one deployment. Indexes of words are built when it is installed, beside other
 * work; until one is there a search reads the whole table.
 */
export class Searches {
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly database: Database) {}

  /** New code may declare other indexes, named by table and index. */
  install(definitions: ReadonlyMap<string, SearchIndex>): void {
    this.#entries.clear();
    for (const [name, definition] of definitions) this.#open(name, definition);
  }

  /** Takes a commit in; gives it with the words that it wrote, which searches depend on. */
  follow(commit: Commit): Commit {
    const writes = new Map(commit.writes);
    for (const [name, entry] of this.#entries) {
      const written = commit.documents.filter(({ table }) => table === entry.table);
      if (written.length === 0) continue;
      const words = written.flatMap(({ before, after }) =>
        [before, after].flatMap((doc) => wordsIn(doc, entry.definition)),
      );
      writes.set(name, [...new Set(words)].map(keyOf));
      entry.missed?.push(commit);
      this.#apply(entry, commit);
    }
    return { ...commit, writes };
  }

  /** The best results within the bounds, best first. Sees what the transaction has written. */
  *find(
    name: string,
    definition: SearchIndex,
    search: Search,
    tx: Transaction,
    bounds: KeyBounds,
  ): Generator<Result> {
    const entry = this.#open(name, definition);
    const { index, table } = entry;
    const { ts } = tx.snapshot;
    // A writer may be ahead of what is published, and of what the index has followed.
    if (!index?.covers(ts) || ts > this.database.head.ts) {
      yield* readAll(tx, table, definition, search, bounds);
      return;
    }
    for (const [i, word] of search.words.entries())
      tx.depend(name, boundsOf(word, i === search.words.length - 1));
    const own = new Map<string, Doc | null>();
    for (const { table: written, id, after } of tx.writes)
      if (written === table) own.set(id, after);
    const hidden = new Set(own.keys());
    // A first page's bounds leave nothing out, and need not be compared with each result.
    const isAll = bounds.lo === ALL_KEYS.lo && bounds.hi === ALL_KEYS.hi;
    const part = isAll ? null : bounds;
    const found = index.find(search, ts, part, MAX_RESULTS, hidden);
    if (own.size === 0) {
      // A page reads few of them, and only those need keys.
      for (const { doc, score } of found) yield { key: rankKey(score, doc), doc };
      return;
    }
    const stored = found.map(({ doc, score }) => ({ key: rankKey(score, doc), doc }));
    const mine = [...own.values()].flatMap((doc) => ranked(doc, definition, search, bounds));
    yield* [...stored, ...mine].sort(inOrder).slice(0, MAX_RESULTS);
  }

  #open(name: string, definition: SearchIndex): Entry {
    const known = this.#entries.get(name);
    if (known) return known;
    const [table = ""] = name.split(".");
    const entry: Entry = { table, definition, index: null, missed: null };
    this.#entries.set(name, entry);
    this.#build(entry);
    return entry;
  }

  /** A small table's index is there on return. */
  #build(entry: Entry): void {
    const { definition, table } = entry;
    const snapshot: Snapshot = this.database.head;
    entry.index = null;
    entry.missed = [];
    const building = WordIndex.build(definition, snapshot, table);
    const work = (): boolean => {
      const until = performance.now() + SLICE_MS;
      for (;;) {
        const step = building.next();
        if (step.done) {
          this.#finish(entry, step.value);
          return true;
        }
        if (performance.now() > until) return false;
      }
    };
    const goOn = async () => {
      do await setImmediate();
      while (this.#isServed(entry) && !work());
    };
    if (!work()) void goOn();
  }

  #isServed(entry: Entry): boolean {
    return [...this.#entries.values()].includes(entry);
  }

  #finish(entry: Entry, index: WordIndex): void {
    const missed = entry.missed ?? [];
    entry.index = index;
    entry.missed = null;
    for (const commit of missed) this.#apply(entry, commit);
  }

  #apply(entry: Entry, { documents, ts }: Commit): void {
    for (const write of documents) if (write.table === entry.table) entry.index?.apply(write, ts);
    if (entry.index?.isWorn) this.#build(entry);
  }
}

function ranked(
  doc: Doc | null,
  definition: SearchIndex,
  search: Search,
  { lo, hi }: KeyBounds,
): Result[] {
  const key = doc && rankOf(doc, definition, search);
  return doc && key !== null && key >= lo && key < hi ? [{ key, doc }] : [];
}

/** Without an index of words: depends on the whole table. */
export function readAll(
  tx: Transaction,
  table: string,
  definition: SearchIndex,
  search: Search,
  bounds: KeyBounds,
): Result[] {
  const all = tx.scan(table, "by_creation_time", ALL_KEYS, "asc");
  return [...all]
    .flatMap(({ doc }) => ranked(doc, definition, search, bounds))
    .sort(inOrder)
    .slice(0, MAX_RESULTS);
}
