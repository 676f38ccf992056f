import { createRequire } from "node:module";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import type { HttpRouter } from "convex/server";
import type { JSONValue, ValidatorJSON } from "convex/values";
import { bundleFunctions } from "./bundle";
import type { Bundle } from "./bundle";
import { loadApp, loadAuth, loadCrons, loadRouter, loadSchema } from "./declare";
import { DeployError, SourceMaps } from "./failure";
import { isolateGlobals, nodeGlobals } from "./guest";
import type { AnalyzedFunction, AnalyzedModule, Analysis } from "./types";

/** What `query()`, `mutation()` … of the convex package return, seen from the backend. */
interface Registered {
  isQuery?: boolean;
  isMutation?: boolean;
  isAction?: boolean;
  isPublic?: boolean;
  isInternal?: boolean;
  exportArgs(): string;
  exportReturns(): string;
  invokeQuery(args: string): Promise<string>;
  invokeMutation(args: string): Promise<string>;
  invokeAction(requestId: string, args: string): Promise<string>;
}

/** A function that can be called. */
export interface GuestFunction {
  path: string;
  udfType: "query" | "mutation" | "action";
  isPublic: boolean;
  args: ValidatorJSON;
  returns: ValidatorJSON | null;
  /** Takes and gives Convex JSON as text. */
  invoke: (args: string) => Promise<string>;
}

/** One loaded version of the project's code. */
export interface Deployment {
  analysis: Analysis;
  functions: ReadonlyMap<string, GuestFunction>;
  router: HttpRouter | null;
  maps: SourceMaps;
  /** The bundled text and variables: equal texts are equal deployments. */
  fingerprint: string;
}

type Namespace = Record<string, unknown>;

let loads = 0;

/** Runs a bundle once, with these names in scope, and returns its modules. */
function evaluate(bundle: Bundle, scope: Record<string, unknown>, maps: SourceMaps): Namespace[] {
  loads += 1;
  const filename = `functions-${loads}.js`;
  maps.add(filename, bundle.map);
  const module = { exports: {} as Record<string, Namespace> };
  const names = ["module", "exports", ...Object.keys(scope)];
  const run = compileFunction(bundle.code, names, { filename });
  Reflect.apply(run, undefined, [module, module.exports, ...Object.values(scope)]);
  return bundle.entries.map((_, i) => module.exports[`m${i}`] ?? {});
}

function tryLoad<T>(code: "InvalidModules" | "InvalidSchema", maps: SourceMaps, load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (error instanceof DeployError || !(error instanceof Error)) throw error;
    const frames = maps.trace(error.stack ?? "");
    throw new DeployError(code, [`Uncaught ${error.name}: ${error.message}`, ...frames].join("\n"));
  }
}

function isRegistered(value: unknown): value is Registered {
  return (
    typeof value === "function" &&
    "exportArgs" in value &&
    ["isQuery", "isMutation", "isAction"].some((mark) => mark in value)
  );
}

function toGuestFunction(path: string, registered: Registered): GuestFunction {
  const [udfType, invoke] = registered.isQuery
    ? (["query", (args: string) => registered.invokeQuery(args)] as const)
    : registered.isMutation
      ? (["mutation", (args: string) => registered.invokeMutation(args)] as const)
      : (["action", (args: string) => registered.invokeAction("", args)] as const);
  return {
    path,
    udfType,
    isPublic: registered.isPublic === true,
    // The convex package exports validators in this form.
    args: JSON.parse(registered.exportArgs()) as ValidatorJSON,
    returns: JSON.parse(registered.exportReturns()) as ValidatorJSON | null,
    invoke,
  };
}

const UDF_TYPE = { query: "Query", mutation: "Mutation", action: "Action" } as const;

function describe(name: string, found: GuestFunction): AnalyzedFunction {
  return {
    name,
    pos: null,
    udfType: UDF_TYPE[found.udfType],
    visibility: { kind: found.isPublic ? "public" : "internal" },
    args: JSON.stringify(found.args),
    returns: JSON.stringify(found.returns),
  };
}

function collect(
  bundle: Bundle,
  modules: Namespace[],
  functions: Map<string, GuestFunction>,
): Record<string, AnalyzedModule> {
  const analyzed: Record<string, AnalyzedModule> = {};
  for (const [i, file] of bundle.entries.entries()) {
    const found = Object.entries(modules[i] ?? {}).flatMap(([name, value]) => {
      if (!isRegistered(value)) return [];
      const path = `${file.replace(/\.js$/, "")}:${name}`;
      const guest = toGuestFunction(path, value);
      functions.set(path, guest);
      return [describe(name, guest)];
    });
    analyzed[file] = { functions: found, httpRoutes: null, cronSpecs: null, sourceMapped: null };
  }
  return analyzed;
}

function refuseNodeQueries(modules: Record<string, AnalyzedModule>): void {
  for (const [file, { functions }] of Object.entries(modules))
    for (const { name, udfType } of functions)
      if (udfType !== "Action")
        throw new DeployError(
          "InvalidModules",
          `\`${name}\` defined in \`${file}\` is a ${udfType} function. Only actions can be defined in Node.js. See https://docs.convex.dev/functions/actions for more details.`,
        );
}

/** Bundles and runs the modules of a functions folder; nothing is installed yet. */
export async function loadDeployment(
  dir: string,
  variables: Record<string, string>,
): Promise<Deployment> {
  const bundles = await bundleFunctions(dir);
  const maps = new SourceMaps();
  const scope = isolateGlobals(variables);
  const functions = new Map<string, GuestFunction>();
  return tryLoad("InvalidModules", maps, () => {
    const isolate = evaluate(bundles.isolate, scope, maps);
    const modules = collect(bundles.isolate, isolate, functions);
    if (bundles.node) {
      const nodeScope = nodeGlobals(variables, createRequire(join(dir, "index.js")));
      const nodeModules = collect(bundles.node, evaluate(bundles.node, nodeScope, maps), functions);
      refuseNodeQueries(nodeModules);
      Object.assign(modules, nodeModules);
    }
    const at = (file: string) => isolate[bundles.isolate.entries.indexOf(file)];
    const router = loadRouter(at("http.js"), modules["http.js"]);
    loadCrons(at("crons.js"), modules["crons.js"], functions);
    const { schema: schemaBundle, app: appBundle, auth: authBundle } = bundles;
    const schema = tryLoad("InvalidSchema", maps, () =>
      loadSchema(schemaBundle && evaluate(schemaBundle, scope, maps)[0]),
    );
    const envVars = loadApp(appBundle && evaluate(appBundle, scope, maps)[0], variables);
    const auth = loadAuth(
      variables,
      (env) => authBundle && evaluate(authBundle, { ...scope, process: { env } }, maps)[0],
    );
    const fingerprint = JSON.stringify([variables, Object.values(bundles) as JSONValue]);
    return { analysis: { modules, schema, envVars, auth }, functions, router, maps, fingerprint };
  });
}
