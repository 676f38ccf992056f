import type { JSONValue } from "convex/values";
import { errorDataOf } from "../runtime/answer-text";
import type { Run } from "../runtime/types";

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
  /** A list of one, if the client follows the protocol. */
  args: JSONValue;
  /** Only the admin may name a component. */
  componentPath?: unknown;
  journal?: string | null;
}

export interface FunctionRequest {
  type: "Mutation" | "Action";
  requestId: number;
  udfPath: string;
  args: JSONValue;
  componentPath?: unknown;
}

type Named = Pick<FunctionRequest, "udfPath" | "componentPath"> & { args: JSONValue };

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

/** Whether session, request and function have names in the clients' format: they are stored. */
export function isNamed(message: ClientMessage): boolean {
  if (message.type === "Connect") {
    const { sessionId }: { sessionId: unknown } = message;
    return typeof sessionId === "string" && sessionId.length <= MAX_SESSION_ID_LENGTH;
  }
  if (message.type !== "Mutation" && message.type !== "Action") return true;
  const { requestId, udfPath }: { requestId: unknown; udfPath: unknown } = message;
  return Number.isSafeInteger(requestId) && typeof udfPath === "string";
}

/**
 * The function of a client's call, and its arguments; anything that is no list is
 * passed on as it came.
 */
export function addressOf({ udfPath, componentPath, args }: Named) {
  const component = typeof componentPath === "string" ? componentPath : "";
  return { path: udfPath, component, args: Array.isArray(args) ? (args[0] ?? {}) : args };
}

/** The messages of a session beside transitions, whose answers are text already. */
export type ServerMessage =
  | ({ type: "MutationResponse"; requestId: number; ts: EncodedU64 | null } & Response)
  | ({ type: "ActionResponse"; requestId: number } & Response)
  | { type: "AuthError"; error: string; baseVersion: number; authUpdateAttempted: boolean }
  | { type: "FatalError"; error: string };

type Response = ReturnType<typeof responseOf>;

export function responseOf(run: Run) {
  const { outcome, logLines } = run;
  const result = outcome.success ? outcome.value : outcome.message;
  return { success: outcome.success, result, ...errorDataOf(run), logLines };
}
