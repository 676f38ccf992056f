import type { AuthConfig } from "convex/server";
import type { JSONValue } from "convex/values";
import type { Database } from "../store/database";
import type { ReadSet } from "../store/transaction";
import type { Usage } from "./limits";

export type JsonObject = Record<string, JSONValue>;

/** Of a deployment, as `process.env` has them. */
export type Variables = Readonly<Record<string, string>>;

/**
 * Who calls: nobody, a verified user (claims as `getUserIdentity` returns them), or the admin key,
 * which may act as a user.
 */
export type Caller =
  | { kind: "nobody" }
  | { kind: "user"; identity: JsonObject; token?: string }
  | { kind: "admin"; identity?: JsonObject };

/** One call of a function: path as `dir/module:export`, arguments as one Convex-JSON object. */
export interface Call {
  path: string;
  /** The path of the function's component; absent or empty: the app. */
  component?: string;
  args: JSONValue;
  caller: Caller;
  /** Whose turn it takes; absent: the backend's own. */
  client?: string;
  request?: RequestOrigin;
}

/** What set a call and all that it calls going, as `getRequestMetadata` tells it. */
export interface RequestOrigin {
  ip?: string;
  userAgent?: string | null;
  /** Absent in what comes in: the runtime makes one. */
  requestId?: string;
  scheduledFunctionId?: string;
}

/**
 * Clients ("public") reach the public functions of the app, a component's parent those of the
 * component; functions of the same component, holders of a handle and the admin, all.
 */
export type Audience = "public" | "parent" | "any";

/** What the caller sees. `data` is present (even null) exactly when a ConvexError was thrown. */
export type Outcome =
  | { success: true; value: JSONValue }
  | { success: false; message: string; data?: JSONValue };

export interface Run {
  outcome: Outcome;
  logLines: string[];
}

/** With what its transaction asked of the database: how much, and which keys of which indexes. */
export interface QueryRun extends Run {
  usage: Usage;
  readSet: ReadSet;
  journal: string | null;
  /** Whether the function asked who calls; if not, the answer is the same for everyone. */
  asksWho: boolean;
  /** Whether it looked at the clock or drew a random number. */
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

/** Bytes that no row names yet. */
export type StagedFile = Pick<FileRow, "sha256" | "size"> & { path: string };

/** The bytes of files, each kept under its storage id. The server implements it. */
export interface FileBytes {
  /** Keeps bytes aside, until `place` gives them their name or they are discarded. */
  stage(source: FileSource): Promise<StagedFile>;
  /** Before the rows are committed; a file without a row may be swept at the next start. */
  place(staged: Iterable<readonly [storageId: string, file: StagedFile]>): void;
  discard(staged: StagedFile): Promise<void>;
  read(storageId: string): Promise<Uint8Array<ArrayBuffer> | null>;
  /** Called after the row's removal is committed. */
  remove(storageId: string): Promise<void>;
  url(storageId: string): string;
  /** What is sent there becomes a file of the component. */
  createUploadUrl(component: string): string;
}

/** Providers as `auth.config.ts` exports them. */
export type AuthProvider = AuthConfig["providers"][number];

/** What a runtime is made of. */
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
  /** Kept with the data; without one, cursors end with the process. */
  cursorSecret?: Uint8Array;
}
