import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyBounds } from "../../../packages/convex-local/src/codec/keys";
import type { Database } from "../../../packages/convex-local/src/store/database";
import type { Snapshot } from "../../../packages/convex-local/src/store/state";
import { casesOf } from "../../cases";
import { openTempDatabase } from "./temp-folder";

const MAX = 400;
const number = fc.integer({ min: 0, max: MAX });
const command = fc.record({ isRemoval: fc.boolean(), n: number });

function open(): Database {
  const database = openTempDatabase();
  database.applySchema([{ name: "t", indexes: [{ name: "by_n", fields: ["n"] }] }]);
  return database;
}

function scan(database: Database, at: Snapshot, [lo, hi]: [number, number], order: "asc" | "desc") {
  const lower = { value: lo, inclusive: true };
  const bounds = keyBounds([], lower, { value: hi, inclusive: false });
  return [...database.begin(at).scan("t", "by_n", bounds, order)].map(({ doc }) => doc.n);
}

describe("a scan", () => {
  it("returns what a sorted array returns, and old snapshots are unchanged", () => {
    const commands = fc.array(command, { maxLength: 500, size: "max" });
    const bounds = fc.tuple(number, number);
    fc.assert(
      fc.property(commands, bounds, (list, [lo, hi]) => {
        const database = open();
        const ids = new Map<number, string>();
        const history: [Snapshot, number[]][] = [];
        let tx = database.begin();
        for (const [at, { isRemoval, n }] of list.entries()) {
          const known = ids.get(n);
          if (isRemoval && known !== undefined) tx.remove("t", known);
          if (isRemoval) ids.delete(n);
          else if (known === undefined) ids.set(n, tx.insert("t", { n })._id);
          if (at % 50 > 0) continue;
          database.commit(tx);
          tx = database.begin();
          history.push([database.head, [...ids.keys()]]);
        }
        database.commit(tx);
        for (const [snapshot, held] of [...history, [database.head, [...ids.keys()]] as const]) {
          const expected = held.filter((n) => lo <= n && n < hi).sort((a, b) => a - b);
          expect(scan(database, snapshot, [lo, hi], "asc")).toEqual(expected);
          expect(scan(database, snapshot, [lo, hi], "desc")).toEqual(expected.toReversed());
          expect(database.begin(snapshot).count("t")).toBe(held.length);
        }
      }),
      { numRuns: casesOf(200) },
    );
  });
});
