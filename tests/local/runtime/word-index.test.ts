import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { ALL_KEYS, encodeKey } from "../../../packages/convex-local/src/codec/keys";
import type { KeyBounds } from "../../../packages/convex-local/src/codec/keys";
import {
  rankKey,
  readSearch,
  relevance,
  wordsIn,
} from "../../../packages/convex-local/src/runtime/search";
import { Searches } from "../../../packages/convex-local/src/runtime/searches";
import { openDatabase, type Commit } from "../../../packages/convex-local/src/store/database";
import { fieldAt, type Doc } from "../../../packages/convex-local/src/store/state";
import { overlaps, type Transaction } from "../../../packages/convex-local/src/store/transaction";
import { casesOf } from "../../cases";
import { makeTempFolder } from "../store/temp-folder";

const NAME = "works.by_text";
const MOST_RESULTS = 1024;
const INDEX = { searchField: "text", filterFields: ["state", "by.medium"] };

function open() {
  let now = 0;
  const database = openDatabase({ dir: makeTempFolder(), now: () => (now += 1) });
  database.applySchema([{ name: "works", indexes: [] }]);
  const searches = new Searches(database);
  const commits: Commit[] = [];
  database.onCommit((commit) => {
    searches.follow(commit);
    commits.push(commit);
  });
  return { database, searches, commits };
}
type World = ReturnType<typeof open>;
const worlds: World[] = [];
afterAll(() => worlds.forEach(({ database }) => database.close()));

interface Asked {
  text: string;
  state?: string;
  medium?: string;
}

function searchOf({ text, state, medium }: Asked) {
  const eq = (fieldPath: string, value: string | undefined) =>
    value === undefined ? [] : [{ type: "Eq" as const, fieldPath, value }];
  const filters = [...eq("state", state), ...eq("by.medium", medium)];
  return readSearch(NAME, INDEX, [{ type: "Search", fieldPath: "text", value: text }, ...filters]);
}

/** A document's place among the results, from its own text alone. */
function ranked(doc: Doc, asked: Asked, { lo, hi }: KeyBounds) {
  const { words, equal } = searchOf(asked);
  if (equal.some(([path, key]) => encodeKey(fieldAt(doc, path)) !== key)) return [];
  const text = wordsIn(doc, INDEX);
  const occurs = (word: string, i: number) =>
    text.filter((each) => (i === words.length - 1 ? each.startsWith(word) : each === word)).length;
  const occurrences = words.reduce((sum, word, i) => sum + occurs(word, i), 0);
  const key = rankKey(relevance(occurrences, text.length), doc);
  return occurrences > 0 && key >= lo && key < hi ? [{ key, doc }] : [];
}

const found = (
  { searches }: World,
  tx: Transaction,
  asked: Asked,
  bounds: KeyBounds = ALL_KEYS,
) => [...searches.find(NAME, INDEX, searchOf(asked), tx, bounds)];
const plain = (tx: Transaction, asked: Asked, bounds: KeyBounds = ALL_KEYS) =>
  [...tx.all("works")]
    .flatMap((doc) => ranked(doc, asked, bounds))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .slice(0, MOST_RESULTS);

const word = fc.constantFrom("ink", "inkwell", "sea", "seaside", "a", "Ärger", "nacht", "nach");
const text = fc.oneof(
  fc.array(word, { maxLength: 5 }).map((words) => words.join(" ")),
  fc.constant(null),
);
const work = fc.record({
  text,
  state: fc.constantFrom("draft", "published"),
  by: fc.record({ medium: fc.constantFrom("oil", "ink") }),
});
const change = fc.oneof(
  fc.record({ kind: fc.constant("insert" as const), work }),
  fc.record({ kind: fc.constant("replace" as const), at: fc.nat(), work }),
  fc.record({ kind: fc.constant("remove" as const), at: fc.nat() }),
);
const asked: fc.Arbitrary<Asked> = fc.record(
  {
    text: fc
      .array(fc.oneof(word, fc.constantFrom("s", "in", "n")), { maxLength: 3 })
      .map((all) => all.join(" ")),
    state: fc.constantFrom("draft", "published", "unheard of"),
    medium: fc.constantFrom("oil", "ink"),
  },
  { requiredKeys: ["text"] },
);

function make(tx: Transaction, one: typeof change extends fc.Arbitrary<infer T> ? T : never): void {
  if (one.kind === "insert") {
    tx.insert("works", one.work);
    return;
  }
  const all = [...tx.scan("works", "by_creation_time", ALL_KEYS, "asc")];
  const target = all[one.at % Math.max(1, all.length)];
  if (!target) return;
  if (one.kind === "remove") tx.remove("works", target.doc._id);
  else tx.replace("works", target.doc._id, one.work);
}

describe("a word index", () => {
  it("finds what a full read finds, now, in the past, and within a transaction", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(change, { maxLength: 4 }), { minLength: 1, maxLength: 8 }),
        fc.array(asked, { minLength: 1, maxLength: 4 }),
        (rounds, questions) => {
          const world = open();
          const { database } = world;
          const snapshots = [database.head];
          for (const changes of rounds) {
            const tx = database.begin();
            for (const one of changes) {
              make(tx, one);
              for (const question of questions)
                expect(found(world, tx, question)).toEqual(plain(tx, question));
            }
            database.commit(tx);
            snapshots.push(database.head);
          }
          for (const snapshot of snapshots)
            for (const question of questions) {
              const tx = database.begin(snapshot);
              const all = plain(tx, question);
              expect(found(world, tx, question)).toEqual(all);
              for (const { key } of all) {
                const after = { lo: key, hi: ALL_KEYS.hi };
                const before = { lo: "", hi: key };
                expect(found(world, tx, question, after)).toEqual(plain(tx, question, after));
                expect(found(world, tx, question, before)).toEqual(plain(tx, question, before));
              }
            }
          database.close();
        },
      ),
      { numRuns: casesOf(200) },
    );
  });

  it("knows which commits change the result of a search", () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 8 }),
        asked,
        (rounds, question) => {
          const world = open();
          const { database, commits } = world;
          for (const changes of rounds) {
            const reader = database.begin();
            const before = found(world, reader, question);
            const tx = database.begin();
            for (const one of changes) make(tx, one);
            const known = commits.length;
            database.commit(tx);
            const after = found(world, database.begin(), question);
            const isTold = commits
              .slice(known)
              .some(({ writes }) => overlaps(reader.reads, writes));
            if (JSON.stringify(before) !== JSON.stringify(after)) expect(isTold).toBe(true);
          }
          database.close();
        },
      ),
      { numRuns: casesOf(200) },
    );
  });

  const seeded = (texts: readonly string[]) => {
    const world = open();
    worlds.push(world);
    const tx = world.database.begin();
    for (const each of texts) tx.insert("works", { text: each });
    world.database.commit(tx);
    return world;
  };
  const insert = ({ database }: World, one: string) => {
    const tx = database.begin();
    tx.insert("works", { text: one });
    database.commit(tx);
  };

  it.each([
    ["has none of the words", "lamp", false],
    ["has another word with the same prefix as one before the last", "seaside", false],
    ["has a word", "the sea", true],
    ["has a word that begins like the last", "inkwell", true],
  ])("is not invalidated by a document that %s", (_, added, isTold) => {
    const world = seeded(["sea", "ink"]);
    found(world, world.database.begin(), { text: "ink" });
    const reader = world.database.begin();
    found(world, reader, { text: "sea ink" });
    insert(world, added);
    expect(world.commits.slice(-1).map(({ writes }) => overlaps(reader.reads, writes))).toEqual([
      isTold,
    ]);
  });

  it.each([0, 1])("reads the best 1,024 of many equals on all pages, with %i of its own", (own) => {
    const world = seeded(Array.from({ length: 2_500 }, (_, n) => (n % 5 ? "sea" : "sea sea")));
    const tx = world.database.begin();
    for (let n = 0; n < own; n += 1) tx.insert("works", { text: "sea" });
    const best = plain(tx, { text: "sea" });
    const all = world.searches.find(NAME, INDEX, searchOf({ text: "sea" }), tx, ALL_KEYS);
    for (const expected of best) expect(all.next().value).toEqual(expected);
    expect(() => all.next()).toThrow("Search query scanned too many documents (fetched 1024).");
    const rest = { lo: `${best.at(-2)?.key ?? ""}\0`, hi: ALL_KEYS.hi };
    const last = world.searches.find(NAME, INDEX, searchOf({ text: "sea" }), tx, rest);
    expect(last.next().value).toEqual(best.at(-1));
    expect(() => last.next()).toThrow("scanned too many documents");
  });

  const usesWords = (world: World, tx: Transaction, question: Asked) => {
    expect(found(world, tx, question)).toEqual(plain(world.database.begin(tx.snapshot), question));
    return !tx.reads.has("works.by_creation_time");
  };

  it("exists as soon as the code that declares it is installed", () => {
    const many = Array.from({ length: 3_000 }, (_, n) => `word${n % 900} `.repeat(20));
    const world = seeded(many);
    world.searches.install(new Map([[NAME, INDEX]]));
    expect(usesWords(world, world.database.begin(), { text: "word12" })).toBe(true);
  });

  it("stays when other code declares the same, and is rebuilt for another declaration", () => {
    const world = seeded(["sea"]);
    world.searches.install(new Map([[NAME, INDEX]]));
    const before = world.database.head;
    const knowsOfBefore = () => usesWords(world, world.database.begin(before), { text: "sea" });
    insert(world, "seaside");
    world.searches.install(new Map([[NAME, { ...INDEX }]]));
    expect(knowsOfBefore()).toBe(true);
    world.searches.install(new Map([[NAME, { ...INDEX, filterFields: ["state"] }]]));
    expect(knowsOfBefore()).toBe(false);
  });

  it("is rebuilt when most of its data is past", () => {
    const world = seeded(["sea"]);
    const [only] = plain(world.database.begin(), { text: "sea" });
    const first = world.database.head;
    found(world, world.database.begin(), { text: "sea" });
    // The new index adds a few documents with each write, and is built over several.
    for (let n = 0; n < 80; n += 1) insert(world, `${n}`);
    for (let n = 0; n < 1_200; n += 1) {
      const tx = world.database.begin();
      tx.replace("works", only?.doc._id ?? "", { text: `sea ${n}` });
      world.database.commit(tx);
      if (n % 10 === 0 || n > 1_070)
        expect(usesWords(world, world.database.begin(), { text: `sea ${n}` })).toBe(true);
    }
    // It has no data of that time any more, and reads all documents.
    expect(usesWords(world, world.database.begin(first), { text: "sea" })).toBe(false);
  });
});
