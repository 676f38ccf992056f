import type { JSONValue } from "convex/values";
import type { Env, Hono } from "hono";
import { parseJson } from "../codec/json";
import { DeployError } from "../runtime/failure";
import { LIMITS } from "../runtime/limits";
import type { JsonObject } from "../runtime/types";
import { isJsonObject } from "../runtime/validators";
import type { VariableChange } from "../runtime/variables";
import { HttpFailure, readBody } from "./body";
import { answerPush } from "./codegen";
import { Exports, type Backend } from "./export";
import { Imports } from "./import";

const LOADS_ITSELF =
  "This backend loads code from its own folder and takes no pushes: save the files there. " +
  "`npx convex dev` and `npx convex deploy` are for other deployments; `npx convex codegen` works here.";
const NO_INLINE_QUERIES =
  "This backend runs no inline queries. Write the query into a file of its functions folder.";

/** For a 403, the command line stops at once and prints only the message. */
function refuse(words: string): () => never {
  return () => {
    throw new HttpFailure(403, "NotSupported", words);
  };
}

async function readObject(request: Request): Promise<JsonObject> {
  const text = (await readBody(request, LIMITS.requestBytes)).toString();
  const body = parseJson(text, LIMITS.jsonNesting) as JSONValue;
  return isJsonObject(body) ? body : {};
}

function readChanges({ changes }: JsonObject): VariableChange[] {
  const isChange = (each: JSONValue): each is JsonObject & VariableChange =>
    isJsonObject(each) &&
    typeof each.name === "string" &&
    (each.value === null || typeof each.value === "string");
  if (Array.isArray(changes) && changes.every(isChange)) return changes;
  throw new HttpFailure(400, "BadJsonBody", "The body must be {changes: [{name, value}]}.");
}

/** The HTTP endpoints of the official command line, for the admin key alone. */
export function addAdminRoutes<E extends Env>(
  api: Hono<E>,
  backend: Backend,
  check: (request: Request) => Promise<void>,
): void {
  const { runtime } = backend;
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
        if (!(error instanceof DeployError)) throw error;
        throw new HttpFailure(400, error.code, error.message);
      }
    });
  // `dev` would first write this backend's URL into the project's settings, for all tools.
  on("GET", "v1/get_canonical_urls", refuse(LOADS_ITSELF));
  // No hashes: every push is complete.
  on("POST", "get_config_hashes", () => ({ config: { functions: "convex/" }, moduleHashes: [] }));
  on("POST", "deploy2/start_push", (request) => answerPush(runtime, request));
  on("POST", "deploy2/*", refuse(LOADS_ITSELF));
  on("POST", "run_test_function", refuse(NO_INLINE_QUERIES));
  on("GET", "stream_function_logs", (_, { searchParams }) =>
    runtime.executions.after(Number(searchParams.get("cursor")) || 0),
  );
  const exports = new Exports(backend);
  on("POST", "export/request/zip", (_, { searchParams }) =>
    exports.request(searchParams.get("includeStorage") === "true"),
  );
  on("GET", "export/zip/:ts", (_, { pathname }) => exports.fetch(pathname.split("/").at(-1) ?? ""));
  const imports = new Imports(backend);
  on("POST", "import/start_upload", () => imports.start());
  on("POST", "import/upload_part", (request, { searchParams: at }) =>
    imports.receivePart(request, at.get("uploadToken") ?? "", Number(at.get("partNumber"))),
  );
  on("POST", "import/finish_upload", async (request) => {
    const { uploadToken, import: given } = await readObject(request);
    return imports.finish(
      typeof uploadToken === "string" ? uploadToken : "",
      isJsonObject(given) ? given : {},
    );
  });
  on("POST", "perform_import", async (request) =>
    imports.perform((await readObject(request)).importId),
  );
  on("POST", "update_environment_variables", async (request) => {
    await runtime.deploy(readChanges(await readObject(request)));
  });
}
