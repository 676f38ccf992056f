import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { convexToJson, jsonToConvex, type Value } from "convex/values";
import { isOfFunctions } from "./runtime/load";
import { Rounds } from "./runtime/rounds";
import { createRuntime } from "./runtime/runtime";
import { Admission } from "./server/admission";
import { watchStalls } from "./runtime/stalls";
import { createApi, createSite } from "./server/api";
import { createAuthenticate } from "./server/auth";
import { FileStore } from "./server/files";
import { openPorts, type PortOptions } from "./server/ports";
import { makePrivate } from "./server/private-files";
import { loadAdminKey, loadCursorSecret } from "./server/secrets";
import { openDatabase, type Durability } from "./store/database";

/** What a backend is started with. */
export interface StartOptions extends PortOptions {
  /** The folder of Convex functions, for example `convex`. */
  functions: string;
  /** The data folder: log, files and admin key. Created when missing. */
  dataDir: string;
  /** Deployment variables. */
  env?: Record<string, string>;
  /** Reload functions when their files change. */
  watch?: boolean;
  /** What survives once a mutation is answered: the death of the process, or a power cut too. */
  durability?: Durability;
  /** Receives one line per event; silent when absent. */
  print?: (line: string) => void;
}

/** No answered mutation is lost in a power cut, at some cost of speed; see the README. */
const DEFAULT_DURABILITY: Durability = "power";

/** A running backend. */
export interface Backend {
  /** For `ConvexReactClient`, `ConvexHttpClient` and the CLI's `--url`. */
  url: string;
  /** Where HTTP actions answer. */
  siteUrl: string;
  /** For the CLI's `--admin-key`. */
  adminKey: string;
  /** Runs any function, internal ones too, and returns its value; throws if it fails. */
  run: (path: string, args?: Record<string, Value>) => Promise<Value>;
  /** Stops at once; nothing acknowledged is lost. */
  close: () => Promise<void>;
}

/**
 * Starts a Convex backend: official clients work against `url`.
 * @throws StartError or StoreError with a `code` and a message that says what to do, for instance
 * `port_in_use`, `data_folder_in_use`, `data_folder_incompatible`.
 */
export async function startBackend(options: StartOptions): Promise<Backend> {
  // A failed start closes what it had opened, last first.
  const opened: (() => unknown)[] = [];
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  try {
    return { ...(await open(options, opened)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  options: StartOptions,
  opened: (() => unknown)[],
): Promise<Omit<Backend, "close">> {
  const { functions, dataDir, env = {}, watch = false, print = () => undefined } = options;
  const { durability = DEFAULT_DURABILITY, ...where } = options;
  const dir = resolve(dataDir);
  const database = openDatabase({ dir, durability, warn: print });
  opened.push(() => database.close());
  makePrivate(dir, print);
  const adminKey = loadAdminKey(dir);
  const cursorSecret = loadCursorSecret(dir);
  const { urls, serve, close } = await openPorts(where);
  opened.push(close);
  const files = new FileStore(join(dir, "files"), urls.cloud, database, print);
  const runtime = createRuntime({
    database,
    functionsDir: resolve(functions),
    files,
    cloudUrl: urls.cloud,
    siteUrl: urls.site,
    variables: env,
    log: (path, line) => print(`[${path}] ${line}`),
    cursorSecret,
  });
  opened.push(() => runtime.close());
  // An unhandled rejection, a timer or an abandoned stream of a function must not end the process.
  const onRejection = (reason: unknown) => print(`Unhandled rejection: ${String(reason)}`);
  const onException = (error: Error) => {
    if (!isOfFunctions(error)) throw error;
    print(`Unhandled exception: ${error.stack}`);
  };
  process.on("unhandledRejection", onRejection).on("uncaughtException", onException);
  opened.push(() =>
    process.off("unhandledRejection", onRejection).off("uncaughtException", onException),
  );
  opened.push(watchStalls());
  await runtime.deploy();
  runtime.start();
  if (watch) runtime.watch();
  const authenticate = createAuthenticate(adminKey, () => runtime.engine.deployment().auth);
  const dealing = { admission: new Admission(), pushes: new Rounds() };
  const backend = { database, runtime, authenticate, files, ...dealing };
  const api = createApi(backend);
  serve({
    api: (request, address) => api.fetch(request, { address }),
    site: createSite(backend),
    sync: backend,
  });
  const run: Backend["run"] = async (path, args = {}) => {
    const { outcome } = await runtime.run({
      path,
      args: convexToJson(args),
      caller: { kind: "admin" },
    });
    if (!outcome.success) throw new Error(outcome.message);
    return jsonToConvex(outcome.value);
  };
  return { url: urls.cloud, siteUrl: urls.site, adminKey, run };
}

/** The command line takes its options as one JSON text. */
async function runFromCommandLine(): Promise<void> {
  try {
    const options = JSON.parse(process.argv[2] ?? "{}") as StartOptions;
    const backend = await startBackend({ ...options, print: console.log });
    for (const signal of ["SIGINT", "SIGTERM"])
      process.on(signal, () => void backend.close().then(() => process.exit(0)));
    console.log(`Convex backend is ready: ${backend.url} (HTTP actions: ${backend.siteUrl})`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) void runFromCommandLine();
