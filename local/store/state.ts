import type { JSONValue } from "convex/values";
import { encodeKey } from "../codec/keys";
import { BTree } from "./btree";
import type { Doc, IndexDefinition, Snapshot, TableDefinition, Trees, WriteSet } from "./types";

/** An index with the paths of everything that makes its keys. */
interface Index {
  readonly name: string;
  readonly paths: readonly (readonly string[])[];
}

/** A change of one document; null is its absence. */
export interface Write {
  readonly table: string;
  readonly id: string;
  readonly before: Doc | null;
  readonly after: Doc | null;
}

export const BY_ID = "by_id";

const BUILT_IN: readonly Index[] = [
  { name: BY_ID, paths: [["_id"]] },
  { name: "by_creation_time", paths: [["_creationTime"], ["_id"]] },
];

/** Tables that are not named have the built-in indexes alone. */
export type Indexes = ReadonlyMap<string, readonly Index[]>;

export function indexesOf(indexes: Indexes, table: string): readonly Index[] {
  return indexes.get(table) ?? BUILT_IN;
}

export function addressOf(table: string, index: string): string {
  return `${table}.${index}`;
}

/** One state of the database. */
export class State implements Snapshot {
  constructor(
    readonly ts: bigint,
    readonly trees: Trees,
    readonly indexes: Indexes,
  ) {}
}

/** The value at a path of field names; undefined when there is none. */
export function fieldAt(doc: Doc, path: readonly string[]): JSONValue | undefined {
  let value: JSONValue | undefined = doc;
  for (const name of path) {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}

function keyOf(index: Index, doc: Doc): string {
  let key = "";
  for (const path of index.paths) key += encodeKey(fieldAt(doc, path));
  return key;
}

export function applyWrite(trees: Map<string, BTree<Doc>>, indexes: Indexes, write: Write): void {
  const { table, before, after } = write;
  for (const index of indexesOf(indexes, table)) {
    const address = addressOf(table, index.name);
    let tree = trees.get(address) ?? BTree.empty<Doc>();
    const oldKey = before && keyOf(index, before);
    const newKey = after && keyOf(index, after);
    if (oldKey !== null && oldKey !== newKey) tree = tree.delete(oldKey);
    if (after && newKey !== null) tree = tree.set(newKey, after);
    trees.set(address, tree);
  }
}

/** Only the first state and the last of each document count. */
export function foldWrites(writes: readonly Write[]): Write[] {
  const folded = new Map<string, Write>();
  for (const write of writes) {
    const earlier = folded.get(write.id);
    folded.set(write.id, earlier ? { ...write, before: earlier.before } : write);
  }
  return [...folded.values()].filter(({ before, after }) => before !== null || after !== null);
}

export function writeSetOf(indexes: Indexes, writes: readonly Write[]): WriteSet {
  const keys = new Map<string, Set<string>>();
  for (const { table, before, after } of writes) {
    for (const index of indexesOf(indexes, table)) {
      const address = addressOf(table, index.name);
      const written = keys.get(address) ?? new Set();
      keys.set(address, written);
      for (const doc of [before, after]) if (doc) written.add(keyOf(index, doc));
    }
  }
  return new Map([...keys].map(([address, written]) => [address, [...written].sort()]));
}

function fullIndex({ name, fields }: IndexDefinition): Index {
  const paths = [...fields, "_creationTime", "_id"].map((field) => field.split("."));
  return { name, paths };
}

export function indexesFor(tables: readonly TableDefinition[]): Indexes {
  return new Map(
    tables.map(({ name, indexes }) => [name, [...BUILT_IN, ...indexes.map(fullIndex)]]),
  );
}

export function isSameIndexes(a: Indexes, b: Indexes): boolean {
  return JSON.stringify([...a]) === JSON.stringify([...b]);
}

/** The trees of these indexes over the documents of the `by_id` trees; equal ones are kept. */
export function rebuildTrees(
  tables: readonly string[],
  from: { trees: Trees; indexes: Indexes },
  indexes: Indexes,
): Map<string, BTree<Doc>> {
  const trees = new Map<string, BTree<Doc>>();
  for (const table of tables) {
    const old = indexesOf(from.indexes, table);
    for (const index of indexesOf(indexes, table)) {
      const address = addressOf(table, index.name);
      const isKept = old.some((known) => JSON.stringify(known) === JSON.stringify(index));
      const kept = isKept ? from.trees.get(address) : undefined;
      trees.set(address, kept ?? buildTree(index, from.trees.get(addressOf(table, BY_ID))));
    }
  }
  return trees;
}

function buildTree(index: Index, byId: BTree<Doc> | undefined): BTree<Doc> {
  return BTree.from([...(byId?.entries() ?? [])].map(([, doc]) => [keyOf(index, doc), doc]));
}
