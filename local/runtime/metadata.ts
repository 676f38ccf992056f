import { randomBytes } from "node:crypto";
import type { JSONValue } from "convex/values";
import type { Call, RequestOrigin } from "./types";

/** What a function may ask about itself and about what set it going. */
export interface About {
  /** `dir/module:export`. */
  path: string;
  /** Empty for the app. */
  componentPath: string;
  origin: Pick<Call, "caller" | "request">;
}

/** With an id, which all functions share that the request leads to. */
export function withRequestId(request: RequestOrigin = {}): RequestOrigin {
  return { ...request, requestId: request.requestId ?? randomBytes(8).toString("hex") };
}

/** The calls behind `ctx.meta`, for queries, mutations and actions alike. */
export function metadataCalls({ path, componentPath, origin }: About) {
  const { caller, request = {} } = origin;
  return {
    "1.0/getFunctionMetadata": (): JSONValue => ({ name: path, componentPath }),
    "1.0/getDeploymentMetadata": (): JSONValue => ({ name: "local", region: null, class: "s16" }),
    "1.0/getRequestMetadata": (): JSONValue => ({
      ip: request.ip ?? null,
      userAgent: request.userAgent ?? null,
      requestId: request.requestId ?? "",
      scheduledFunctionId: request.scheduledFunctionId ?? null,
      authToken: (caller.kind === "user" && caller.token) || null,
    }),
  };
}
