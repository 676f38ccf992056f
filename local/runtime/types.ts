import type { JSONValue } from "convex/values";
import type { Database, ReadSet, Snapshot } from "../store/types";

/** Who calls: nobody, a verified user (claims as `getUserIdentity` returns them), or the admin key. */
export type Caller =
  { kind: "nobody" } | { kind: "user"; identity: Record<string, JSONValue> } | { kind: "admin" };

/** One call of a function: path as `dir/module:export`, arguments as one Convex-JSON object. */
export interface Call {
  path: string;
  args: JSONValue;
  caller: Caller;
}

/** What the caller sees. `data` is present (even null) exactly when a ConvexError was thrown. */
export type Outcome =
  { success: true; value: JSONValue } | { success: false; message: string; data?: JSONValue };

export interface Run {
  outcome: Outcome;
  logLines: string[];
}

export interface QueryRun extends Run {
  readSet: ReadSet;
  readsIdentity: boolean;
  journal: string | null;
}

/** `ts` is the commit's timestamp (u64 nanoseconds); null when the mutation failed. */
export interface MutationRun extends Run {
  ts: bigint | null;
}

/** A client's own name for a mutation: repeats answer with the first success and its ts. */
export interface RequestKey {
  sessionId: string;
  requestId: number;
}

/** One row of `_storage`, as functions see it. */
export interface FileRow {
  _id: string;
  _creationTime: number;
  sha256: string;
  size: number;
  contentType?: string;
}

/** The bytes of files, each kept under its storage id. The server implements it. */
export interface FileBytes {
  /** Called before the row is committed; a file without a row may be swept at the next start. */
  write(storageId: string, bytes: Uint8Array): Promise<void>;
  read(storageId: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Called after the row's removal is committed. */
  remove(storageId: string): Promise<void>;
  url(storageId: string): string;
  createUploadUrl(): string;
}

/** The rows of files, for the upload and download routes. */
export interface FileRows {
  /** Inserts a row; `place` (move the uploaded bytes under the id) runs before the commit. */
  add(
    file: { sha256: string; size: number; contentType: string | null },
    place: (storageId: string) => void | Promise<void>,
  ): Promise<string>;
  find(storageId: string): FileRow | null;
  ids(): string[];
}

/** Deployment variables, kept in the database. Setting any reloads the functions. */
export interface Environment {
  all(): Record<string, string>;
  set(changes: readonly { name: string; value: string | null }[]): Promise<void>;
}

export interface AnalyzedFunction {
  name: string;
  pos: null;
  udfType: "Query" | "Mutation" | "Action";
  visibility: { kind: "public" | "internal" };
  /** Validator JSON as text, as the push API sends it. */
  args: string | null;
  returns: string | null;
}

export interface AnalyzedModule {
  functions: AnalyzedFunction[];
  httpRoutes: { route: { method: string; path: string }; pos: null }[] | null;
  cronSpecs: { identifier: string; spec: JSONValue }[] | null;
  sourceMapped: null;
}

interface AnalyzedTable {
  tableName: string;
  indexes: { indexDescriptor: string; fields: string[] }[];
  searchIndexes: JSONValue[];
  vectorIndexes: JSONValue[];
  documentType: JSONValue;
}

export interface AnalyzedSchema {
  tables: AnalyzedTable[];
  schemaValidation: boolean;
}

/** A variable and the validator (JSON as text) that its value must pass. */
export type DeclaredVariable = [
  name: string,
  rule: { type: "value"; value: string; optional?: boolean },
];

/** Providers as `auth.config.ts` exports them. */
export type AuthProvider =
  | { domain: string; applicationID: string }
  | {
      type: "customJwt";
      issuer: string;
      jwks: string;
      algorithm: "RS256" | "ES256";
      applicationID?: string;
    };

/** What was found in the functions folder; keys of `modules` are `dir/module.js`. */
export interface Analysis {
  modules: Record<string, AnalyzedModule>;
  schema: AnalyzedSchema | null;
  /** Variables that `convex.config.ts` declares. */
  envVars: DeclaredVariable[];
  auth: AuthProvider[];
}

export interface RuntimeOptions {
  database: Database;
  /** Absolute path of the functions folder. */
  functionsDir: string;
  files: FileBytes;
  cloudUrl: string;
  siteUrl: string;
  /** A line that a function printed, or that the runtime tells about it. */
  log: (path: string, line: string) => void;
  /** The clock, in milliseconds; tests give their own. Default: the wall clock. */
  now?: () => number;
}

/**
 * Runs a project's functions. `deploy` must have succeeded once before any call; `start` then sets
 * scheduled functions and crons going. Calls never reject for what a function did: see `Outcome`.
 */
export interface Runtime {
  /** Runs a query on the snapshot (default: the newest); equal queries share one run. */
  query(call: Call, options?: { snapshot?: Snapshot; journal?: string | null }): Promise<QueryRun>;
  /** Mutations run one after another, in the order of these calls. */
  mutation(call: Call, request?: RequestKey): Promise<MutationRun>;
  action(call: Call): Promise<Run>;
  /** Whatever the function's type is (`convex run`, `/api/function`). */
  run(call: Call): Promise<Run>;
  /** null when no route matches (or there is no `http.ts`). */
  httpAction(request: Request, caller: Caller): Promise<Response | null>;
  /**
   * Bundles and analyses the functions folder; unless `dryRun`, installs it. Rejects with
   * `DeployError` and keeps the old code when it does not compile, analyse or fit the stored data.
   */
  deploy(options?: { dryRun?: boolean }): Promise<Analysis>;
  /** What is installed; throws before the first deploy. */
  analysis(): Analysis;
  /** After each installed deploy (and each change of variables): every query must run again. */
  onDeploy(listener: () => void): () => void;
  /** Redeploys (debounced) when files change; errors go to `log`, the old code stays. */
  watch(): void;
  readonly env: Environment;
  readonly files: FileRows;
  start(): void;
  /** Stops timers and watching, waits for mutations in flight. Does not close the database. */
  close(): Promise<void>;
}
