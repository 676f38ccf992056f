import type { Env, Hono } from "hono";
import { parseJson } from "../codec/json";
import { DeployError } from "../runtime/failure";
import { LIMITS } from "../runtime/limits";
import type { Runtime } from "../runtime/runtime";
import type { VariableChange } from "../runtime/variables";
import { readBody } from "./body";
import { answerPush } from "./codegen";
import { HttpFailure } from "./files";

const LOADS_ITSELF =
  "This backend loads code from its own folder and takes no pushes: save the files there. " +
  "`npx convex dev` and `npx convex deploy` are for other deployments; `npx convex codegen` works here.";
const NO_INLINE_QUERIES =
  "This backend runs no inline queries. Write the query into a file of its functions folder.";

/** With a 403 the command line stops at once and prints the words alone. */
function refuse(words: string): () => never {
  return () => {
    throw new HttpFailure(403, "NotSupported", words);
  };
}

function readChanges(text: string): VariableChange[] {
  const { changes } = parseJson(text, LIMITS.jsonNesting) as { changes?: unknown };
  const isChange = (each: unknown): each is VariableChange =>
    typeof each === "object" &&
    each !== null &&
    typeof Reflect.get(each, "name") === "string" &&
    ["string", "object"].includes(typeof Reflect.get(each, "value"));
  if (Array.isArray(changes) && changes.every(isChange)) return changes;
  throw new HttpFailure(400, "BadJsonBody", "The body must be {changes: [{name, value}]}.");
}

/** What the official command line asks over HTTP, and the admin key alone may. */
export function addAdminRoutes<E extends Env>(
  api: Hono<E>,
  { runtime }: { runtime: Runtime },
  check: (request: Request) => Promise<void>,
): void {
  const on = (
    method: "GET" | "POST",
    path: string,
    answer: (request: Request, url: URL) => unknown,
  ) =>
    api.on(method, `/api/${path}`, async ({ req }) => {
      await check(req.raw);
      try {
        const answered = await answer(req.raw, new URL(req.url));
        return answered instanceof Response ? answered : Response.json(answered ?? null);
      } catch (error) {
        if (error instanceof SyntaxError) throw new HttpFailure(400, "BadJsonBody", error.message);
        throw error instanceof DeployError
          ? new HttpFailure(400, error.code, error.message)
          : error;
      }
    });
  // `dev` would first write this backend's address into the project's settings, for all tools.
  on("GET", "v1/get_canonical_urls", refuse(LOADS_ITSELF));
  // No hashes: every push is a whole one.
  on("POST", "get_config_hashes", () => ({
    config: { functions: "convex/" },
    moduleHashes: [],
  }));
  on("POST", "deploy2/start_push", () => answerPush(runtime));
  on("POST", "deploy2/*", refuse(LOADS_ITSELF));
  on("POST", "run_test_function", refuse(NO_INLINE_QUERIES));
  on("GET", "stream_function_logs", (_, { searchParams }) =>
    runtime.executions.after(Number(searchParams.get("cursor")) || 0),
  );
  on("POST", "update_environment_variables", async (request) => {
    const body = await readBody(request, LIMITS.requestBytes);
    await runtime.deploy(readChanges(body.toString()));
  });
}
