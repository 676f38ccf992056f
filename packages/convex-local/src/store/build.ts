import { bulkLoad } from "sorted-btree/extended/bulkLoad.js";
import type { JSONValue } from "convex/values";
import { encodeKey } from "../codec/keys";
import { EMPTY_TREE, indexesOf, valueAt } from "./state";
import type { Doc, Index, Indexes, Tree, Trees } from "./state";

/** The default of the package. */
const NODE_SIZE = 32;
/** The fields that every index ends with: `_creationTime` and `_id`. */
const COMMON_FIELDS = 2;

/** One field of all documents: its distinct keys in order, and the key of each document. */
interface Column {
  readonly keys: readonly string[];
  readonly ranks: Uint32Array;
}

const compareKeys = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Of sorted keys. */
const treeOf = (keys: string[], docs: Doc[]): Tree => bulkLoad(keys, docs, NODE_SIZE, compareKeys);

/** The items at these positions, all of which exist. */
const itemsAt = <T>(items: readonly T[], positions: Iterable<number>): T[] =>
  Array.from(positions, (at) => items[at] as T);

/** Of keys in any order; those of a snapshot's `by_creation_time` are sorted already. */
function sortedTree(keys: readonly string[], docs: readonly Doc[]): Tree {
  const keyAt = (at: number) => keys[at] ?? "";
  const order = [...keys.keys()].sort((one, other) => compareKeys(keyAt(one), keyAt(other)));
  return treeOf(itemsAt(keys, order), itemsAt(docs, order));
}

/** The built-in trees of a table: `by_id` and `by_creation_time`. */
export function builtInTrees(table: string, docs: readonly Doc[]): [string, Tree][] {
  const ids: string[] = [];
  const times: string[] = [];
  for (const { _id, _creationTime } of docs) {
    const id = encodeKey(_id);
    ids.push(id);
    times.push(encodeKey(_creationTime) + id);
  }
  return [
    [`${table}.by_id`, sortedTree(ids, docs)],
    [`${table}.by_creation_time`, sortedTree(times, docs)],
  ];
}

/** Encodes each distinct value once. Objects are distinct by their keys, not by identity. */
function makeColumn(docs: readonly Doc[], path: string): Column {
  const names = path.split(".");
  const places = new Map<JSONValue | undefined, number>();
  const placesByKey = new Map<string, number>();
  const found: string[] = [];
  const placeOf = (value: JSONValue | undefined) => {
    const known = places.get(value);
    if (known !== undefined) return known;
    const key = encodeKey(value);
    const place = placesByKey.get(key) ?? found.push(key) - 1;
    if (typeof value !== "object") places.set(value, place);
    else placesByKey.set(key, place);
    return place;
  };
  const held = docs.map((doc) => placeOf(valueAt(doc, names)));
  const order = found.map((key, place) => ({ key, place }));
  order.sort((a, b) => compareKeys(a.key, b.key));
  const rankOf = new Uint32Array(found.length);
  for (const [rank, { place }] of order.entries()) rankOf[place] = rank;
  const ranks = Uint32Array.from(held, (place) => rankOf[place] ?? 0);
  return { keys: order.map(({ key }) => key), ranks };
}

/** Stable, in time that grows with the number of documents alone (a counting sort). */
function sortedBy({ ranks, keys }: Column, order: Uint32Array): Uint32Array {
  const places = new Uint32Array(keys.length + 1);
  for (const rank of ranks) places[rank + 1] = (places[rank + 1] ?? 0) + 1;
  for (const rank of keys.keys()) places[rank + 1] = (places[rank + 1] ?? 0) + (places[rank] ?? 0);
  const sorted = new Uint32Array(order.length);
  for (const at of order) {
    const rank = ranks[at] ?? 0;
    const place = places[rank] ?? 0;
    sorted[place] = at;
    places[rank] = place + 1;
  }
  return sorted;
}

/**
 * The trees of further indexes of a table, many times faster than writing one
 * after another. A key is the concatenation of its fields' keys, so an index is
 * sorted field by field, from the last to the first, beginning with the order of
 * `by_creation_time`, whose keys end all of them.
 */
function declaredTrees(byTime: Tree, indexes: readonly Index[]): Tree[] {
  const docs = byTime.valuesArray();
  const ends = byTime.keysArray();
  const columns = new Map<string, Column>();
  const columnOf = (path: string) => {
    const column = columns.get(path) ?? makeColumn(docs, path);
    columns.set(path, column);
    return column;
  };
  const byCreation: Uint32Array = Uint32Array.from(docs.keys());
  return indexes.map(({ fields }) => {
    const parts = fields.slice(0, -COMMON_FIELDS).map(columnOf);
    const order = parts.reduceRight((sorted, column) => sortedBy(column, sorted), byCreation);
    const keys = Array.from(order, (at) => {
      let key = "";
      for (const column of parts) key += column.keys[column.ranks[at] ?? 0] ?? "";
      return key + (ends[at] ?? "");
    });
    return treeOf(keys, itemsAt(docs, order));
  });
}

/** The trees of these indexes; existing ones stay. */
export function reindex(before: Trees, known: Indexes, indexes: Indexes): Trees {
  const trees = new Map<string, Tree>();
  for (const [address, byTime] of before) {
    const [table = "", name] = address.split(".");
    if (name !== "by_creation_time") continue;
    const old = new Set(indexesOf(known, table).map((index) => JSON.stringify(index)));
    const all = indexesOf(indexes, table);
    const added = all.filter((index) => !old.has(JSON.stringify(index)));
    const made = declaredTrees(byTime, added);
    for (const index of all) {
      const kept = before.get(`${table}.${index.name}`) ?? EMPTY_TREE;
      trees.set(`${table}.${index.name}`, made[added.indexOf(index)] ?? kept);
    }
  }
  return trees;
}
