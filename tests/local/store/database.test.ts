import { describe, expect, it } from "vitest";
import { FIRST_TABLE_NUMBER, tableNumberOf } from "../../../packages/convex-local/src/codec/ids";
import { ALL_KEYS, keyBounds } from "../../../packages/convex-local/src/codec/keys";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import type { Commit, Database } from "../../../packages/convex-local/src/store/database";
import { Conflict } from "../../../packages/convex-local/src/store/errors";
import type { Doc } from "../../../packages/convex-local/src/store/state";
import { overlaps } from "../../../packages/convex-local/src/store/transaction";
import type { Transaction } from "../../../packages/convex-local/src/store/transaction";
import { insert } from "./documents";
import { makeTempFolder, openTempDatabase } from "./temp-folder";

const NOW = 1_800_000_000_000;
const DAY_MS = 86_400_000;
const BY_CHANNEL = {
  name: "messages",
  indexes: [{ name: "by_channel", fields: ["channel", "n"] }],
};

type Scan = ReturnType<Transaction["scan"]>;

const next = (scan: Scan): Doc | null => {
  const step = scan.next();
  return step.done ? null : step.value.doc;
};

function take(scan: Scan, count = Infinity): Doc[] {
  const docs: Doc[] = [];
  for (let doc = next(scan); doc; doc = docs.length < count ? next(scan) : null) docs.push(doc);
  return docs;
}

function write<T>(database: Database, body: (tx: Transaction) => T): T {
  const tx = database.begin();
  const result = body(tx);
  database.commit(tx);
  return result;
}

function fill(database: Database, count: number, channel = "a"): Doc[] {
  return write(database, (tx) =>
    Array.from({ length: count }, (_, n) => tx.insert("messages", { channel, n })),
  );
}

const numbersOf = (docs: readonly Doc[]) => docs.map((doc) => doc.n);
const channel = (tx: Transaction, name: string, order: "asc" | "desc" = "asc") =>
  tx.scan("messages", "by_channel", keyBounds([name]), order);

function openWithIndex(): Database {
  const database = openTempDatabase();
  database.applySchema([BY_CHANNEL]);
  return database;
}

describe("a transaction", () => {
  it("sees its own writes, which others see only after the commit", () => {
    const database = openTempDatabase();
    const tx = database.begin();
    const { _id } = tx.insert("messages", { n: 1 });
    expect(tx.get("messages", _id)?.n).toBe(1);
    expect(database.begin().get("messages", _id)).toBeNull();
    database.commit(tx);
    expect(database.begin().get("messages", _id)?.n).toBe(1);
  });

  it("reads the state of its start throughout", () => {
    const database = openWithIndex();
    const [first] = fill(database, 3);
    const old = database.begin();
    write(database, (tx) => tx.remove("messages", first?._id ?? ""));
    fill(database, 1);
    expect(take(channel(old, "a"))).toHaveLength(3);
    expect(take(channel(database.begin(), "a"))).toHaveLength(3);
    expect(old.get("messages", first?._id ?? "")).not.toBeNull();
  });

  it("keeps `_id` and `_creationTime` when a document is replaced", () => {
    const database = openTempDatabase();
    const [before] = fill(database, 1);
    if (!before) throw new Error("no document");
    const after = write(database, (tx) => tx.replace("messages", before._id, { n: 9 }));
    expect(after).toEqual({ _id: before._id, _creationTime: before._creationTime, n: 9 });
  });

  it("returns frozen documents, because states share them", () => {
    const database = openTempDatabase();
    const doc = write(database, (tx) => tx.insert("messages", { tags: ["a"] }));
    expect(() => (doc.tags as string[]).push("b")).toThrow(TypeError);
  });

  it("lists documents in the order of insertion, even within a millisecond", () => {
    const database = openTempDatabase({ now: () => 1_800_000_000_000 });
    fill(database, 50);
    fill(database, 50, "b");
    const all = take(database.begin().scan("messages", "by_creation_time", ALL_KEYS, "asc"));
    expect(numbersOf(all)).toEqual([...Array(50).keys(), ...Array(50).keys()]);
  });

  it("lets a scan see writes between its steps", () => {
    const database = openWithIndex();
    fill(database, 3);
    const tx = database.begin();
    const up = channel(tx, "a");
    const down = channel(tx, "a", "desc");
    expect([next(up)?.n, next(down)?.n]).toEqual([0, 2]);
    tx.insert("messages", { channel: "a", n: 0.5 });
    tx.insert("messages", { channel: "a", n: 7 });
    expect([numbersOf(take(up)), numbersOf(take(down))]).toEqual([
      [0.5, 1, 2, 7],
      [1, 0.5, 0],
    ]);
  });

  it("rolls back a nested part alone, however deep", () => {
    const database = openTempDatabase();
    const tx = database.begin();
    const kept = tx.insert("messages", { n: 1 });
    const outer = tx.mark();
    const undone = tx.insert("messages", { n: 2 });
    const inner = tx.mark();
    tx.remove("messages", kept._id);
    tx.rollback(inner);
    expect(tx.get("messages", kept._id)).toEqual(kept);
    expect(tx.get("messages", undone._id)).toEqual(undone);
    tx.rollback(outer);
    expect(tx.get("messages", undone._id)).toBeNull();
    const after = tx.insert("messages", { n: 3 });
    database.commit(tx);
    const all = take(database.begin().scan("messages", "by_creation_time", ALL_KEYS, "asc"));
    expect(all).toEqual([kept, after]);
  });

  it("refuses unknown indexes and documents", () => {
    const tx = openTempDatabase().begin();
    expect(() => take(tx.scan("messages", "by_channel", ALL_KEYS, "asc"))).toThrow(
      /Index messages/,
    );
    expect(() => tx.remove("messages", "x")).toThrow(/Document x not found in messages/);
  });
});

describe("commit", () => {
  it("refuses a lost update", () => {
    const database = openTempDatabase();
    const [doc] = fill(database, 1);
    const id = doc?._id ?? "";
    const [first, second] = [database.begin(), database.begin()];
    for (const tx of [first, second]) {
      tx.replace("messages", id, { n: Number(tx.get("messages", id)?.n) + 1 });
    }
    database.commit(first);
    expect(() => database.commit(second)).toThrow(Conflict);
    expect(database.begin().get("messages", id)?.n).toBe(1);
  });

  it("refuses a phantom: a document that appeared in a range that was read empty", () => {
    const database = openWithIndex();
    const [first, second] = [database.begin(), database.begin()];
    for (const tx of [first, second]) {
      expect(take(channel(tx, "a"))).toEqual([]);
      tx.insert("messages", { channel: "a", n: 1 });
    }
    database.commit(first);
    expect(() => database.commit(second)).toThrow(Conflict);
  });

  it("refuses a result based on a changed count, or on a table that did not exist", () => {
    const database = openTempDatabase();
    const tx = database.begin();
    expect([tx.count("messages"), tx.get("other", "x")]).toEqual([0, null]);
    tx.insert("log", {});
    fill(database, 1);
    expect(() => database.commit(tx)).toThrow(Conflict);
  });

  it("still refuses when only a rolled-back part had read what changed", () => {
    const database = openTempDatabase();
    const [doc] = fill(database, 1);
    const tx = database.begin();
    const mark = tx.mark();
    tx.get("messages", doc?._id ?? "");
    tx.rollback(mark);
    tx.insert("other", {});
    write(database, (one) => one.remove("messages", doc?._id ?? ""));
    expect(() => database.commit(tx)).toThrow(Conflict);
  });

  it("gives strictly growing timestamps while the clock stands still or goes back", () => {
    let now = 1_800_000_000_000;
    const database = openTempDatabase({ now: () => now });
    const stamps = [0, 0, -5000, 1].map((step) => {
      now += step;
      fill(database, 1);
      return database.head.ts;
    });
    expect(stamps).toEqual([...stamps].sort((a, b) => (a < b ? -1 : 1)));
    expect(new Set(stamps).size).toBe(4);
  });

  it("gives no future times after documents that were imported with one", () => {
    const dir = makeTempFolder();
    const before = openDatabase({ dir, now: () => 1_000_000 });
    write(before, (tx) => tx.insert("messages", {}, undefined, 5_000_000));
    before.close();
    const after = openDatabase({ dir, now: () => 1_000_001 });
    const { _creationTime } = write(after, (tx) => tx.insert("messages", {}));
    expect(_creationTime).toBe(1_000_001);
    after.close();
  });

  it("notifies listeners with the time and the written keys, until they unsubscribe", () => {
    const database = openWithIndex();
    const commits: Commit[] = [];
    const stop = database.onCommit((commit) => commits.push(commit));
    write(database, (tx) => tx.get("messages", "x"));
    fill(database, 1);
    stop();
    fill(database, 1);
    expect(commits).toHaveLength(1);
    expect(commits[0]?.ts).toBeLessThan(database.head.ts);
    expect([...(commits[0]?.writes.keys() ?? [])].sort()).toEqual([
      "messages.by_channel",
      "messages.by_creation_time",
      "messages.by_id",
    ]);
  });
});

describe("a read set", () => {
  function isAffected(database: Database, reader: Transaction, body: (tx: Transaction) => void) {
    let affected = false;
    const stop = database.onCommit(({ writes }) => (affected = overlaps(reader.reads, writes)));
    write(database, body);
    stop();
    return affected;
  }

  it("of take(20) holds the first 20 of 100 documents and not the 21st", () => {
    const database = openWithIndex();
    const docs = fill(database, 100);
    const read = (order: "asc" | "desc") => {
      const tx = database.begin();
      expect(take(channel(tx, "a", order), 20)).toHaveLength(20);
      return tx;
    };
    const [up, down] = [read("asc"), read("desc")];
    const change = (reader: Transaction, n: number) =>
      isAffected(database, reader, (tx) => {
        tx.replace("messages", docs[n]?._id ?? "", { channel: "a", n });
      });
    expect([change(up, 19), change(up, 20)]).toEqual([true, false]);
    expect([change(down, 80), change(down, 79)]).toEqual([true, false]);
    const insert = (reader: Transaction, n: number) =>
      isAffected(database, reader, (tx) => void tx.insert("messages", { channel: "a", n }));
    expect([insert(up, 18.5), insert(up, 19.5), insert(up, -1)]).toEqual([true, false, true]);
  });

  it("of an exhausted range holds all of it, and nothing else", () => {
    const database = openWithIndex();
    fill(database, 3);
    const tx = database.begin();
    take(channel(tx, "a"));
    const insertInto = (name: string) =>
      isAffected(database, tx, (one) => void one.insert("messages", { channel: name, n: 99 }));
    expect([insertInto("a"), insertInto("b"), insertInto("")]).toEqual([true, false, false]);
  });

  it("of a scan that was never stepped is empty", () => {
    const database = openWithIndex();
    const tx = database.begin();
    channel(tx, "a");
    expect(isAffected(database, tx, (one) => void one.insert("messages", { channel: "a" }))).toBe(
      false,
    );
  });

  it("notices a document that leaves the range that was read", () => {
    const database = openWithIndex();
    const [doc] = fill(database, 1);
    const tx = database.begin();
    take(channel(tx, "a"));
    expect(
      isAffected(database, tx, (one) => {
        one.replace("messages", doc?._id ?? "", { channel: "z" });
      }),
    ).toBe(true);
  });
});

describe("applySchema", () => {
  it("builds indexes over existing documents, drops old ones and refuses open transactions", () => {
    const database = openTempDatabase();
    write(database, (tx) => {
      for (const n of [3, 1, 2]) tx.insert("messages", { channel: "a", n, at: { x: -n } });
    });
    const open = database.begin();
    open.insert("messages", {});
    database.applySchema([
      { name: "messages", indexes: [{ name: "by_x", fields: ["at.x"] }] },
      { name: "empty", indexes: [] },
    ]);
    expect(() => database.commit(open)).toThrow(Conflict);
    const byX = database.begin().scan("messages", "by_x", ALL_KEYS, "asc");
    expect(numbersOf(take(byX))).toEqual([3, 2, 1]);
    database.applySchema([BY_CHANNEL]);
    expect(numbersOf(take(channel(database.begin(), "a")))).toEqual([1, 2, 3]);
    expect(() => take(database.begin().scan("messages", "by_x", ALL_KEYS, "asc"))).toThrow(/by_x/);
  });

  it("leaves the state unchanged without a change, so that open transactions commit", () => {
    const database = openWithIndex();
    const tx = database.begin();
    tx.insert("messages", {});
    database.applySchema([BY_CHANNEL]);
    database.commit(tx);
  });

  it("gives a table another number together with a write, and tells listeners", () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    database.applySchema([BY_CHANNEL]);
    const commits: Commit[] = [];
    database.onCommit((commit) => commits.push(commit));
    write(database, (tx) => tx.insert("other", {}));
    const tx = database.begin();
    tx.insert("other", {});
    const number = FIRST_TABLE_NUMBER + 7;
    database.commit(tx, undefined, [["messages", number]]);
    expect(commits.map(({ isRenumbered }) => isRenumbered)).toEqual([false, true]);
    const names = (of: Database) => [FIRST_TABLE_NUMBER, number].map((each) => of.tableName(each));
    expect(names(database)).toEqual([null, "messages"]);
    database.close();
    expect(names(openTempDatabase({ dir }))).toEqual([null, "messages"]);
  });

  it("numbers tables permanently", () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    database.applySchema([BY_CHANNEL]);
    const doc = write(database, (tx) => tx.insert("_storage", {}));
    expect(tableNumberOf(doc._id)).toBe(FIRST_TABLE_NUMBER + 1);
    database.close();
    const again = openTempDatabase({ dir });
    again.applySchema([{ name: "first", indexes: [] }, BY_CHANNEL]);
    const numbers = [0, 1, 2, 3].map((step) => FIRST_TABLE_NUMBER + step);
    const names = ["messages", "_storage", "first", null];
    expect(numbers.map((number) => again.tableName(number))).toEqual(names);
    const all = ["messages", "_storage", "first"].map((name, at) => [name, numbers[at]]);
    expect(again.tableNumbers()).toEqual(all);
  });
});

describe("a checked schema", () => {
  it("is known after a restart and from a snapshot, until another is", async () => {
    const dir = makeTempFolder();
    const first = openDatabase({ dir });
    expect(first.isChecked("a")).toBe(false);
    first.markChecked("a");
    expect(["a", "b"].map((name) => first.isChecked(name))).toEqual([true, false]);
    first.close();
    const second = openDatabase({ dir });
    fill(second, 1);
    expect(second.isChecked("a")).toBe(true);
    await second.compact();
    second.close();
    const third = openDatabase({ dir });
    expect(third.isChecked("a")).toBe(true);
    third.markChecked("b");
    third.close();
    const last = openTempDatabase({ dir });
    expect(["a", "b"].map((name) => last.isChecked(name))).toEqual([false, true]);
  });
});

describe("a removed document", () => {
  it("of a system table is known after a restart, unlike others", () => {
    const dir = makeTempFolder();
    const before = openDatabase({ dir });
    const tables = ["_storage", "_storage", "_storage", "messages"];
    const [gone, goneToo, kept, message] = tables.map((table) =>
      write(before, (tx) => tx.insert(table, {})._id),
    );
    for (const id of [gone, goneToo]) write(before, (tx) => tx.remove("_storage", id ?? ""));
    write(before, (tx) => tx.remove("messages", message ?? ""));
    before.close();
    const after = openTempDatabase({ dir });
    const isGone = (table: string, id = "") => after.wasRemoved(table, id);
    expect([gone, goneToo, kept].map((id) => isGone("_storage", id))).toEqual([true, true, false]);
    expect([isGone("messages", message), isGone("_other", gone)]).toEqual([false, false]);
  });
});

describe("an answer", () => {
  const value = { $integer: "AQAAAAAAAAA=" };
  const entry = { sessionId: "s", requestId: 1, value, logLines: ["[LOG] 'x'"] };

  it("is found by session and request, with the commit's timestamp, also after a restart", () => {
    const dir = makeTempFolder();
    const database = openDatabase({ dir });
    const tx = database.begin();
    tx.insert("messages", {});
    const outcome = database.commit(tx, entry);
    const expected = { value, logLines: ["[LOG] 'x'"], ts: database.head.ts };
    expect(outcome).toBe(expected.ts);
    expect(database.findAnswer(entry)).toEqual(expected);
    expect(database.findAnswer({ ...entry, requestId: 2 })).toBeNull();
    database.close();
    expect(openTempDatabase({ dir }).findAnswer(entry)).toEqual(expected);
  });

  it("is stored for a mutation that wrote nothing, for two hours", () => {
    let now = 1_800_000_000_000;
    const database = openTempDatabase({ now: () => now });
    database.commit(database.begin(), entry);
    now += 2 * 3_600_000;
    database.commit(database.begin(), { ...entry, requestId: 2 });
    expect(database.findAnswer(entry)).toMatchObject({ value });
    now += 1;
    database.commit(database.begin(), { ...entry, requestId: 3 });
    expect(database.findAnswer(entry)).toBe("forgotten");
  });
});

describe("time", () => {
  it("starts with the clock in an empty folder, and follows it", () => {
    let now = NOW + 0.9;
    const database = openTempDatabase({ now: () => now });
    expect(database.head.ts).toBe(BigInt(NOW) * 1_000_000n);
    now += 5;
    const { _creationTime } = insert(database, "t");
    expect(_creationTime).toBe(now);
    expect(database.head.ts).toBe(BigInt(NOW + 5) * 1_000_000n);
    expect(insert(database, "t")._creationTime).toBe(now + 2 ** -12);
  });

  it("of a creation is later than any before a restart", () => {
    const dir = makeTempFolder();
    const early = openDatabase({ dir, now: () => NOW });
    const { _creationTime } = insert(early, "t");
    early.close();
    const late = openTempDatabase({ dir, now: () => NOW - DAY_MS });
    expect(insert(late, "t")._creationTime).toBe(_creationTime + 2 ** -12);
  });
});
