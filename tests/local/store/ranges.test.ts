import { compareValues } from "convex/values";
import type { JSONValue } from "convex/values";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ALL_KEYS, keyBounds } from "../../../packages/convex-local/src/codec/keys";
import type { Bound, KeyBounds } from "../../../packages/convex-local/src/codec/keys";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import type { Database } from "../../../packages/convex-local/src/store/database";
import type { Doc } from "../../../packages/convex-local/src/store/state";
import type { Order } from "../../../packages/convex-local/src/store/transaction";

type Field = JSONValue | undefined;

/** The limits of ranges; documents have these values too, so that every limit has equals. */
const VALUES: readonly Field[] = [undefined, null, -1, 0, 1, false, true, "", "a", "ab", ["a"]];
const PREFIXES: readonly Field[][] = [[], ["x"], ["y"], ["nowhere"]];
const ORDERS: readonly Order[] = ["asc", "desc"];

const dir = mkdtempSync(join(tmpdir(), "ranges-"));
let database: Database;
let docs: Doc[];

beforeAll(() => {
  database = openDatabase({ dir });
  const fields = ["a", "b"];
  database.applySchema([{ name: "t", indexes: [{ name: "by_a_b", fields }] }]);
  const tx = database.begin();
  docs = ["y", "x", undefined].flatMap((a) =>
    [...VALUES, ...VALUES].map((b) =>
      tx.insert("t", {
        ...(a !== undefined && { a }),
        ...(b !== undefined && { b }),
      }),
    ),
  );
  tx.insert("t2", { a: "x", b: 1 });
  database.commit(tx);
});
afterAll(() => {
  database.close();
  rmSync(dir, { recursive: true });
});

function scan(index: string, bounds: KeyBounds, order: Order): string[] {
  return [...database.begin().scan("t", index, bounds, order)].map(({ doc }) => doc._id);
}

function compareFields(one: Doc, other: Doc): number {
  for (const name of ["a", "b", "_creationTime", "_id"]) {
    const order = compareValues(one[name], other[name]);
    if (order !== 0) return order;
  }
  return 0;
}

/** The expected content of a range, by comparing values and not keys. */
function expected(equal: readonly Field[], lower: Bound | undefined, upper: Bound | undefined) {
  return docs
    .filter((doc) => {
      const next = equal.length === 0 ? doc.a : doc.b;
      return (
        equal.every((value, i) => compareValues(value, doc[["a", "b"][i] ?? ""]) === 0) &&
        (!lower || compareValues(next, lower.value) >= (lower.inclusive ? 0 : 1)) &&
        (!upper || compareValues(next, upper.value) <= (upper.inclusive ? 0 : -1))
      );
    })
    .sort(compareFields)
    .map((doc) => doc._id);
}

const LOWER = { "no lower bound": null, gt: false, gte: true };
const UPPER = { "no upper bound": null, lt: false, lte: true };
const COMBINATIONS = Object.entries(LOWER).flatMap(([from, lower]) =>
  Object.entries(UPPER).map(([to, upper]) => [from, to, lower, upper] as const),
);

describe("a range of an index", () => {
  it.each(COMBINATIONS)("with %s and %s equals a comparison of values", (_, __, lower, upper) => {
    const bound = (value: Field, inclusive: boolean | null): Bound | undefined =>
      inclusive === null ? undefined : { value, inclusive };
    for (const equal of PREFIXES)
      for (const from of lower === null ? [null] : VALUES)
        for (const to of upper === null ? [null] : VALUES) {
          const [low, high] = [bound(from, lower), bound(to, upper)];
          const ids = expected(equal, low, high);
          const bounds = keyBounds(equal, low, high);
          expect(scan("by_a_b", bounds, "asc")).toEqual(ids);
          expect(scan("by_a_b", bounds, "desc")).toEqual(ids.toReversed());
        }
  });

  it.each(ORDERS)("with all fields fixed returns equals by age (%s)", (order) => {
    const ids = expected(["x", 1], undefined, undefined);
    expect(ids).toHaveLength(2);
    const ordered = order === "asc" ? ids : ids.toReversed();
    expect(scan("by_a_b", keyBounds(["x", 1]), order)).toEqual(ordered);
  });

  it.each(ORDERS)("that continues to the creation time divides equals (%s)", (order) => {
    const [first, second] = docs.filter(({ a, b }) => a === "x" && b === 1);
    const at = { value: second?._creationTime, inclusive: true };
    expect(scan("by_a_b", keyBounds(["x", 1], at), order)).toEqual([second?._id]);
    const before = { ...at, inclusive: false };
    expect(scan("by_a_b", keyBounds(["x", 1], undefined, before), order)).toEqual([first?._id]);
  });

  it("that ends before it starts is empty", () => {
    const bounds = keyBounds([], { value: "y", inclusive: true }, { value: "x", inclusive: true });
    expect(ORDERS.map((order) => scan("by_a_b", bounds, order))).toEqual([[], []]);
  });

  it.each([
    ["by_id", (doc: Doc) => doc._id],
    ["by_creation_time", (doc: Doc) => doc._creationTime],
  ])("of the built-in %s returns all documents of its table in order", (index, by) => {
    const sorted = [...docs].sort((one, other) => (by(one) < by(other) ? -1 : 1));
    const ids = sorted.map(({ _id }) => _id);
    expect(scan(index, ALL_KEYS, "asc")).toEqual(ids);
    expect(scan(index, ALL_KEYS, "desc")).toEqual(ids.toReversed());
    const one = sorted[4];
    expect(one && scan(index, keyBounds([by(one)]), "asc")).toEqual([one?._id]);
  });
});

describe("an index over a path", () => {
  it.each([
    ["a value inside an object", { at: { x: 1 } }, 1],
    ["a path that ends early", { at: {} }, undefined],
    ["a missing field", {}, undefined],
    ["null inside the path", { at: null }, undefined],
    ["an array inside the path", { at: [1] }, undefined],
    ["a string inside the path", { at: "text" }, undefined],
    ["a name that every object inherits", { at: { toString: 1 } }, undefined],
    ["an object at its end", { at: { x: { y: 1 } } }, { y: 1 }],
  ])("finds %s", (_, fields, value) => {
    const folder = mkdtempSync(join(tmpdir(), "paths-"));
    const paths = openDatabase({ dir: folder });
    const index = { name: "by_x", fields: ["at.x"] };
    paths.applySchema([{ name: "t", indexes: [index] }]);
    const tx = paths.begin();
    const { _id } = tx.insert("t", fields);
    const found = [...tx.scan("t", "by_x", keyBounds([value]), "asc")].map(({ doc }) => doc._id);
    expect(found).toEqual([_id]);
    paths.close();
    rmSync(folder, { recursive: true });
  });

  it.each(["at.constructor", "at.length", "at.0"])(
    "does not look into what %s inherits",
    (path) => {
      const folder = mkdtempSync(join(tmpdir(), "paths-"));
      const paths = openDatabase({ dir: folder });
      paths.applySchema([{ name: "t", indexes: [{ name: "by_path", fields: [path] }] }]);
      const tx = paths.begin();
      for (const at of [{}, ["first"], "text", 1]) tx.insert("t", { at });
      expect([...tx.scan("t", "by_path", keyBounds([undefined]), "asc")]).toHaveLength(4);
      paths.close();
      rmSync(folder, { recursive: true });
    },
  );
});
