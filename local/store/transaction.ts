import type { JSONValue } from "convex/values";
import { mintId } from "../codec/ids";
import { ALL_KEYS, encodeKey } from "../codec/keys";
import { BTree } from "./btree";
import { StoreError } from "./errors";
import { IndexScan, ReadRecorder } from "./read-set";
import type { State, Write } from "./state";
import { addressOf, applyWrite, BY_ID, indexesOf } from "./state";
import type {
  Doc,
  JsonFields,
  KeyBounds,
  Mark,
  Order,
  ReadSet,
  Scan,
  Transaction,
  Trees,
} from "./types";

/** What a transaction needs of its database to make a document. */
export interface Minter {
  assignNumber(table: string): number;
  creationTime(): number;
}

const NOTHING = BTree.empty<Doc>();

export function deepFreeze(value: JSONValue): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
}

/** A fork of one state: its own trees, the writes that led there, and what it read. */
export class Fork implements Transaction {
  private readonly recorder = new ReadRecorder();
  private log: Write[] = [];
  private current: Trees;
  /** Set while the map of trees is this transaction's own, not shared with a state or a mark. */
  private own: Map<string, BTree<Doc>> | null = null;

  constructor(
    readonly snapshot: State,
    private readonly minter: Minter,
  ) {
    this.current = snapshot.trees;
  }

  get reads(): ReadSet {
    return this.recorder.reads;
  }

  get hasWrites(): boolean {
    return this.log.length > 0;
  }

  get writes(): readonly Write[] {
    return this.log;
  }

  get(table: string, id: string): Doc | null {
    const address = addressOf(table, BY_ID);
    const key = encodeKey(id);
    this.recorder.addPoint(address, key);
    return this.current.get(address)?.get(key) ?? null;
  }

  scan(table: string, index: string, bounds: KeyBounds, order: Order): Scan {
    const isKnown = indexesOf(this.snapshot.indexes, table).some(({ name }) => name === index);
    if (!isKnown) throw new StoreError("unknown_index", `Index ${table}.${index} not found.`);
    const address = addressOf(table, index);
    const current = () => this.current.get(address) ?? NOTHING;
    return new IndexScan(current, bounds, order, this.recorder, address);
  }

  count(table: string): number {
    const address = addressOf(table, BY_ID);
    this.recorder.add(address, { ...ALL_KEYS });
    return this.current.get(address)?.size ?? 0;
  }

  insert(table: string, fields: JsonFields): Doc {
    const id = mintId(this.minter.assignNumber(table));
    const after = seal({ ...fields, _id: id, _creationTime: this.minter.creationTime() });
    this.write({ table, id, before: null, after });
    return after;
  }

  replace(table: string, id: string, fields: JsonFields): Doc {
    const before = this.existing(table, id);
    const after = seal({ ...fields, _id: id, _creationTime: before._creationTime });
    this.write({ table, id, before, after });
    return after;
  }

  remove(table: string, id: string): Doc {
    const before = this.existing(table, id);
    this.write({ table, id, before, after: null });
    return before;
  }

  mark(): Mark {
    this.own = null;
    return { writes: this.log.length, trees: this.current };
  }

  rollback(mark: Mark): void {
    this.own = null;
    this.current = mark.trees;
    this.log.length = mark.writes;
  }

  private existing(table: string, id: string): Doc {
    const doc = this.get(table, id);
    if (!doc) throw new StoreError("missing_document", `Document ${id} not found in ${table}.`);
    return doc;
  }

  private write(write: Write): void {
    this.own ??= new Map(this.current);
    applyWrite(this.own, this.snapshot.indexes, write);
    this.current = this.own;
    this.log.push(write);
  }
}

function seal(doc: Doc): Doc {
  deepFreeze(doc);
  return doc;
}
