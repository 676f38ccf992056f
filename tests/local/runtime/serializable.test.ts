import fc from "fast-check";
import { expect, it } from "vitest";
import { keyBounds } from "../../../packages/convex-local/src/codec/keys";
import { TransactionQueue } from "../../../packages/convex-local/src/runtime/transactions";
import type { Transaction } from "../../../packages/convex-local/src/store/transaction";
import { casesOf } from "../../cases";
import { openTempDatabase } from "../store/temp-folder";

/** Tables of the app and of a component, with few rows each. */
const TABLES = ["rows", "part/rows"] as const;
const NAMES = ["a", "b", "c"] as const;

const target = { table: fc.constantFrom(...TABLES), name: fc.constantFrom(...NAMES) };
const step = fc.oneof(
  fc.record({ kind: fc.constant("add" as const), ...target, by: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant("remove" as const), ...target }),
  // Depends on a whole range, so on rows that are not there yet.
  fc.record({ kind: fc.constant("sum" as const), ...target }),
  // Its writes are undone, and what it read still counts.
  fc.record({ kind: fc.constant("undone" as const), ...target }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Rows {
  get: (table: string, name: string) => number | null;
  all: (table: string) => number[];
  set: (table: string, name: string, n: number | null) => void;
  undo: (work: () => void) => void;
}

/** One step; returns what it read. */
function run(rows: Rows, { kind, table, name, ...more }: Step): unknown {
  const before = rows.get(table, name);
  if (kind === "add") rows.set(table, name, (before ?? 0) + ("by" in more ? more.by : 0));
  if (kind === "remove") rows.set(table, name, null);
  if (kind === "undone") rows.undo(() => rows.set(table, name, (before ?? 0) + 100));
  if (kind !== "sum") return before;
  const sum = rows.all(table).reduce((total, n) => total + n, 0);
  rows.set(table, name, sum % 1000);
  return sum;
}

function stored(tx: Transaction, world: number): Rows {
  const find = (table: string, names: string[]) =>
    [...tx.scan(table, "by_name", keyBounds([world, ...names]), "asc")].map(({ doc }) => doc);
  const get: Rows["get"] = (table, name) => Number(find(table, [name])[0]?.n ?? NaN) || null;
  return {
    get,
    all: (table) => find(table, []).map(({ n }) => Number(n)),
    set: (table, name, n) => {
      const [row] = find(table, [name]);
      if (row && !n) tx.remove(table, row._id);
      else if (row && n) tx.replace(table, row._id, { world, name, n });
      else if (n) tx.insert(table, { world, name, n });
    },
    undo: (work) => {
      const mark = tx.mark();
      work();
      tx.rollback(mark);
    },
  };
}

function model(): Rows {
  const rows = new Map<string, number>();
  return {
    get: (table, name) => rows.get(`${table} ${name}`) ?? null,
    all: (table) => NAMES.flatMap((name) => rows.get(`${table} ${name}`) ?? []),
    set: (table, name, n) => {
      if (n) rows.set(`${table} ${name}`, n);
      else rows.delete(`${table} ${name}`);
    },
    undo: () => undefined,
  };
}

const stateOf = (rows: Rows) => TABLES.map((table) => NAMES.map((name) => rows.get(table, name)));

it("concurrent transactions read and leave the same as in some serial order", async () => {
  const program = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 4 }),
    waits: fc.nat(4),
  });
  const database = openTempDatabase();
  const fields = ["world", "name"];
  database.applySchema(TABLES.map((name) => ({ name, indexes: [{ name: "by_name", fields }] })));
  let worlds = 0;
  let conflicts = 0;
  const queue = new TransactionQueue(database, "optimistic", () => {
    conflicts += 1;
    return Promise.resolve();
  });
  await fc.assert(
    fc.asyncProperty(fc.array(program, { minLength: 2, maxLength: 7 }), async (programs) => {
      const world = (worlds += 1);
      const ends = await Promise.allSettled(
        programs.map(({ steps, waits }) =>
          queue.transact(async (tx) => {
            const read: unknown[] = [];
            for (const one of steps) {
              for (let n = 0; n < waits; n += 1) await Promise.resolve();
              read.push(run(stored(tx, world), one));
            }
            return { commit: true, result: { steps, read, writes: tx.writes.length } };
          }),
        ),
      );
      const done = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
      // A transaction without writes has the time of the state that it read, and follows its
      // writer.
      const timeOf = ({ ts, result }: (typeof done)[number]) =>
        2n * (ts ?? 0n) + (result.writes === 0 ? 1n : 0n);
      const inOrder = done.toSorted((a, b) => Number(timeOf(a) - timeOf(b)));
      const rows = model();
      for (const { result } of inOrder)
        expect(result.read).toEqual(result.steps.map((one) => run(rows, one)));
      expect(stateOf(stored(database.begin(), world))).toEqual(stateOf(rows));
    }),
    { numRuns: casesOf(200) },
  );
  expect(conflicts).toBeGreaterThan(0);
}, 60_000);
