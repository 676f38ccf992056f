import type { JSONValue } from "convex/values";
import { encodeU64 } from "../codec/u64";
import type { Call, Run, Runtime } from "../runtime/types";
import type { Database, Snapshot } from "../store/types";
import { AuthFailure } from "./auth";
import type { Callers } from "./callers";
import type { FileStore } from "./files";
import { HttpFailure, readJson } from "./http";
import type { Handler } from "./http";

export interface ApiBackend {
  database: Database;
  runtime: Runtime;
  callers: Callers;
  files: FileStore;
  query: Runtime["query"];
}

const SNAPSHOT_LIFETIME_MS = 30_000;
const UPLOAD_PATH = "/api/storage/upload";

interface FunctionBody {
  path: string;
  args?: JSONValue;
  ts?: string;
}

type Execute = (call: Call, body: FunctionBody) => Promise<Run>;

/** The HTTP API of a deployment; requests that it does not know go to `next`. */
export function createApi(backend: ApiBackend, next: Handler): Handler {
  const { database, runtime, files, query } = backend;
  const snapshots = createSnapshotMemory(database);
  const executes: Record<string, Execute> = {
    "/api/query": (call) => query(call),
    "/api/mutation": (call) => runtime.mutation(call),
    "/api/action": (call) => runtime.action(call),
    "/api/function": (call) => runtime.run(call),
    "/api/query_at_ts": (call, { ts }) => query(call, { snapshot: snapshots.find(ts) }),
  };
  const answers: Record<string, () => Response> = {
    "GET /version": () => new Response("local"),
    "GET /instance_name": () => new Response("local"),
    "GET /instance_version": () => new Response("local"),
    "POST /api/query_ts": () => Response.json({ ts: snapshots.take() }),
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    const { method } = request;
    const answer = answers[`${method} ${pathname}`];
    if (answer !== undefined) return answer();
    if (method === "POST" && pathname === UPLOAD_PATH) return files.upload(request, runtime.files);
    const [, storageId] = /^\/api\/storage\/([^/]+)$/.exec(pathname) ?? [];
    if (storageId !== undefined && (method === "GET" || method === "HEAD")) {
      return files.download(request, storageId, runtime.files);
    }
    const execute = executes[pathname];
    if (method === "POST" && execute !== undefined) {
      const body = (await readJson(request)) as FunctionBody;
      return callFunction(request, body, backend.callers, execute);
    }
    const [, module, name] = /^\/api\/run\/(.+)\/([^/]+)$/.exec(pathname) ?? [];
    if (method === "POST" && module !== undefined && name !== undefined) {
      const body = (await readJson(request)) as Omit<FunctionBody, "path">;
      const path = `${decodeURIComponent(module)}:${decodeURIComponent(name)}`;
      return callFunction(request, { ...body, path }, backend.callers, (call) => runtime.run(call));
    }
    return next(request);
  };
}

async function callFunction(
  request: Request,
  body: FunctionBody,
  callers: Callers,
  execute: Execute,
): Promise<Response> {
  if (typeof body.path !== "string") {
    throw new HttpFailure(400, "BadJsonBody", "The body must name a function: {path, args}.");
  }
  const { caller } = await authorize(callers, request.headers.get("Authorization"));
  const args = (Array.isArray(body.args) ? body.args[0] : body.args) ?? {};
  const { outcome, logLines } = await execute({ path: body.path, args, caller }, body);
  return Response.json(
    outcome.success
      ? { status: "success", value: outcome.value, logLines }
      : {
          status: "error",
          errorMessage: outcome.message,
          ...(outcome.data !== undefined && { errorData: outcome.data }),
          logLines,
        },
  );
}

/** Who sent the request; a refused token is a 401 with Convex's own code. */
export async function authorize(callers: Callers, header: string | null) {
  try {
    return await callers.byHeader(header);
  } catch (error) {
    if (error instanceof AuthFailure) throw new HttpFailure(401, error.code, error.message);
    throw error;
  }
}

/** Snapshots handed out by timestamp, so that several queries can see the same state. */
function createSnapshotMemory(database: Database) {
  const held = new Map<string, { snapshot: Snapshot; expiresAtMs: number }>();
  const forget = () => {
    for (const [ts, { expiresAtMs }] of held) {
      if (expiresAtMs < Date.now()) held.delete(ts);
    }
  };
  return {
    take: (): string => {
      forget();
      const snapshot = database.head;
      const ts = encodeU64(snapshot.ts);
      held.set(ts, { snapshot, expiresAtMs: Date.now() + SNAPSHOT_LIFETIME_MS });
      return ts;
    },
    find: (ts = encodeU64(0n)): Snapshot => {
      const known = held.get(ts)?.snapshot;
      if (known === undefined) {
        throw new HttpFailure(400, "SnapshotTooOld", `No snapshot is held for ${ts}.`);
      }
      return known;
    },
  };
}
