import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { Running } from "./call-context";
import type { RequestOrigin } from "./types";

/** With an id shared by all functions of the request. */
export function withRequestId(request: RequestOrigin = {}): RequestOrigin {
  return { ...request, requestId: request.requestId ?? randomUUID().slice(-12) };
}

/** The calls behind `ctx.meta`, for queries, mutations and actions alike. */
export const METADATA = {
  "1.0/getFunctionMetadata": ({ target }: Running): JSONValue => {
    return { name: target.path, componentPath: target.component };
  },
  "1.0/getDeploymentMetadata": (): JSONValue => ({ name: "local", region: null, class: "s16" }),
  "1.0/getRequestMetadata": ({ target, root }: Running): JSONValue => {
    const { caller, request = {} } = root.call;
    // Components do not get the caller's identity.
    const isTold = target.component === "" && caller.kind === "user";
    return {
      ip: request.ip ?? null,
      userAgent: request.userAgent ?? null,
      requestId: request.requestId ?? "",
      scheduledFunctionId: request.scheduledFunctionId ?? null,
      authToken: (isTold && caller.token) || null,
    };
  },
};
