import type { JSONValue } from "convex/values";
import type { Database } from "../store/database";
import type { Doc } from "../store/state";
import type { Transaction } from "../store/transaction";
import type { CpuTime } from "./cpu-time";
import type { CursorSeal } from "./cursors";
import type { FailureLog } from "./failure";
import type { Usage } from "./limits";
import type { Deployment, GuestFunction } from "./load";
import type { Schema } from "./schema";
import type { Searches } from "./searches";
import type { TransactionQueue } from "./transactions";
import type { Audience, Call, FileBytes, Outcome, Run } from "./types";

export interface Engine {
  readonly database: Database;
  readonly files: FileBytes;
  readonly cursors: CursorSeal;
  now(): number;
  readonly failures: FailureLog;
  log(path: string, line: string): void;
  deployment(): Deployment;
  schema(): Schema;
  readonly searches: Searches;
}

/** One transaction: a top-level query or mutation and everything that it calls. */
export interface Root {
  readonly tx: Transaction;
  /** What was called from outside; a page's cursors are of it. */
  readonly call: Pick<Call, "path" | "args" | "caller" | "request">;
  /** The time that all of it is told, in milliseconds. */
  readonly now: number;
  readonly usage: Usage;
  readonly cpu: CpuTime;
  /** The end of the one page that a function may read, kept from run to run. */
  readonly journal: { endCursor: string | null; used: boolean };
  readonly logLines: string[];
  /** What else than the database the answer may depend on. */
  readonly asked: { who: boolean; unsteady: boolean };
  /** Done when the transaction is committed, and only then. */
  readonly afterCommit: (() => Promise<void>)[];
}

/** A running function of any type. */
export interface Running {
  readonly engine: Engine;
  readonly target: Pick<GuestFunction, "path" | "component">;
  readonly root: {
    readonly call: Pick<Call, "caller" | "request">;
    readonly asked: { who: boolean };
  };
  /** What it sees. */
  readonly begin: () => Transaction;
}

/** A running query or mutation. */
export interface Frame extends Running {
  readonly root: Root;
  readonly target: GuestFunction;
  /** The queries that it walks through. */
  readonly streams: Map<number, Generator<Doc, void>>;
  call: (target: GuestFunction, args: JSONValue, root: Root) => Promise<JSONValue>;
}

/** What runs functions: for actions, and for what is scheduled. */
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
