import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { convexToJson, jsonToConvex, type Value } from "convex/values";
import { Rounds } from "./runtime/rounds";
import { createRuntime } from "./runtime/runtime";
import { Admission } from "./server/admission";
import { watchStalls } from "./runtime/stalls";
import type { Concurrency } from "./runtime/transactions";
import type { Detail } from "./runtime/types";
import type { Isolation } from "./runtime/types";
import { watchUnhandled } from "./runtime/unhandled";
import { createApi, createSite } from "./server/api";
import { createAuthenticate } from "./server/auth";
import { Memory } from "./server/memory";
import { FileStore } from "./server/files";
import { openPorts, type PortOptions } from "./server/ports";
import { holdsOtherFiles, makePrivate } from "./server/private-files";
import { loadAdminKey, loadCursorSecret, proofOf } from "./server/secrets";
import { openDatabase, type Durability } from "./store/database";
import { StoreError } from "./store/errors";

/** The options of a backend. */
export interface StartOptions extends PortOptions {
  /** The folder of Convex functions, for example `convex`. */
  functions: string;
  /** The data folder: log, files and admin key. Created when missing. */
  dataDir: string;
  /** Deployment variables. */
  env?: Record<string, string>;
  /** Reload functions when their files change; the start waits for code that can be deployed. */
  watch?: boolean;
  /** What an acknowledged mutation survives: a crash of the process, or also a power cut. */
  durability?: Durability;
  /**
   * How mutations run: concurrently as on Convex, where a conflict makes one run again
   * ("optimistic", the default), or one after another, which is faster on one thread
   * ("serial").
   */
  concurrency?: Concurrency;
  /**
   * What clients get of an error that is not a `ConvexError`: message and stack, as in development on
   * Convex ("stack"), the message ("message", the default), or only "Server Error" with a request
   * id, and no log lines, as in production ("none").
   */
  errors?: Detail;
  /**
   * Whether each run of a function has its own JavaScript context, as on Convex ("run", the
   * default), or all runs of a deployment share one, which is faster ("deployment").
   */
  isolation?: Isolation;
  /** Called after each deploy of changed code, but the first. */
  onDeploy?: () => void;
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
  // A failed start closes everything that it opened, last first.
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
  const { concurrency, errors, isolation, durability = DEFAULT_DURABILITY, ...where } = options;
  const dir = resolve(dataDir);
  if (holdsOtherFiles(dir))
    throw new StoreError(
      "data_folder_not_empty",
      `${dir} holds other files. Name a new or empty folder for the data.`,
    );
  const database = openDatabase({ dir, durability, warn: print });
  opened.push(() => database.close());
  makePrivate(dir, print);
  const adminKey = loadAdminKey(dir);
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
    cursorSecret: loadCursorSecret(dir),
    ...(concurrency && { concurrency }),
    ...(errors && { errors }),
    ...(isolation && { isolation }),
  });
  opened.push(() => runtime.close());
  opened.push(watchUnhandled(print));
  opened.push(watchStalls());
  await (watch ? runtime.watch() : runtime.deploy());
  if (options.onDeploy) runtime.onDeploy(options.onDeploy);
  runtime.start();
  const authenticate = createAuthenticate(adminKey, () => runtime.engine.deployment().auth);
  const turns = { parsing: new Rounds(), pushes: new Rounds() };
  const dealing = { admission: new Admission(), memory: new Memory(), ...turns };
  const prove = (challenge: string) => proofOf(adminKey, urls.cloud, challenge);
  const backend = { database, runtime, authenticate, files, prove, ...dealing };
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
