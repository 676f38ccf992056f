import type { JSONValue } from "convex/values";
import { Hono } from "hono";
import { cors } from "hono/cors";
import { errorDataOf } from "../runtime/answer-text";
import { isAborted } from "../runtime/failure";
import { LIMITS } from "../runtime/limits";
import type { Rounds } from "../runtime/rounds";
import type { Call, Caller, RequestOrigin, Run } from "../runtime/types";
import { addAdminRoutes } from "./admin";
import { type Admission, clientOf, Overloaded } from "./admission";
import { AuthFailure, ANONYMOUS, type Authenticate } from "./auth";
import { HttpFailure, limitAnswer, limitBody, readBody } from "./body";
import type { Backend } from "./export";
import { memoryOfParsed, parseInTurn } from "./large-json";
import type { Hold, Memory } from "./memory";
import { Past } from "./past";
import { addressOf } from "./protocol";

interface ApiBackend extends Backend {
  admission: Admission;
  authenticate: Authenticate;
  memory: Memory;
  /** Answers the challenge of a caller that sends its admin key only to this backend. */
  prove: (challenge: string) => string;
  /** The owner of the turns in which large bodies are parsed. */
  parsing: Rounds;
}

const METHODS = {
  query: "query",
  mutation: "mutation",
  action: "clientAction",
  function: "run",
} as const;

/** The origin of a request. */
interface Bindings {
  Bindings: { address: string };
}

export function createApi(backend: ApiBackend): Hono<Bindings> {
  const { database, runtime, files, authenticate } = backend;
  const api = new Hono<Bindings>();
  // All origins are allowed, as on Convex: authority is in the token, never in a cookie.
  api.use(cors({ exposeHeaders: ["*"], maxAge: 86_400 }));
  api.onError((error, { req }) =>
    failureResponse(error, () =>
      runtime.engine.log(`${req.method} ${req.path}`, error.stack ?? error.message),
    ),
  );
  api.notFound(({ req }) => {
    throw new HttpFailure(404, "NotFound", `No endpoint ${req.method} ${req.path}.`);
  });
  for (const path of ["/version", "/instance_name"]) api.get(path, ({ text }) => text("local"));
  api.get("/api/proof/:challenge", ({ req, text }) => text(backend.prove(req.param("challenge"))));
  api.post("/api/storage/upload", ({ req, env }) =>
    files.upload(req.raw, runtime.queue, clientOf({ kind: "nobody" }, env.address)),
  );
  api.get("/api/storage/:id", ({ req }) => files.download(req.raw, req.param("id")));
  addAdminRoutes(api, backend, async (request) => {
    const { kind } = await callerOf(request, authenticate);
    if (kind !== "admin") throw new HttpFailure(403, "Forbidden", "This needs the admin key.");
  });
  for (const [name, method] of Object.entries(METHODS))
    api.post(`/api/${name}`, ({ req, env }) =>
      callFunction(req.raw, env.address, backend, (call) => runtime[method](call)),
    );
  const past = new Past(database);
  api.post("/api/query_ts", ({ json }) => json({ ts: past.keep() }));
  api.post("/api/query_at_ts", ({ req, env }) =>
    callFunction(req.raw, env.address, backend, (call, { ts }) =>
      runtime.query(call, { snapshot: past.at(ts) }),
    ),
  );
  return api;
}

const NO_CALL = `The body must name a function: {path, args}, in JSON with at most ${LIMITS.jsonNesting} levels and ${LIMITS.jsonValues} values.`;

/** Convex's own message. */
const INTERNAL_ERROR = "Your request couldn't be completed. Try again later.";

/** The public part of a failure. Internal failures may name folders, so only the log gets them. */
function failureResponse(error: unknown, tell: (error: unknown) => void): Response {
  const isRefusal = error instanceof HttpFailure || error instanceof Overloaded;
  const status = error instanceof HttpFailure ? error.status : isRefusal ? 429 : 500;
  if (status === 500 && !isAborted(error)) tell(error);
  const { code, message } = isRefusal
    ? error
    : { code: "InternalServerError", message: INTERNAL_ERROR };
  return Response.json({ code, message }, { status });
}

async function callFunction(
  request: Request,
  address: string,
  { authenticate, admission, memory, parsing }: ApiBackend,
  execute: (call: Call, body: Body) => Promise<Run>,
): Promise<Response> {
  const caller = await callerOf(request, authenticate);
  const client = clientOf(caller, address);
  const hold: Hold = (...held) => memory.hold(address, ...held);
  const run = await admission.admit(client, async () => {
    const text = (await readBody(request, LIMITS.requestBytes, hold)).toString();
    const release = hold(memoryOfParsed(text));
    try {
      // Only the used fields are checked.
      const body = (await parseInTurn(parsing, client, text)) as Body | null;
      if (typeof body?.path !== "string") throw new HttpFailure(400, "BadJsonBody", NO_CALL);
      const target = addressOf({ ...body, udfPath: body.path, args: body.args ?? {} });
      return await execute(
        { ...target, caller, client, request: originOf(request, address) },
        body,
      );
    } finally {
      release();
    }
  });
  const { outcome, logLines } = run;
  return Response.json(
    outcome.success
      ? { status: "success", value: outcome.value, logLines }
      : { status: "error", errorMessage: outcome.message, ...errorDataOf(run), logLines },
  );
}

function originOf({ headers }: Request, ip: string): RequestOrigin {
  return { ip, userAgent: headers.get("User-Agent") };
}

type Body = { path?: unknown; componentPath?: unknown; args?: JSONValue; ts?: unknown };

/** Who sent the request; a refused credential is a 401 with Convex's own code. */
async function callerOf(request: Request, authenticate: Authenticate): Promise<Caller> {
  const [scheme, value = ""] = request.headers.get("Authorization")?.split(" ") ?? [];
  try {
    const kind = scheme === undefined ? "None" : scheme === "Convex" ? "Admin" : "User";
    return (await authenticate(kind, value)).caller;
  } catch (error) {
    throw error instanceof AuthFailure ? new HttpFailure(401, error.code, error.message) : error;
  }
}

/**
 * The caller of an HTTP action. A credential that is not a user's token does not fail here, because
 * the project may accept other keys; only a function that asks for the identity fails. The admin key
 * gives no authority.
 */
async function siteCallerOf(request: Request, authenticate: Authenticate): Promise<Caller> {
  try {
    const caller = await callerOf(request, authenticate);
    return caller.kind === "user" ? caller : ANONYMOUS.caller;
  } catch (error) {
    if (!(error instanceof HttpFailure)) throw error;
    return { kind: "nobody", problem: `${error.code}: ${error.message}` };
  }
}

/** HTTP actions: the routes of the project's `http.ts`. */
export function createSite({ runtime, authenticate, admission, memory }: ApiBackend) {
  return async (request: Request, address: string, hangUp: () => void): Promise<Response> => {
    const { method, url, headers } = request;
    const tell = (error: unknown) =>
      runtime.engine.log(`http:${method} ${new URL(url).pathname}`, String(error));
    try {
      const caller = await siteCallerOf(request, authenticate);
      const client = clientOf(caller, address);
      const origin = { caller, client, request: originOf(request, address) };
      const answer = await admission.admit(client, async () => {
        const hold: Hold = (...held) => memory.hold(address, ...held);
        const limited = await limitBody(request, LIMITS.httpActionBytes, hold);
        const routed =
          method === "HEAD" ? new Request(url, { headers, signal: request.signal }) : limited;
        return await runtime.httpAction(routed, origin);
      });
      if (!answer) return new Response("No matching routes found", { status: 404 });
      return await limitAnswer(answer, LIMITS.httpActionBytes, (error) => {
        tell(error);
        hangUp();
      });
    } catch (error) {
      return failureResponse(error, tell);
    }
  };
}
