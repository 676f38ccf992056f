import type { JSONValue } from "convex/values";
import { EmptyBTree } from "sorted-btree";
import type BTree from "sorted-btree";
import { encodeKey } from "../codec/keys";

/**
 * A document in the store: a deep-frozen object in Convex's JSON form
 * (`{"$integer": …}`, `{"$bytes": …}`), the form of values in syscalls.
 */
export type Doc = Readonly<{ _id: string; _creationTime: number }> & Readonly<JsonFields>;

/** A document's own fields, without `_id` and `_creationTime`. */
export type JsonFields = Record<string, JSONValue>;

/** An index; fields may be paths: `a.b`. */
export interface Index {
  readonly name: string;
  readonly fields: readonly string[];
}

/** A table with its indexes beside the built-in `by_id` and `by_creation_time`. */
export interface TableDefinition {
  readonly name: string;
  readonly indexes: readonly Index[];
}

/** A change of one document; null: absent. */
export interface Write {
  readonly table: string;
  readonly id: string;
  readonly before: Doc | null;
  readonly after: Doc | null;
}

/** By index address (`table.index`), the keys that a commit wrote. */
export type WriteSet = ReadonlyMap<string, readonly string[]>;

/** Only its immutable methods are used: a tree is a snapshot. */
export type Tree = BTree<string, Doc>;

/** The indexes of all tables, by index address. */
export type Trees = ReadonlyMap<string, Tree>;

/** Tables that are not named have only the built-in indexes. */
export type Indexes = ReadonlyMap<string, readonly Index[]>;

/** One immutable state of the whole database. Cheap to keep: states share their trees. */
export interface Snapshot {
  /** Unix nanoseconds, strictly monotonic, also across restarts. */
  readonly ts: bigint;
  readonly trees: Trees;
  readonly indexes: Indexes;
}

// The package types it for any keys and values.
export const EMPTY_TREE = EmptyBTree as Tree;

const BUILT_IN: readonly Index[] = [
  { name: "by_id", fields: ["_id"] },
  { name: "by_creation_time", fields: ["_creationTime", "_id"] },
];

export function indexesOf(indexes: Indexes, table: string): readonly Index[] {
  return indexes.get(table) ?? BUILT_IN;
}

export function indexesFor(tables: readonly TableDefinition[]): Indexes {
  const whole = ({ name, fields }: Index) => ({
    name,
    fields: [...fields, "_creationTime", "_id"],
  });
  return new Map(tables.map(({ name, indexes }) => [name, [...BUILT_IN, ...indexes.map(whole)]]));
}

/** The value at a path of field names (`a.b`); undefined when there is none. */
export function fieldAt(doc: Doc, path: string): JSONValue | undefined {
  return valueAt(doc, path.split("."));
}

export function valueAt(doc: Doc, names: readonly string[]): JSONValue | undefined {
  let value: JSONValue | undefined = doc;
  for (const name of names) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

function keyOf({ fields }: Index, doc: Doc): string {
  return fields.map((path) => encodeKey(fieldAt(doc, path))).join("");
}

export function applyWrite(trees: Map<string, Tree>, indexes: Indexes, write: Write): void {
  const { table, before, after } = write;
  for (const index of indexesOf(indexes, table)) {
    const address = `${table}.${index.name}`;
    let tree = trees.get(address) ?? EMPTY_TREE;
    const key = after && keyOf(index, after);
    const oldKey = before && keyOf(index, before);
    if (oldKey !== null && oldKey !== key) tree = tree.without(oldKey);
    trees.set(address, after && key !== null ? tree.with(key, after, true) : tree);
  }
}

export function writeSetOf(indexes: Indexes, writes: readonly Write[]): WriteSet {
  const keys = new Map<string, string[]>();
  for (const { table, before, after } of writes) {
    for (const index of indexesOf(indexes, table)) {
      const address = `${table}.${index.name}`;
      const written = keys.get(address) ?? [];
      for (const doc of [before, after]) if (doc) written.push(keyOf(index, doc));
      keys.set(address, written);
    }
  }
  return keys;
}
