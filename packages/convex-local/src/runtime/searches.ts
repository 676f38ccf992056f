import { encodeKey, keyAfter, type KeyBounds } from "../codec/keys";
import type { Commit, Database } from "../store/database";
import type { Doc, Snapshot, Write } from "../store/state";
import type { Transaction } from "../store/transaction";
import { rankKey, wordsIn, type Search, type SearchIndex } from "./search";
import { WordIndex, type Found } from "./word-index";

/** The maximum number of results of a search over all pages, as on Convex. */
const MAX_RESULTS = 1024;
const TOO_MANY =
  `Search query scanned too many documents (fetched ${MAX_RESULTS}). Consider using a smaller limit, ` +
  "paginating the query, or using a filter field to reduce the size of the search results.";
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

  constructor(private readonly database: Database) {
    database.alsoWrites((documents) => this.#wordsOf(documents));
  }

  /** New code may declare other indexes, named by table and index; shared ones stay. */
  install(definitions: ReadonlyMap<string, SearchIndex>): void {
    const isSame = (name: string, { definition }: Entry) =>
      JSON.stringify(definition) === JSON.stringify(definitions.get(name));
    for (const [name, entry] of this.#entries) if (!isSame(name, entry)) this.#entries.delete(name);
    for (const [name, definition] of definitions) this.#open(name, definition);
  }

  /** Adds a commit. */
  follow(commit: Commit): void {
    for (const entry of this.#entries.values()) {
      if (!commit.documents.some(({ table }) => table === entry.table)) continue;
      apply(entry.index, entry.table, commit);
      this.#renew(entry, commit);
    }
  }

  /** The written words that searches depend on, by search index. */
  #wordsOf(documents: readonly Write[]): Map<string, string[]> {
    const keys = new Map<string, string[]>();
    for (const [name, { table, definition }] of this.#entries) {
      const written = documents.filter((write) => write.table === table);
      if (written.length === 0) continue;
      const words = written.flatMap(({ before, after }) =>
        [before, after].flatMap((doc) => wordsIn(doc, definition)),
      );
      keys.set(name, [...new Set(words)].map(keyOf));
    }
    return keys;
  }

  /**
   * The results within the bounds, best first, including the writes of the transaction.
   * @throws Error when the caller reads more than the best 1,024
   */
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
    let count = 0;
    for (const result of this.#best(index, search, ts, own)) {
      count += 1;
      if (count > MAX_RESULTS) throw new Error(TOO_MANY);
      if (result.key >= bounds.hi) return;
      if (result.key >= bounds.lo) yield result;
    }
  }

  /** One result more than a search may read, so that the caller notices the excess. */
  *#best(
    index: WordIndex,
    search: Search,
    ts: bigint,
    own: ReadonlyMap<string, Doc | null>,
  ): Generator<Result> {
    const resultOf = ({ doc, score }: Found) => ({ key: rankKey(score, doc), doc });
    const most = MAX_RESULTS + 1;
    const found = index.find(search, ts, most, own);
    if (own.size === 0) {
      // A page reads few of them, and only those need keys.
      for (const each of found) yield resultOf(each);
      return;
    }
    const written = [...own.values()].filter((doc) => doc !== null);
    const mine = indexNow(index.definition, written, ts).find(search, ts, most);
    yield* [...found, ...mine].map(resultOf).sort(inOrder).slice(0, most);
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
