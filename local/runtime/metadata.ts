import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { Call, RequestOrigin } from "./types";

/** With an id, which all functions share that the request leads to. */
export function withRequestId(request: RequestOrigin = {}): RequestOrigin {
  return { ...request, requestId: request.requestId ?? randomUUID().slice(-12) };
}

/** The calls behind `ctx.meta`, for queries, mutations and actions alike. */
export function metadataCalls(
  { path, component }: { path: string; component: string },
  { caller, request = {} }: Pick<Call, "caller" | "request">,
) {
  // Components do not learn who calls.
  const token = component === "" && caller.kind === "user" ? caller.token : undefined;
  return {
    "1.0/getFunctionMetadata": (): JSONValue => ({ name: path, componentPath: component }),
    "1.0/getDeploymentMetadata": (): JSONValue => ({ name: "local", region: null, class: "s16" }),
    "1.0/getRequestMetadata": (): JSONValue => ({
      ip: request.ip ?? null,
      userAgent: request.userAgent ?? null,
      requestId: request.requestId ?? "",
      scheduledFunctionId: request.scheduledFunctionId ?? null,
      authToken: token ?? null,
    }),
  };
}
