import { convexToJson, type JSONValue } from "convex/values";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_KEYS, keyBounds } from "../../../packages/convex-local/src/codec/keys";
import { resolveCommitTs } from "../../../packages/convex-local/src/store/commit-ts";
import type { Commit } from "../../../packages/convex-local/src/store/database";
import { deepFreeze, overlaps } from "../../../packages/convex-local/src/store/transaction";
import type { Order, Transaction } from "../../../packages/convex-local/src/store/transaction";
import { casesOf } from "../../cases";
import { openTempDatabase } from "./temp-folder";

/** What a server function writes for the time of its own commit. */
const PLACEHOLDER = { $commitTs: null };
const INDEX = { name: "by_n", fields: ["n"] };

function openWithIndex() {
  const database = openTempDatabase();
  database.applySchema([{ name: "t", indexes: [INDEX] }]);
  return database;
}

const byN = (tx: Transaction, order: Order, bounds = keyBounds([])) =>
  [...tx.scan("t", "by_n", bounds, order)].map(({ doc }) => doc._id);

describe("a transaction", () => {
  it("reads its own writes, and so do later transactions", () => {
    const n = fc.integer({ min: 0, max: 5 });
    const step = fc.record({
      kind: fc.constantFrom("insert", "replace", "remove", "mark", "rollback", "commit"),
      target: fc.nat(30),
      n,
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), n, (steps, least) => {
        const database = openWithIndex();
        let tx = database.begin();
        /** Documents in the order of their creation, with their numbers. */
        let model = new Map<string, number>();
        let marks: [ReturnType<Transaction["mark"]>, Map<string, number>][] = [];
        const check = (reader: Transaction) => {
          const ids = [...model.keys()].sort((a, b) => (model.get(a) ?? 0) - (model.get(b) ?? 0));
          expect(byN(reader, "asc")).toEqual(ids);
          expect(byN(reader, "desc")).toEqual(ids.toReversed());
          const range = keyBounds([], { value: least, inclusive: true });
          expect(byN(reader, "asc", range)).toEqual(
            ids.filter((id) => (model.get(id) ?? 0) >= least),
          );
          expect(reader.count("t")).toBe(model.size);
          for (const [id, number] of model) expect(reader.get("t", id)?.n).toBe(number);
        };
        for (const { kind, target, n: number } of steps) {
          const id = [...model.keys()][target % Math.max(model.size, 1)];
          if (kind === "mark") marks.push([tx.mark(), new Map(model)]);
          else if (kind === "rollback") {
            const [mark, held] = marks.pop() ?? [];
            if (mark && held) {
              tx.rollback(mark);
              model = held;
            }
          } else if (kind === "commit") {
            database.commit(tx);
            tx = database.begin();
            marks = [];
          } else if (id === undefined || kind === "insert") {
            model.set(tx.insert("t", { n: number })._id, number);
          } else if (kind === "replace") {
            model.set(id, number);
            tx.replace("t", id, { n: number });
          } else {
            model.delete(id);
            tx.remove("t", id);
            expect(tx.get("t", id)).toBeNull();
          }
          check(tx);
        }
        database.commit(tx);
        check(database.begin());
      }),
      { numRuns: casesOf(200) },
    );
  });

  it("includes a key at the lower bound and not one at the upper", () => {
    const database = openWithIndex();
    const tx = database.begin();
    for (const n of [0, 1, 2]) tx.insert("t", { n });
    const keys = [...tx.scan("t", "by_n", ALL_KEYS, "asc")].map(({ key }) => key);
    const bounds = { lo: keys[0] ?? "", hi: keys[2] ?? "" };
    const numbers = (order: Order) =>
      [...tx.scan("t", "by_n", bounds, order)].map(({ doc }) => doc.n);
    expect([numbers("asc"), numbers("desc")]).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  it("gets an error code for an unknown index or document", () => {
    const tx = openWithIndex().begin();
    expect(() => tx.scan("t", "by_x", ALL_KEYS, "asc").next()).toThrow(
      expect.objectContaining({
        code: "unknown_index",
        message: "Index t.by_x not found.",
      }),
    );
    for (const vain of [() => tx.remove("t", "x"), () => tx.replace("t", "x", {})]) {
      expect(vain).toThrow(
        expect.objectContaining({
          code: "missing_document",
          message: "Document x not found in t.",
        }),
      );
    }
  });

  it("commits its writes in order, without rolled-back ones", () => {
    const database = openWithIndex();
    const tx = database.begin();
    const kept = tx.insert("t", { n: 1 });
    const mark = tx.mark();
    tx.insert("t", { n: 2 });
    tx.rollback(mark);
    tx.replace("t", kept._id, { n: 3 });
    expect(tx.writes.map(({ before, after }) => [before?.n, after?.n])).toEqual([
      [undefined, 1],
      [1, 3],
    ]);
  });

  it("writes its commit's timestamp where a document asks for it, in each index", () => {
    const database = openWithIndex();
    const tx = database.begin();
    tx.isPending = true;
    const { _id } = tx.insert("t", { n: PLACEHOLDER });
    const ts = database.commit(tx);
    const reader = database.begin();
    const n = convexToJson(ts);
    expect(reader.get("t", _id)).toMatchObject({ n });
    const exactly = keyBounds([], { value: n, inclusive: true }, { value: n, inclusive: true });
    expect(byN(reader, "asc", exactly)).toEqual([_id]);
    expect(byN(reader, "asc")).toEqual([_id]);
  });

  it("that read what has changed since gets an error code, once it has written", () => {
    const database = openWithIndex();
    const [reader, writer] = [database.begin(), database.begin()];
    const first = database.begin();
    first.insert("t", { n: 1 });
    const ts = database.commit(first);
    expect(byN(writer, "asc")).toEqual([]);
    writer.insert("t", { n: 2 });
    expect(() => database.commit(writer)).toThrow(expect.objectContaining({ code: "conflict" }));
    expect(database.commit(reader)).toBe(reader.snapshot.ts);
    expect(reader.snapshot.ts).toBeLessThan(ts);
    expect(database.head.ts).toBe(ts);
    const answer = { sessionId: "s", requestId: 1, value: null, logLines: [] };
    reader.count("t");
    expect(() => database.commit(reader, answer)).toThrow('read from or written to the "t" table');
    expect(database.findAnswer(answer)).toBeNull();
  });

  it("reads the given state", () => {
    const database = openWithIndex();
    const old = database.head;
    const tx = database.begin();
    tx.insert("t", { n: 1 });
    database.commit(tx);
    expect([database.begin(old).count("t"), database.begin().count("t")]).toEqual([0, 1]);
  });
});

describe("a commit's written keys", () => {
  it.each<[string, number, (tx: Transaction, id: string) => unknown]>([
    ["an insert", 1, (tx) => tx.insert("t", { n: 5 })],
    ["a replacement", 2, (tx, id) => tx.replace("t", id, { n: 6 })],
    ["a removal", 1, (tx, id) => tx.remove("t", id)],
    ["an insert that is removed again", 2, (tx) => tx.remove("t", tx.insert("t", { n: 7 })._id)],
  ])("are, for %s, %i in each index", (_, count, change) => {
    const database = openWithIndex();
    const first = database.begin();
    const { _id } = first.insert("t", { n: 1 });
    database.commit(first);
    const commits: Commit[] = [];
    database.onCommit((commit) => commits.push(commit));
    const tx = database.begin();
    change(tx, _id);
    const ts = database.commit(tx);
    const written = [...(commits[0]?.writes ?? [])].map(([address, keys]) => [
      address,
      keys.length,
    ]);
    expect(written).toEqual(
      ["t.by_id", "t.by_creation_time", "t.by_n"].map((address) => [address, count]),
    );
    expect(commits[0]?.ts).toBe(ts);
    expect(database.head.ts).toBe(ts);
  });
});

describe("resolveCommitTs", () => {
  const ts = convexToJson(7n);

  it.each<[string, JSONValue, JSONValue]>([
    ["the placeholder itself", PLACEHOLDER, ts],
    ["a field, and leaves the others", { a: PLACEHOLDER, b: 1 }, { a: ts, b: 1 }],
    ["an item, and leaves the others", [1, PLACEHOLDER, "x"], [1, ts, "x"]],
    ["a part of a part", { a: [{ b: PLACEHOLDER }, 2] }, { a: [{ b: ts }, 2] }],
  ])("replaces %s", (_, value, resolved) => {
    expect(resolveCommitTs(value, 7n)).toEqual(resolved);
  });

  it.each<JSONValue>([1, "text", null, [], {}, [1, { a: null }], { a: { b: [2] }, c: 3 }])(
    "returns %j itself",
    (value) => {
      expect(resolveCommitTs(value, 7n)).toBe(value);
    },
  );
});

describe("overlaps", () => {
  const reads = new Map([
    ["t.a", [{ lo: "b", hi: "d" }]],
    [
      "t.b",
      [
        { lo: "x", hi: "x" },
        { lo: "k", hi: "m" },
      ],
    ],
  ]);

  it.each([
    ["t.a", ["a"], false],
    ["t.a", ["b"], true],
    ["t.a", ["c\xff"], true],
    ["t.a", ["d"], false],
    ["t.a", ["a", "e", "c"], true],
    ["t.b", ["x"], false],
    ["t.b", ["l"], true],
    ["t.b", ["c"], false],
    ["t.c", ["c"], false],
    ["t.a", [], false],
  ])("of a write to %s at %j is %j", (address, keys, expected) => {
    expect(overlaps(reads, new Map([[address, keys]]))).toBe(expected);
  });

  it("checks all writes", () => {
    const writes = new Map([
      ["t.a", ["z"]],
      ["t.b", ["k"]],
    ]);
    expect(overlaps(reads, writes)).toBe(true);
  });
});

describe("deepFreeze", () => {
  it("freezes every part, and returns the value", () => {
    const value = { list: [{ deep: { x: 1 } }], none: null, text: "x" };
    expect(deepFreeze(value)).toBe(value);
    const parts = [value, value.list, value.list[0], value.list[0]?.deep];
    expect(parts.every((part) => Object.isFrozen(part))).toBe(true);
  });

  it.each([null, undefined, 1, "x"])("accepts %j", (value) => {
    expect(deepFreeze(value)).toBe(value);
  });
});
