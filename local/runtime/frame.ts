import type { JSONValue } from "convex/values";
import type { Database, Transaction } from "../store/types";
import type { Usage } from "./limits";
import type { Deployment, GuestFunction } from "./load";
import type { Schema } from "./schema";
import type { Caller, FileBytes } from "./types";

/** What running functions need of the runtime. */
export interface Engine {
  readonly database: Database;
  readonly files: FileBytes;
  now(): number;
  log(path: string, line: string): void;
  deployment(): Deployment;
  schema(): Schema;
}

/** The end of the one page that a function may read, kept from run to run. */
interface Journal {
  endCursor: string | null;
  used: boolean;
}

/** One transaction: a top-level query or mutation and everything that it calls. */
export interface Root {
  readonly tx: Transaction;
  readonly caller: Caller;
  readonly usage: Usage;
  readonly journal: Journal;
  readonly logLines: string[];
  /** Done when the transaction is committed, and only then. */
  readonly afterCommit: (() => Promise<void>)[];
  readsIdentity: boolean;
  /** The result must not be reused: it depends on the clock or on chance. */
  impure: boolean;
}

/** One function on the stack of a transaction. */
export interface Frame {
  readonly engine: Engine;
  readonly root: Root;
  readonly target: GuestFunction;
  readonly writable: boolean;
  /** Runs another function inside this transaction. */
  call(target: GuestFunction, args: JSONValue, root: Root): Promise<JSONValue>;
}
