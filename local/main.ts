import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { convexToJson, jsonToConvex } from "convex/values";
import type { Backend, StartOptions } from "./options";
import { createRuntime } from "./runtime/runtime";
import type { Runtime } from "./runtime/types";
import { loadAdminKey } from "./server/admin-key";
import { createCallers } from "./server/callers";
import { readCommandLine } from "./server/command-line";
import { createFileStore } from "./server/files";
import { createApi } from "./server/http-api";
import { openPorts } from "./server/ports";
import type { Ports } from "./server/ports";
import { createPushApi } from "./server/push";
import { createSite } from "./server/site";
import { withSystemQueries } from "./server/system-queries";
import { openDatabase } from "./store/database";
import type { Database } from "./store/types";

export type { Backend, StartOptions } from "./options";

/** What close() has to close, in this order; a failed start closes what it had opened. */
interface Opened {
  ports?: Ports;
  runtime?: Runtime;
  database?: Database;
}

/**
 * Starts a Convex backend: official clients and CLI work against `url`.
 * @throws StartError or StoreError with a `code` and a message that says what to do, for instance
 * `port_in_use`, `data_folder_in_use`, `data_folder_incompatible`.
 */
export async function startBackend(options: StartOptions): Promise<Backend> {
  const opened: Opened = {};
  const close = once(async () => {
    await opened.ports?.close();
    await opened.runtime?.close();
    await opened.database?.close();
  });
  try {
    return { ...(await open(options, opened)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(options: StartOptions, opened: Opened): Promise<Omit<Backend, "close">> {
  const { functions, env = {}, watch = false, print = () => undefined } = options;
  const dataDir = resolve(options.dataDir);
  const database = (opened.database = openDatabase({ dir: dataDir, warn: print }));
  const ports = (opened.ports = await openPorts(options));
  const { urls } = ports;
  const files = createFileStore(join(dataDir, "files"), urls.cloud);
  const runtime = (opened.runtime = createRuntime({
    database,
    functionsDir: resolve(functions),
    files,
    cloudUrl: urls.cloud,
    siteUrl: urls.site,
    log: (path, line) => print(`[${path}] ${line}`),
  }));
  const setEnv: Backend["setEnv"] = (changes) =>
    runtime.env.set(Object.entries(changes).map(([name, value]) => ({ name, value })));
  await setEnv(env);
  await runtime.deploy();
  files.sweep(runtime.files);
  runtime.start();
  if (watch) runtime.watch();
  const adminKey = loadAdminKey(dataDir);
  const callers = createCallers(adminKey, () => runtime.analysis().auth);
  const query = withSystemQueries({ database, runtime, urls });
  const pushApi = createPushApi({ runtime, callers, urls });
  ports.serve({
    api: createApi({ database, runtime, callers, files, query }, pushApi),
    site: createSite(runtime, callers),
    sync: { database, runtime, callers, query },
  });
  return { url: urls.cloud, siteUrl: urls.site, adminKey, setEnv, run: runAsAdmin(runtime) };
}

function runAsAdmin(runtime: Runtime): Backend["run"] {
  return async (path, args = {}) => {
    const call = { path, args: convexToJson(args), caller: { kind: "admin" } } as const;
    const { outcome } = await runtime.run(call);
    if (!outcome.success) throw new Error(outcome.message);
    return jsonToConvex(outcome.value);
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => (running ??= work());
}

async function runFromCommandLine(): Promise<void> {
  try {
    const options = readCommandLine(process.argv.slice(2), process.env);
    const backend = await startBackend(options);
    const stop = () => void backend.close().then(() => process.exit(0));
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
    options.print?.(`Convex backend is ready: ${backend.url} (HTTP actions: ${backend.siteUrl})`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) void runFromCommandLine();
