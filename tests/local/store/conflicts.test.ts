import { describe, expect, it } from "vitest";
import { ALL_KEYS, keyBounds } from "../../../packages/convex-local/src/codec/keys";
import type { Database } from "../../../packages/convex-local/src/store/database";
import type { Doc } from "../../../packages/convex-local/src/store/state";
import { overlaps } from "../../../packages/convex-local/src/store/transaction";
import type { Order, Transaction } from "../../../packages/convex-local/src/store/transaction";
import { openTempDatabase } from "./temp-folder";

const NUMBERS = [10, 20, 20, 30, 40];
const MISSING_ID = "0".repeat(32);

interface World {
  database: Database;
  docs: Doc[];
}

/** Documents of channel "a" with these numbers, and one of channel "b". */
function open(): World {
  const database = openTempDatabase();
  const fields = ["channel", "n"];
  database.applySchema([{ name: "t", indexes: [{ name: "by_channel", fields }] }]);
  const tx = database.begin();
  const docs = NUMBERS.map((n) => tx.insert("t", { channel: "a", n }));
  tx.insert("t", { channel: "b", n: 20 });
  database.commit(tx);
  return { database, docs };
}

const idOf = ({ docs }: World, at: number) => docs[at]?._id ?? "";

type Reading = (tx: Transaction, world: World) => void;
type Writing = (tx: Transaction, world: World) => void;

function take(tx: Transaction, count: number, order: Order, bounds = keyBounds(["a"])): void {
  const scan = tx.scan("t", "by_channel", bounds, order);
  for (let i = 0; i < count; i += 1) if (scan.next().done) return;
}

const from20to30 = keyBounds(["a"], { value: 20, inclusive: true }, { value: 30, inclusive: true });
const between = keyBounds(["a"], { value: 20, inclusive: false }, { value: 30, inclusive: false });

const READS: Record<string, Reading> = {
  nothing: () => undefined,
  "one document": (tx, world) => void tx.get("t", idOf(world, 1)),
  "two documents": (tx, world) => [4, 1].forEach((at) => tx.get("t", idOf(world, at))),
  "one that is not there": (tx) => void tx.get("t", MISSING_ID),
  "the count": (tx) => void tx.count("t"),
  "20 to 30": (tx) => take(tx, Infinity, "asc", from20to30),
  "20 to 30, downwards": (tx) => take(tx, Infinity, "desc", from20to30),
  "between 20 and 30, where nothing is": (tx) => take(tx, Infinity, "asc", between),
  "the first two": (tx) => take(tx, 2, "asc"),
  "the last two": (tx) => take(tx, 2, "desc"),
  "a scan that is not stepped": (tx) => take(tx, 0, "asc"),
  "another table": (tx) => void [...tx.scan("other", "by_creation_time", ALL_KEYS, "asc")],
};

const insert =
  (n: number, channel = "a"): Writing =>
  (tx) =>
    void tx.insert("t", { channel, n });

const WRITES: Record<string, Writing> = {
  "an insert at 5": insert(5),
  "an insert at 20": insert(20),
  "an insert at 25": insert(25),
  "an insert at 30": insert(30),
  "an insert at 50": insert(50),
  "an insert at 20 of another channel": insert(20, "b"),
  "a change of the second": (tx, world) =>
    void tx.replace("t", idOf(world, 1), { channel: "a", n: 20, more: 1 }),
  "the first moved to 25": (tx, world) =>
    void tx.replace("t", idOf(world, 0), { channel: "a", n: 25 }),
  "the last moved away": (tx, world) =>
    void tx.replace("t", idOf(world, 4), { channel: "c", n: 40 }),
  "the third removed": (tx, world) => tx.remove("t", idOf(world, 2)),
  "an insert into another table": (tx) => void tx.insert("other", { n: 20 }),
};

/** For each read, the writes that make it stale: all others do not. */
const STALE: Record<string, readonly string[]> = {
  nothing: [],
  "one document": ["a change of the second"],
  "two documents": ["a change of the second", "the last moved away"],
  "one that is not there": [],
  "the count": Object.keys(WRITES).filter((name) => name !== "an insert into another table"),
  "20 to 30": [
    ...["an insert at 20", "an insert at 25", "an insert at 30"],
    ...["a change of the second", "the first moved to 25", "the third removed"],
  ],
  "between 20 and 30, where nothing is": ["an insert at 25", "the first moved to 25"],
  "the first two": ["an insert at 5", "a change of the second", "the first moved to 25"],
  "the last two": ["an insert at 50", "the last moved away", "an insert at 30"],
  "a scan that is not stepped": [],
  "another table": ["an insert into another table"],
};
STALE["20 to 30, downwards"] = STALE["20 to 30"] ?? [];

describe("conflict detection", () => {
  it.each(Object.keys(WRITES))("finds every read that %s makes stale, and no others", (write) => {
    const world = open();
    const readers = Object.entries(READS).map(([read, body]) => {
      const reader = world.database.begin();
      body(reader, world);
      return [read, reader] as const;
    });
    const stale: string[] = [];
    world.database.onCommit(({ writes }) => {
      for (const [read, { reads }] of readers) if (overlaps(reads, writes)) stale.push(read);
    });
    const writer = world.database.begin();
    WRITES[write]?.(writer, world);
    world.database.commit(writer);
    expect(stale).toEqual(Object.keys(READS).filter((read) => STALE[read]?.includes(write)));
  });

  it("notices a write that puts a document back, and all writes of one commit", () => {
    const world = open();
    const reader = world.database.begin();
    take(reader, Infinity, "asc", between);
    let isStale = false;
    world.database.onCommit(({ writes }) => (isStale = overlaps(reader.reads, writes)));
    const writer = world.database.begin();
    for (const n of [1, 2, 25, 60]) writer.insert("t", { channel: "a", n });
    world.database.commit(writer);
    expect(isStale).toBe(true);
  });

  it("keeps reads of a part that was rolled back, and stores each document read once", () => {
    const world = open();
    const tx = world.database.begin();
    const mark = tx.mark();
    tx.get("t", idOf(world, 1));
    tx.get("t", idOf(world, 1));
    tx.rollback(mark);
    tx.get("t", idOf(world, 1));
    expect(tx.ranges).toBe(1);
    tx.get("t", idOf(world, 2));
    tx.get("other", idOf(world, 1));
    expect(tx.ranges).toBe(3);
    expect([...tx.reads.keys()]).toEqual(["t.by_id", "other.by_id"]);
  });
});
