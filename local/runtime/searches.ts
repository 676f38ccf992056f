import { ALL_KEYS, encodeKey, keyAfter, type KeyBounds } from "../codec/keys";
import type { Commit, Database } from "../store/database";
import type { Doc, Snapshot } from "../store/state";
import type { Transaction } from "../store/transaction";
import { rankKey, wordsIn, type Search, type SearchIndex } from "./search";
import { WordIndex, type Found } from "./word-index";

/** As on Convex: a search finds no more. */
const MAX_RESULTS = 1024;
/** How many documents a new index reads for each write, while the old one is replaced. */
const DOCUMENTS_PER_WRITE = 20;

interface Result {
  key: string;
  doc: Doc;
}

interface Entry {
  readonly table: string;
  readonly definition: SearchIndex;
  index: WordIndex;
  /** The index that replaces a worn one, and the commits since its start. */
  next: { building: Generator<void, WordIndex>; missed: Commit[] } | null;
}

const inOrder = (a: Result, b: Result) => (a.key < b.key ? -1 : 1);

/** How word indexes split and normalise text. */
const keyOf = (word: string) => encodeKey(word);

/** A search depends on its words; on the last one with all words that begin with it. */
function boundsOf(word: string, isLast: boolean): KeyBounds {
  const lo = isLast ? keyOf(word).slice(0, -1) : keyOf(word);
  return { lo, hi: isLast ? `${lo}\xff` : keyAfter(lo) };
}

/** The searches of one deployment. Their word indexes are built when it is installed. */
export class Searches {
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly database: Database) {}

  /** New code may declare other indexes, named by table and index; shared ones stay. */
  install(definitions: ReadonlyMap<string, SearchIndex>): void {
    const isSame = (name: string, { definition }: Entry) =>
      JSON.stringify(definition) === JSON.stringify(definitions.get(name));
    for (const [name, entry] of this.#entries) if (!isSame(name, entry)) this.#entries.delete(name);
    for (const [name, definition] of definitions) this.#open(name, definition);
  }

  /** Adds a commit; returns it with the words that it wrote, which searches depend on. */
  follow(commit: Commit): Commit {
    const writes = new Map(commit.writes);
    for (const [name, entry] of this.#entries) {
      const written = commit.documents.filter(({ table }) => table === entry.table);
      if (written.length === 0) continue;
      const words = written.flatMap(({ before, after }) =>
        [before, after].flatMap((doc) => wordsIn(doc, entry.definition)),
      );
      writes.set(name, [...new Set(words)].map(keyOf));
      apply(entry.index, entry.table, commit);
      this.#renew(entry, commit);
    }
    return { ...commit, writes };
  }

  /** The best results within the bounds, best first, including the writes of the transaction. */
  *find(
    name: string,
    definition: SearchIndex,
    search: Search,
    tx: Transaction,
    bounds: KeyBounds,
  ): Generator<Result> {
    const { index: followed, table } = this.#open(name, definition);
    const { ts } = tx.snapshot;
    for (const [i, word] of search.words.entries())
      tx.depend(name, boundsOf(word, i === search.words.length - 1));
    // A writer may be ahead of the published state, which the index follows.
    const isFollowed = followed.covers(ts) && ts <= this.database.head.ts;
    const index = isFollowed ? followed : indexNow(definition, [...tx.all(table)], ts);
    const own = new Map<string, Doc | null>();
    for (const { table: written, id, after } of isFollowed ? tx.writes : [])
      if (written === table) own.set(id, after);
    // The bounds of a first page include everything, so results need no comparison.
    const isAll = bounds.lo === ALL_KEYS.lo && bounds.hi === ALL_KEYS.hi;
    const part = isAll ? null : bounds;
    const resultOf = ({ doc, score }: Found) => ({ key: rankKey(score, doc), doc });
    const found = index.find(search, ts, part, MAX_RESULTS, own);
    if (own.size === 0) {
      // A page reads few of them, and only those need keys.
      for (const each of found) yield resultOf(each);
      return;
    }
    const written = [...own.values()].filter((doc) => doc !== null);
    const mine = indexNow(definition, written, ts).find(search, ts, part, MAX_RESULTS);
    const all = [...found, ...mine].map(resultOf);
    yield* all.sort(inOrder).slice(0, MAX_RESULTS);
  }

  #open(name: string, definition: SearchIndex): Entry {
    const known = this.#entries.get(name);
    if (known) return known;
    const [table = ""] = name.split(".");
    const { head } = this.database;
    const index = indexNow(definition, docsOf(head, table), head.ts);
    const entry = { table, definition, index, next: null };
    entry.index.warmUp();
    this.#entries.set(name, entry);
    return entry;
  }

  /** Rebuilds a worn index, a part with each commit. The old one serves until then. */
  #renew(entry: Entry, commit: Commit): void {
    const { definition, table, next } = entry;
    if (next === null) {
      if (!entry.index.isWorn) return;
      // The head contains this commit already.
      const { head } = this.database;
      const building = WordIndex.build(definition, docsOf(head, table), head.ts);
      entry.next = { building, missed: [] };
      return;
    }
    next.missed.push(commit);
    for (let n = 0; n < DOCUMENTS_PER_WRITE * commit.documents.length; n += 1) {
      const step = next.building.next();
      if (!step.done) continue;
      entry.index = step.value;
      entry.next = null;
      for (const missed of next.missed) apply(entry.index, table, missed);
      return;
    }
  }
}

const docsOf = ({ trees }: Snapshot, table: string) =>
  trees.get(`${table}.by_creation_time`)?.valuesArray() ?? [];

function indexNow(definition: SearchIndex, docs: readonly Doc[], ts: bigint): WordIndex {
  const building = WordIndex.build(definition, docs, ts);
  for (;;) {
    const step = building.next();
    if (step.done) return step.value;
  }
}

function apply(index: WordIndex, table: string, { documents, ts }: Commit): void {
  for (const write of documents) if (write.table === table) index.apply(write, ts);
}
