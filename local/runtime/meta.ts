import type { JSONValue } from "convex/values";
import type { Doc } from "../store/types";
import { addressOf, functionHandle } from "./address";
import type { JsonObject } from "./json";
import type { Caller, FileBytes } from "./types";

/** Answers one syscall. */
export type Handler = (args: JsonObject) => JSONValue | Promise<JSONValue>;

interface Asker {
  path: string;
  caller: Caller;
  files: FileBytes;
  /** The row of `args.storageId`, as the function sees it. */
  fileRow: (args: JsonObject) => Doc | null;
}

function fileMetadata(row: Doc | null): JSONValue {
  if (!row) return null;
  const { sha256 = null, size = null, contentType = null } = row;
  return { storageId: row._id, sha256, size, contentType };
}

/** The local backend keeps no details of requests. */
function describeRequest({ kind }: Caller): JSONValue {
  const unknown = { ip: null, userAgent: null, scheduledFunctionId: null, authToken: null };
  return { ...unknown, requestId: kind };
}

/** The syscalls that mean the same in every function. */
export function metaCalls({ path, caller, files, fileRow }: Asker): Record<string, Handler> {
  return {
    "1.0/createFunctionHandle": (args) => functionHandle(addressOf(args)),
    "1.0/storageGenerateUploadUrl": () => files.createUploadUrl(),
    "1.0/storageGetUrl": (args) => {
      const row = fileRow(args);
      return row && files.url(row._id);
    },
    "1.0/storageGetMetadata": (args) => fileMetadata(fileRow(args)),
    "1.0/getFunctionMetadata": () => ({ name: path, componentPath: "" }),
    "1.0/getDeploymentMetadata": () => ({ name: "local", region: null, class: "s16" }),
    "1.0/getRequestMetadata": () => describeRequest(caller),
  };
}

/** Refuses what the local backend does not do. */
export function unsupported(op: string): never {
  throw new Error(`${op} is not supported by the local backend, or not available here.`);
}
