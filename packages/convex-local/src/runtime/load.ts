import { createRequire } from "node:module";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import type { HttpRouter } from "convex/server";
import type { ValidatorJSON } from "convex/values";
import { bundleComponent, bundleFunctions, type Bundle } from "./bundle";
import { firstRun, type CronSpec } from "./cron-times";
import { allOf, bundleDefinitions, definitionFolders, isExportable } from "./definitions";
import { mountComponents, type Mount } from "./definitions";
import { DeployError, refuseModules, SourceMaps } from "./failure";
import { canonicalPath } from "./function-path";
import { isolateGlobals, nodeGlobals } from "./user-code";
import type { ExportedSchema } from "./schema";
import { checkSchema } from "./schema-rules";
import type { AuthProvider, Variables } from "./types";
import { checkVariables } from "./variables";

/** The functions of the convex package (`query()`, `mutation()` …) as the backend sees them. */
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

export interface UserFunction {
  path: string;
  /** The path of its component; empty: the app. */
  component: string;
  udfType: "query" | "mutation" | "action";
  isPublic: boolean;
  args: ValidatorJSON;
  returns: ValidatorJSON | null;
  /** Of a `"use node"` module. */
  isNode?: boolean;
  /** Takes and returns Convex JSON as text. */
  invoke: (args: string) => Promise<string>;
}

/** A mounted component with its code; the root of the tree is the app. */
export interface Component extends Mount {
  childComponents: Component[];
  /** By their paths: `dir/module:export`. */
  functions: ReadonlyMap<string, UserFunction>;
  router: HttpRouter | null;
  crons: Readonly<Record<string, CronSpec>>;
  schema: ExportedSchema | null;
}

/** One loaded version of the project's code: the app, and the components that it mounts. */
export interface Deployment extends Component {
  /** All components of the tree, with the app, by path. */
  components: ReadonlyMap<string, Component>;
  auth: AuthProvider[];
  maps: SourceMaps;
  /** The folders of its source files. */
  sources: readonly string[];
  /** The bundled text and variables: equal texts are equal deployments. */
  fingerprint: string;
}

type Namespace = Record<string, unknown>;
type Namespaces = ReadonlyMap<string, Namespace>;

let loads = 0;

/** Whether the code of a bundle threw it, or caused it. */
export function isOfFunctions({ stack = "" }: Error): boolean {
  return /\bfunctions-\d+\.js:/.test(stack);
}

/** Runs a bundle once, with these globals, and returns its exports. */
function evaluate(bundle: Bundle, scope: Record<string, unknown>, maps: SourceMaps): Namespace {
  loads += 1;
  const filename = `functions-${loads}.js`;
  maps.add(filename, bundle.map);
  const module = { exports: {} as Namespace };
  const names = ["module", "exports", ...Object.keys(scope)];
  const run = compileFunction(bundle.code, names, { filename });
  Reflect.apply(run, undefined, [module, module.exports, ...Object.values(scope)]);
  return module.exports;
}

/** Runs a bundle of modules once, with these globals. */
function evaluateModules(
  bundle: Bundle,
  scope: Record<string, unknown>,
  maps: SourceMaps,
): Namespaces {
  const exports = evaluate(bundle, scope, maps) as Record<string, Namespace>;
  return new Map(bundle.entries.map((entry, i) => [entry, exports[`m${i}`] ?? {}]));
}

function isRegistered(value: unknown): value is Registered {
  return (
    typeof value === "function" &&
    "exportArgs" in value &&
    ["isQuery", "isMutation", "isAction"].some((mark) => mark in value)
  );
}

function toUserFunction(component: string, path: string, registered: Registered): UserFunction {
  const [udfType, invoke] = registered.isQuery
    ? (["query", (args: string) => registered.invokeQuery(args)] as const)
    : registered.isMutation
      ? (["mutation", (args: string) => registered.invokeMutation(args)] as const)
      : (["action", (args: string) => registered.invokeAction("", args)] as const);
  return {
    path,
    component,
    udfType,
    isPublic: registered.isPublic === true,
    // The convex package exports validators in this form.
    args: JSON.parse(registered.exportArgs()) as ValidatorJSON,
    returns: JSON.parse(registered.exportReturns()) as ValidatorJSON | null,
    invoke,
  };
}

function functionsOf(component: string, modules: Namespaces): UserFunction[] {
  return [...modules].flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => {
      const path = `${file.replace(/\.js$/, "")}:${name}`;
      return isRegistered(value) ? [toUserFunction(component, path, value)] : [];
    }),
  );
}

function refuseNodeQueries(functions: readonly UserFunction[]): void {
  const wrong = functions.find(({ udfType }) => udfType !== "action");
  if (!wrong) return;
  const [module = "", name = ""] = wrong.path.split(":");
  const type = wrong.udfType === "query" ? "Query" : "Mutation";
  refuseModules(
    `\`${name}\` defined in \`${module}.js\` is a ${type} function. Only actions can be defined in Node.js. See https://docs.convex.dev/functions/actions for more details.`,
  );
}

function loadRouter(router: unknown): HttpRouter | null {
  if (typeof router !== "object" || router === null) return null;
  if (!("isRouter" in router))
    refuseModules("The default export of `convex/http.js` is not a Router.");
  // The mark of the convex package.
  return router as HttpRouter;
}

function loadCrons(crons: unknown, functions: ReadonlyMap<string, unknown>): Deployment["crons"] {
  if (typeof crons !== "object" || crons === null) return {};
  if (!("isCrons" in crons) || !isExportable(crons))
    refuseModules("The default export of `convex/crons.js` is not a Crons object.");
  // Text that the convex package itself writes.
  const exported = JSON.parse(String(crons.export())) as Record<string, CronSpec>;
  const jobs: Record<string, CronSpec> = {};
  for (const [identifier, spec] of Object.entries(exported)) {
    const name = canonicalPath(spec.name);
    jobs[identifier] = { ...spec, name };
    if (!functions.has(name))
      refuseModules(
        `The cron job '${identifier}' schedules a function that does not exist: ${name}`,
      );
    try {
      firstRun(identifier, spec, 0);
    } catch (error) {
      refuseModules(`The cron job '${identifier}' has an invalid schedule: ${String(error)}`);
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

/** The content of the app's `convex.config.ts`, with all mounted components. */
function loadMounts(bundle: Bundle | null, variables: Variables, maps: SourceMaps): Mount {
  const imported = new Map<string, unknown>();
  const define = (definition: object, path: string): object => {
    imported.set(path, definition);
    const defaultName: unknown = "_name" in definition ? definition._name : undefined;
    return Object.assign(definition, { componentDefinitionPath: path, defaultName });
  };
  const scope = { ...isolateGlobals(variables), define };
  const app = bundle && evaluate(bundle, scope, maps);
  return mountComponents(app?.default, imported, variables);
}

function loadComponent(
  mount: Mount,
  modules: Namespaces,
  nodeFunctions: UserFunction[],
  children: Component[],
): Component {
  const found = [...functionsOf(mount.componentPath, modules), ...nodeFunctions];
  const functions = new Map(found.map((each) => [each.path, each]));
  return {
    ...mount,
    childComponents: children,
    functions,
    router: loadRouter(modules.get("http.js")?.default),
    crons: loadCrons(modules.get("crons.js")?.default, functions),
    schema: loadSchema(modules.get("schema.js")),
  };
}

/** Names the bundle in whose files an error was thrown. */
function mapped<T>(maps: SourceMaps, load: () => T): T {
  try {
    return load();
  } catch (error) {
    if (error instanceof DeployError || !(error instanceof Error)) throw error;
    return refuseModules(maps.describe(error));
  }
}

/** Bundles and runs the modules of a functions folder; nothing is installed yet. */
export async function loadDeployment(dir: string, variables: Variables): Promise<Deployment> {
  const maps = new SourceMaps();
  checkVariables(variables);
  const bundling = bundleFunctions(dir);
  bundling.catch(() => undefined); // told below
  const definitions = await bundleDefinitions(dir);
  const mounts = mapped(maps, () => loadMounts(definitions, variables, maps));
  const folders = [...definitionFolders(dir, mounts)];
  const [bundles, ...others] = await Promise.all([
    bundling,
    ...folders.map(([, folder]) => bundleComponent(folder)),
  ]);
  const byDefinition = new Map(folders.map(([path], i) => [path, others[i]]));
  const load = (mount: Mount): Component => {
    const bundle = byDefinition.get(mount.definitionPath) ?? bundles.isolate;
    const modules = evaluateModules(bundle, isolateGlobals(mount.variables), maps);
    const children = mount.childComponents.map(load);
    return loadComponent(mount, modules, [], children);
  };
  return mapped(maps, () => {
    const scope = isolateGlobals(variables);
    const isolate = evaluateModules(bundles.isolate, scope, maps);
    const nodeScope = nodeGlobals(variables, createRequire(join(dir, "index.js")));
    const nodeFunctions = functionsOf("", evaluateModules(bundles.node, nodeScope, maps));
    refuseNodeQueries(nodeFunctions);
    const inNode = nodeFunctions.map((each) => ({ ...each, isNode: true }));
    const app = loadComponent(mounts, isolate, inNode, mounts.childComponents.map(load));
    const authScope = { ...scope, process: { env: strictVariables(variables) } };
    const own = [bundles.isolate, bundles.node, bundles.auth];
    const made = [...own, ...(definitions ? [definitions] : []), ...others];
    return {
      ...app,
      components: new Map(allOf<Component>(app).map((each) => [each.componentPath, each])),
      auth: loadAuth(evaluateModules(bundles.auth, authScope, maps).get("auth.config.js")),
      maps,
      sources: [...new Set(made.flatMap(({ sources }) => sources))],
      fingerprint: JSON.stringify([variables, made]),
    };
  });
}
