import { createRequire } from "node:module";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import type { HttpRouter } from "convex/server";
import type { JSONValue, ValidatorJSON } from "convex/values";
import { bundleFunctions, type Bundle } from "./bundle";
import { firstRun } from "./cron-times";
import { DeployError, Refusal, SourceMaps } from "./failure";
import { isolateGlobals, nodeGlobals } from "./guest";
import type { ExportedSchema } from "./schema";
import { checkSchema } from "./schema-rules";
import type { Audience, AuthProvider, JsonObject } from "./types";
import { checkVariables } from "./variables";

/** What `query()`, `mutation()` … of the convex package return, seen from the backend. */
interface Registered {
  isQuery?: boolean;
  isMutation?: boolean;
  isAction?: boolean;
  isPublic?: boolean;
  exportArgs(): string;
  exportReturns(): string;
  invokeQuery(args: string): Promise<string>;
  invokeMutation(args: string): Promise<string>;
  invokeAction(requestId: string, args: string): Promise<string>;
}

export interface GuestFunction {
  path: string;
  udfType: "query" | "mutation" | "action";
  isPublic: boolean;
  args: ValidatorJSON;
  returns: ValidatorJSON | null;
  /** Of a `"use node"` module. */
  isNode?: boolean;
  /** Takes and gives Convex JSON as text. */
  invoke: (args: string) => Promise<string>;
}

export interface CronSpec {
  name: string;
  args: JSONValue[];
  schedule: Record<string, JSONValue>;
}

/** A variable and the validator (JSON as text) that its value must pass. */
type DeclaredVariable = [name: string, rule: { type: string; value: string; optional?: boolean }];

/** One loaded version of the project's code. */
export interface Deployment {
  functions: ReadonlyMap<string, GuestFunction>;
  router: HttpRouter | null;
  crons: Readonly<Record<string, CronSpec>>;
  schema: ExportedSchema | null;
  envVars: DeclaredVariable[];
  auth: AuthProvider[];
  maps: SourceMaps;
  /** The bundled text and variables: equal texts are equal deployments. */
  fingerprint: string;
}

type Variables = Readonly<Record<string, string>>;
type Namespace = Record<string, unknown>;
type Namespaces = ReadonlyMap<string, Namespace>;

let loads = 0;

/** Runs a bundle once, with these names in scope, and returns its modules. */
function evaluate(bundle: Bundle, scope: Record<string, unknown>, maps: SourceMaps): Namespaces {
  loads += 1;
  const filename = `functions-${loads}.js`;
  maps.add(filename, bundle.map);
  const module = { exports: {} as Record<string, Namespace> };
  const names = ["module", "exports", ...Object.keys(scope)];
  const run = compileFunction(bundle.code, names, { filename });
  Reflect.apply(run, undefined, [module, module.exports, ...Object.values(scope)]);
  return new Map(bundle.entries.map((entry, i) => [entry, module.exports[`m${i}`] ?? {}]));
}

function refuse(message: string): never {
  throw new DeployError("InvalidModules", message);
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

function functionsOf(modules: Namespaces): GuestFunction[] {
  return [...modules].flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) =>
      isRegistered(value) ? [toGuestFunction(`${file.replace(/\.js$/, "")}:${name}`, value)] : [],
    ),
  );
}

function refuseNodeQueries(functions: readonly GuestFunction[]): void {
  const wrong = functions.find(({ udfType }) => udfType !== "action");
  if (!wrong) return;
  const [module = "", name = ""] = wrong.path.split(":");
  const type = wrong.udfType === "query" ? "Query" : "Mutation";
  refuse(
    `\`${name}\` defined in \`${module}.js\` is a ${type} function. Only actions can be defined in Node.js. See https://docs.convex.dev/functions/actions for more details.`,
  );
}

function loadRouter(router: unknown): HttpRouter | null {
  if (typeof router !== "object" || router === null) return null;
  if (!("isRouter" in router)) refuse("The default export of `convex/http.js` is not a Router.");
  // The mark says that the convex package made it.
  return router as HttpRouter;
}

/** What `crons.ts`, `schema.ts` or `convex.config.ts` exports by default: it can tell what it is. */
function isExportable(value: unknown): value is { export(): unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    "export" in value &&
    typeof value.export === "function"
  );
}

function loadCrons(crons: unknown, functions: ReadonlyMap<string, unknown>): Deployment["crons"] {
  if (typeof crons !== "object" || crons === null) return {};
  if (!("isCrons" in crons) || !isExportable(crons))
    refuse("The default export of `convex/crons.js` is not a Crons object.");
  // Text that the convex package itself writes.
  const jobs = JSON.parse(String(crons.export())) as Record<string, CronSpec>;
  for (const [identifier, spec] of Object.entries(jobs)) {
    const { name } = spec;
    if (!functions.has(name))
      refuse(`The cron job '${identifier}' schedules a function that does not exist: ${name}`);
    try {
      firstRun(identifier, spec, 0);
    } catch (error) {
      refuse(`The cron job '${identifier}' has an invalid schedule: ${String(error)}`);
    }
  }
  return jobs;
}

function loadSchema(module: Namespace | undefined): ExportedSchema | null {
  if (!module) return null;
  if (!isExportable(module.default))
    throw new DeployError(
      "InvalidSchema",
      "Default export from `schema.ts` isn't a Convex schema. Did you `export default defineSchema(...)`?",
    );
  // Text that the convex package itself writes.
  const schema = JSON.parse(String(module.default.export())) as ExportedSchema;
  checkSchema(schema);
  return schema;
}

/** `convex.config.ts`: the variables that the app declares. Those it requires must be set. */
function loadApp(module: Namespace | undefined, variables: Variables): DeclaredVariable[] {
  if (!module) return [];
  if (!isExportable(module.default)) refuse("convex.config.ts must export default defineApp(...)");
  // What the convex package itself makes of the definition.
  const { envVars = [], childComponents } = module.default.export() as {
    envVars?: DeclaredVariable[];
    childComponents: unknown[];
  };
  if (childComponents.length > 0) refuse("The local backend serves no components.");
  const missing = envVars.find(([name, { optional }]) => !optional && !(name in variables));
  return missing ? refuse(`Environment variable ${missing[0]} is not set`) : envVars;
}

/** Reading a variable that is not set throws in `auth.config.ts`, as on a real deployment. */
function strictVariables(variables: Variables): Variables {
  return new Proxy(variables, {
    get: (target, name) => {
      if (typeof name !== "string" || Object.hasOwn(target, name))
        return Reflect.get(target, name) as unknown;
      throw new DeployError(
        "AuthConfigMissingEnvironmentVariable",
        `Environment variable ${name} is used in auth config file but its value was not set`,
      );
    },
  });
}

function loadAuth(module: Namespace | undefined): AuthProvider[] {
  if (!module) return [];
  const { providers } = (module.default ?? {}) as { providers?: unknown };
  // Typed in the file itself: `satisfies AuthConfig`.
  if (Array.isArray(providers)) return providers as AuthProvider[];
  throw new DeployError("InvalidAuthConfig", "auth.config.ts must export default { providers }.");
}

/** Bundles and runs the modules of a functions folder; nothing is installed yet. */
export async function loadDeployment(dir: string, variables: Variables): Promise<Deployment> {
  const bundles = await bundleFunctions(dir);
  const maps = new SourceMaps();
  checkVariables(variables);
  const scope = isolateGlobals(variables);
  try {
    const isolate = evaluate(bundles.isolate, scope, maps);
    const nodeScope = nodeGlobals(variables, createRequire(join(dir, "index.js")));
    const nodeFunctions = functionsOf(evaluate(bundles.node, nodeScope, maps));
    refuseNodeQueries(nodeFunctions);
    const inNode = nodeFunctions.map((each) => ({ ...each, isNode: true }));
    const found = [...functionsOf(isolate), ...inNode];
    const functions = new Map(found.map((each) => [each.path, each]));
    const authScope = { ...scope, process: { env: strictVariables(variables) } };
    return {
      functions,
      router: loadRouter(isolate.get("http.js")?.default),
      crons: loadCrons(isolate.get("crons.js")?.default, functions),
      schema: loadSchema(isolate.get("schema.js")),
      envVars: loadApp(isolate.get("convex.config.js"), variables),
      auth: loadAuth(evaluate(bundles.auth, authScope, maps).get("auth.config.js")),
      maps,
      fingerprint: JSON.stringify([variables, bundles]),
    };
  } catch (error) {
    if (error instanceof DeployError || !(error instanceof Error)) throw error;
    throw new DeployError("InvalidModules", maps.describe(error));
  }
}

/** `dir/module:export`, however the caller spelled it. */
export function canonicalPath(path: string): string {
  const [module = "", name = "default"] = path.split(":");
  return `${module.replace(/\.js$/, "")}:${name}`;
}

/** The path in a syscall's address. */
export function addressOf({ name }: JsonObject): string {
  if (typeof name === "string") return canonicalPath(name);
  throw new Error("Handles and components are not supported by the local backend.");
}

export function functionAt(deployment: Deployment, path: string): GuestFunction | undefined {
  return deployment.functions.get(canonicalPath(path));
}

/** Finds a function that this audience may call; of any type when none is named. */
export function findFunction(
  deployment: Deployment,
  path: string,
  audience: Audience,
  udfType?: GuestFunction["udfType"],
): GuestFunction {
  const shown = canonicalPath(path).replace(/:default$/, "");
  const found = functionAt(deployment, path);
  if (!found || (audience === "public" && !found.isPublic))
    throw new Refusal(
      `Could not find ${audience === "public" ? "public " : ""}function for '${shown}'. Did you forget to run \`npx convex dev\`?`,
    );
  if (udfType === undefined || found.udfType === udfType) return found;
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  throw new Refusal(
    `Trying to execute ${shown} as ${capital(udfType)}, but it is defined as ${capital(found.udfType)}.`,
  );
}
