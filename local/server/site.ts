import type { Runtime } from "../runtime/types";
import type { Callers } from "./callers";
import type { Handler } from "./http";
import { authorize } from "./http-api";

/** HTTP actions: what `http.ts` of the project routes. */
export function createSite(runtime: Runtime, callers: Callers): Handler {
  return async (request) => {
    const routed = request.method === "HEAD" ? new Request(request, { method: "GET" }) : request;
    const { caller } = await authorize(callers, bearerOf(request));
    const response = await runtime.httpAction(routed, caller);
    return response ?? new Response("No matching routes found", { status: 404 });
  };
}

/** Other schemes belong to the project: its own webhooks may use them. */
function bearerOf(request: Request): string | null {
  const header = request.headers.get("Authorization");
  return header?.startsWith("Bearer ") === true ? header : null;
}
