import type { AuthConfig } from "convex/server";
import type { JSONValue } from "convex/values";
import type { Database } from "../store/database";
import type { ReadSet } from "../store/transaction";
import type { Usage } from "./limits";
import type { Concurrency } from "./transactions";

export type JsonObject = Record<string, JSONValue>;

/** Of a deployment, as `process.env` has them. */
export type Variables = Readonly<Record<string, string>>;

/**
 * The caller: anonymous (`problem`: why its credential was refused), a verified user (with the claims
 * that `getUserIdentity` returns), or the admin key, which may act as a user.
 */
export type Caller =
  | { kind: "nobody"; problem?: string }
  | { kind: "user"; identity: JsonObject; token?: string }
  | { kind: "admin"; identity?: JsonObject };

/** One call of a function: path as `dir/module:export`, arguments as one Convex-JSON object. */
export interface Call {
  path: string;
  /** The path of the function's component; absent or empty: the app. */
  component?: string;
  args: JSONValue;
  caller: Caller;
  /** The owner of the turn; absent: the backend. */
  client?: string;
  request?: RequestOrigin;
}

/** The origin of a call and all its nested calls, as `getRequestMetadata` returns it. */
export interface RequestOrigin {
  ip?: string;
  userAgent?: string | null;
  /** Absent in requests: the runtime sets it. */
  requestId?: string;
  scheduledFunctionId?: string;
}

/**
 * Clients ("public") can call the public functions of the app; a parent those of
 * its component; functions of the same component, holders of a handle and the
 * admin can call all.
 */
export type Audience = "public" | "parent" | "any";

/**
 * The result for the caller. `data` is present (even null) exactly when a
 * ConvexError was thrown.
 */
export type Outcome =
  | { success: true; value: JSONValue }
  | { success: false; message: string; data?: JSONValue };

export interface Run {
  outcome: Outcome;
  logLines: string[];
}

/** With the use of its transaction: amounts, and the keys of each index. */
export interface QueryRun extends Run {
  usage: Usage;
  readSet: ReadSet;
  journal: string | null;
  /** Whether the function read the identity; if not, the answer is the same for everyone. */
  asksWho: boolean;
  /** Whether it read the clock or drew a random number. */
  isUnsteady: boolean;
}

/** `ts` is the commit's timestamp (u64 nanoseconds); null when the mutation failed. */
export interface MutationRun extends Run {
  ts: bigint | null;
  usage?: Usage;
}

export interface FileRow {
  _id: string;
  sha256: string;
  size: number;
  contentType?: string;
}

export type FileSource = AsyncIterable<Uint8Array>;

/** A file that a caller sends. */
export interface SentFile {
  bytes: FileSource;
  contentType: string;
  /** The digest that the sender stated, if any. */
  sha256: string | undefined;
}

/** Bytes without a row. */
export type StagedFile = Pick<FileRow, "sha256" | "size"> & { path: string };

/** The bytes of files, each stored under its storage id. The server implements it. */
export interface FileBytes {
  /**
   * Stores bytes temporarily, until `place` gives them their name or they are discarded. Rejects if
   * they do not match `sha256`, in hexadecimal or base64.
   */
  stage(source: FileSource, sha256?: string): Promise<StagedFile>;
  /** Before the rows are committed; the next start may move a file without a row aside. */
  place(staged: Iterable<readonly [storageId: string, file: StagedFile]>): void;
  discard(staged: StagedFile): Promise<void>;
  read(storageId: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Called after the row's removal is committed. */
  remove(storageId: string): Promise<void>;
  /** Names the file's component, if it has one. */
  url(storageId: string, component: string): string;
  /** A file sent there belongs to the component. */
  createUploadUrl(component: string): string;
}

/** Providers as `auth.config.ts` exports them. */
export type AuthProvider = AuthConfig["providers"][number];

/**
 * What a caller receives of an error: its message and stack, as on Convex's development
 * deployments; only its message; or neither and no log lines, as in production.
 */
export type Detail = "stack" | "message" | "none";

/**
 * Which runs share a JavaScript context: none, as on Convex, where each run has its own ("run"); or
 * all runs of a deployment, which is faster ("deployment").
 */
export type Isolation = "run" | "deployment";

/** The options of a runtime. */
export interface RuntimeOptions {
  database: Database;
  functionsDir: string;
  files: FileBytes;
  cloudUrl: string;
  siteUrl: string;
  /** Variables of the deployment; those that were set later are stored, and win. */
  variables?: Variables;
  log: (path: string, line: string) => void;
  now?: () => number;
  /** What clients receive of an error that is not a `ConvexError`. Default: "message". */
  errors?: Detail;
  /**
   * The CPU time that a query or mutation may use, in milliseconds. Default: 1,000, as on Convex, whose
   * machines are fast: tests of large transactions raise it.
   */
  functionMs?: number;
  /** Default: "optimistic". */
  concurrency?: Concurrency;
  /** Default: "run". */
  isolation?: Isolation;
  /** Stored with the data; without one, cursors end with the process. */
  cursorSecret?: Uint8Array;
}
