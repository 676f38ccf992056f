import { randomUUID } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { Call, RequestOrigin } from "./types";

/** With an id, which all functions share that the request leads to. */
export function withRequestId(request: RequestOrigin = {}): RequestOrigin {
  return { ...request, requestId: request.requestId ?? randomUUID().slice(-12) };
}

interface Asking {
  readonly path: string;
  readonly component: string;
  readonly call: Pick<Call, "caller" | "request">;
}

/** The calls behind `ctx.meta`, for queries, mutations and actions alike. */
export const METADATA = {
  "1.0/getFunctionMetadata": ({ path, component }: Asking): JSONValue => {
    return { name: path, componentPath: component };
  },
  "1.0/getDeploymentMetadata": (): JSONValue => ({ name: "local", region: null, class: "s16" }),
  "1.0/getRequestMetadata": ({ component, call: { caller, request = {} } }: Asking): JSONValue => ({
    ip: request.ip ?? null,
    userAgent: request.userAgent ?? null,
    requestId: request.requestId ?? "",
    scheduledFunctionId: request.scheduledFunctionId ?? null,
    // Components do not learn who calls.
    authToken: (component === "" && caller.kind === "user" && caller.token) || null,
  }),
};
