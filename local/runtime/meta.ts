import type { JSONValue } from "convex/values";
import type { Caller } from "./types";

/** What `ctx.meta.getDeploymentMetadata()` answers. */
export function describeDeployment(): JSONValue {
  return { name: "local", region: null, class: "s16" };
}

/** What `ctx.meta.getRequestMetadata()` answers: the local backend keeps no request details. */
export function describeRequest(caller: Caller): JSONValue {
  return {
    ip: null,
    userAgent: null,
    requestId: caller.kind,
    scheduledFunctionId: null,
    authToken: null,
  };
}

/** Refuses what the local backend does not do. */
export function unsupported(op: string): never {
  throw new Error(`${op} is not supported by the local backend, or not available here.`);
}
