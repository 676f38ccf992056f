import type { JSONValue } from "convex/values";
import type { Run } from "../runtime/types";

/** A u64 as base64 of 8 little-endian bytes. */
type EncodedU64 = string;

export interface Version {
  querySet: number;
  identity: number;
  ts: EncodedU64;
}

export interface AddQuery {
  type: "Add";
  queryId: number;
  udfPath: string;
  args: JSONValue[];
  journal?: string | null;
}

export interface RemoveQuery {
  type: "Remove";
  queryId: number;
}

export interface Connect {
  type: "Connect";
  sessionId: string;
  connectionCount: number;
  lastCloseReason: string | null;
  clientTs?: number;
  maxObservedTimestamp?: EncodedU64;
}

export interface ModifyQuerySet {
  type: "ModifyQuerySet";
  baseVersion: number;
  newVersion: number;
  modifications: (AddQuery | RemoveQuery)[];
}

export interface FunctionRequest {
  type: "Mutation" | "Action";
  requestId: number;
  udfPath: string;
  args: JSONValue[];
}

export interface Authenticate {
  type: "Authenticate";
  baseVersion: number;
  tokenType: "User" | "Admin" | "None";
  value?: string;
  impersonating?: Record<string, JSONValue>;
}

export type ClientMessage =
  Connect | ModifyQuerySet | FunctionRequest | Authenticate | { type: "Event" };

export type Modification =
  | {
      type: "QueryUpdated";
      queryId: number;
      value: JSONValue;
      logLines: string[];
      journal: string | null;
    }
  | {
      type: "QueryFailed";
      queryId: number;
      errorMessage: string;
      errorData?: JSONValue;
      logLines: string[];
      journal: string | null;
    }
  | { type: "QueryRemoved"; queryId: number };

interface Transition {
  type: "Transition";
  startVersion: Version;
  endVersion: Version;
  modifications: Modification[];
  clientClockSkew: number | null;
  serverTs: number;
}

interface FunctionResponse {
  type: "MutationResponse" | "ActionResponse";
  requestId: number;
  success: boolean;
  /** The value, or the error's text. */
  result: JSONValue;
  errorData?: JSONValue;
  ts?: EncodedU64 | null;
  logLines: string[];
}

export type ServerMessage =
  | Transition
  | FunctionResponse
  | {
      type: "TransitionChunk";
      chunk: string;
      partNumber: number;
      totalParts: number;
      transitionId: string;
    }
  | { type: "AuthError"; error: string; baseVersion: number; authUpdateAttempted: boolean }
  | { type: "FatalError"; error: string }
  | { type: "Ping" };

const MAX_FRAME_CHARS = 5_000_000;

/** Messages as frames: a transition too large for one is cut into chunks. */
export function toFrames(message: ServerMessage): string[] {
  const text = JSON.stringify(message);
  if (message.type !== "Transition" || text.length <= MAX_FRAME_CHARS) return [text];
  const parts = cut(text);
  return parts.map((chunk, partNumber) =>
    JSON.stringify({
      type: "TransitionChunk",
      chunk,
      partNumber,
      totalParts: parts.length,
      transitionId: message.endVersion.ts,
    }),
  );
}

function cut(text: string): string[] {
  const parts: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = wholeCharacterEnd(text, start + MAX_FRAME_CHARS);
    parts.push(text.slice(start, end));
    start = end;
  }
  return parts;
}

/** A pair of surrogates is one character: half of it does not survive UTF-8. */
function wholeCharacterEnd(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  const isFirstHalf = last >= 0xd800 && last <= 0xdbff;
  return end < text.length && isFirstHalf ? end - 1 : end;
}

/** What a mutation and an action are answered with alike. */
export function responseOf({ outcome, logLines }: Run): {
  success: boolean;
  result: JSONValue;
  logLines: string[];
  errorData?: JSONValue;
} {
  return outcome.success
    ? { success: true, result: outcome.value, logLines }
    : {
        success: false,
        result: outcome.message,
        logLines,
        // Present, even as null, exactly when a ConvexError was thrown.
        ...(outcome.data !== undefined && { errorData: outcome.data }),
      };
}
