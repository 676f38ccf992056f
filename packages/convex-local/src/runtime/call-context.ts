import type { JSONValue } from "convex/values";
import type { Database } from "../store/database";
import type { Doc } from "../store/state";
import type { Transaction } from "../store/transaction";
import type { CpuTime } from "./cpu-time";
import type { CursorSeal } from "./cursors";
import type { FailureLog } from "./failure";
import type { Usage } from "./limits";
import type { Deployment, UserFunction } from "./load";
import type { Realm } from "./realm";
import type { Schema } from "./schema";
import type { Searches } from "./searches";
import type { TransactionQueue } from "./transactions";
import type { Audience, Call, FileBytes, Outcome, Run } from "./types";

export interface Engine {
  readonly database: Database;
  readonly files: FileBytes;
  readonly cursors: CursorSeal;
  now(): number;
  /** The CPU time of a query or mutation, in milliseconds. */
  readonly functionMs: number;
  readonly failures: FailureLog;
  log(path: string, line: string): void;
  deployment(): Deployment;
  schema(): Schema;
  readonly searches: Searches;
  readonly realm: Realm;
}

/** One transaction: a top-level query or mutation and everything that it calls. */
export interface Root {
  readonly tx: Transaction;
  /** The outside call; the cursors of a page are bound to it. */
  readonly call: Pick<Call, "path" | "args" | "caller" | "request">;
  /** The fixed time of the transaction, in milliseconds. */
  readonly now: number;
  readonly usage: Usage;
  readonly cpu: CpuTime;
  /** The end of the one page that a function may read, the same in each run. */
  readonly journal: { endCursor: string | null; used: boolean };
  readonly logLines: string[];
  /** The inputs of a result besides the database. */
  readonly asked: { who: boolean; unsteady: boolean };
  /** Runs after the transaction is committed, and only then. */
  readonly afterCommit: (() => Promise<void>)[];
}

/** A running function of any type. */
export interface Running {
  readonly engine: Engine;
  readonly target: Pick<UserFunction, "path" | "component">;
  readonly root: {
    readonly call: Pick<Call, "caller" | "request">;
    readonly asked: { who: boolean };
  };
  /** The data that it can see. */
  readonly begin: () => Transaction;
}

/** A running query or mutation. */
export interface Context extends Running {
  readonly root: Root;
  readonly target: UserFunction;
  /** Its open database queries. */
  readonly streams: Map<number, Generator<Doc, void>>;
  call: (target: UserFunction, args: JSONValue, root: Root) => Promise<JSONValue>;
}

/** The runner of functions, for actions and for scheduled calls. */
export interface Host {
  readonly engine: Engine;
  readonly queue: TransactionQueue;
  query(call: Call, given: object, audience: Audience): Promise<Run>;
  mutation(call: Call, request: undefined, audience: Audience): Promise<Run>;
  mutate(
    tx: Transaction,
    call: Call,
    audience: Audience,
  ): Promise<{ outcome: Outcome; root: Root }>;
  action(call: Call, audience: Audience): Promise<Run>;
}
