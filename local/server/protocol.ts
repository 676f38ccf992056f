import type { JSONValue } from "convex/values";
import { textOf } from "../runtime/answer-text";
import type { QueryRun, Run } from "../runtime/types";

/** The sync protocol writes a u64 as base64 of 8 little-endian bytes: 0 is `AAAAAAAAAAA=`. */
type EncodedU64 = string;

export function encodeU64(value: bigint): EncodedU64 {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes.toString("base64");
}

/** Null when the text is not 8 bytes. */
export function decodeU64(text: EncodedU64): bigint | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === 8 ? bytes.readBigUInt64LE() : null;
}

export interface Version {
  querySet: number;
  identity: number;
  ts: EncodedU64;
}

export interface QueryChange {
  type: "Add" | "Remove";
  queryId: number;
  udfPath: string;
  args: JSONValue[];
  /** Only the admin may name a component. */
  componentPath?: unknown;
  journal?: string | null;
}

export interface FunctionRequest {
  type: "Mutation" | "Action";
  requestId: number;
  udfPath: string;
  args: JSONValue[];
  componentPath?: unknown;
}

interface Messages {
  Connect: { sessionId: string; clientTs?: number; maxObservedTimestamp?: EncodedU64 };
  ModifyQuerySet: { baseVersion: number; newVersion: number; modifications: QueryChange[] };
  Authenticate: {
    baseVersion: number;
    tokenType: "User" | "Admin" | "None";
    value?: unknown;
    impersonating?: unknown;
  };
}

export type MessageOf<Type extends keyof Messages> = { type: Type } & Messages[Type];

export type ClientMessage =
  | { [Type in keyof Messages]: MessageOf<Type> }[keyof Messages]
  | FunctionRequest
  | { type: "Event" };

/** A client's own is a UUID. */
const MAX_SESSION_ID_LENGTH = 100;

/** Whether session, request and function have names as clients make them: they are kept. */
export function isNamed(message: ClientMessage): boolean {
  if (message.type === "Connect") {
    const { sessionId }: { sessionId: unknown } = message;
    return typeof sessionId === "string" && sessionId.length <= MAX_SESSION_ID_LENGTH;
  }
  if (message.type !== "Mutation" && message.type !== "Action") return true;
  const { requestId, udfPath }: { requestId: unknown; udfPath: unknown } = message;
  return Number.isSafeInteger(requestId) && typeof udfPath === "string";
}

/** The function that a client names. */
export function addressOf(request: Pick<FunctionRequest, "udfPath" | "componentPath">) {
  const { udfPath, componentPath } = request;
  return { path: udfPath, component: typeof componentPath === "string" ? componentPath : "" };
}

interface Ended {
  errorData?: JSONValue;
  logLines: string[];
}

export type Modification =
  | (Ended & { type: "QueryUpdated"; queryId: number; value: JSONValue; journal: string | null })
  | (Ended & { type: "QueryFailed"; queryId: number; errorMessage: string; journal: string | null })
  | { type: "QueryRemoved"; queryId: number };

export type ServerMessage =
  | {
      type: "Transition";
      startVersion: Version;
      endVersion: Version;
      modifications: Modification[];
      clientClockSkew: number | null;
      serverTs: number;
    }
  | ({ type: "MutationResponse"; requestId: number; ts: EncodedU64 | null } & Response)
  | ({ type: "ActionResponse"; requestId: number } & Response)
  | { type: "AuthError"; error: string; baseVersion: number; authUpdateAttempted: boolean }
  | { type: "FatalError"; error: string }
  | { type: "Ping" };

type Response = ReturnType<typeof responseOf>;

/** Present, even as null, exactly when a ConvexError was thrown. */
export function errorDataOf({ outcome }: Run): { errorData?: JSONValue } {
  return outcome.success || outcome.data === undefined ? {} : { errorData: outcome.data };
}

interface SerializedAnswer {
  /** Equal for equal answers. */
  content: string;
  /** The fields of a modification beside its type and query, as JSON without braces. */
  rest: string;
}

const serialized = new WeakMap<QueryRun, SerializedAnswer>();

/** A query's answer as the protocol sends it, made once however many clients watch it. */
export function serializeAnswer(run: QueryRun): SerializedAnswer {
  const known = serialized.get(run);
  if (known) return known;
  const { outcome, logLines, journal } = run;
  const logs = JSON.stringify({ ...errorDataOf(run), logLines }).slice(1, -1);
  const name = outcome.success ? "value" : "errorMessage";
  const fields = `"${name}":${textOf(outcome)},${logs}`;
  const content = outcome.success ? fields : fields.replace(/\[Request ID: \w+\]/, "");
  const answer = { content, rest: `${fields},"journal":${JSON.stringify(journal)}` };
  serialized.set(run, answer);
  return answer;
}

export function responseOf(run: Run) {
  const { outcome, logLines } = run;
  const result = outcome.success ? outcome.value : outcome.message;
  return { success: outcome.success, result, ...errorDataOf(run), logLines };
}
