import { join } from "node:path";
import type { HttpRouter } from "convex/server";
import { bundleComponent, bundleFunctions, nodeSettings, type Bundle } from "./bundle";
import { firstRun, type CronSpec } from "./cron-times";
import { allOf, bundleDefinitions, definitionFolders, isExportable } from "./definitions";
import { mountComponents, type Mount } from "./definitions";
import { bundleName, evaluate, Modules } from "./evaluate";
import type { Code, Namespace } from "./evaluate";
import { DeployError, refuseModules, SourceMaps } from "./failure";
import { canonicalPath } from "./function-path";
import { NodeActions } from "./node-actions";
import { functionsIn, type Declared, type Invocable } from "./registered";
import { currentInvocation, isolateGlobals, running } from "./user-code";
import type { ExportedSchema } from "./schema";
import { checkSchema } from "./schema-rules";
import type { Isolation, AuthProvider, RuntimeOptions, Variables } from "./types";
import { checkVariables } from "./variables";

export interface UserFunction extends Invocable {
  /** The path of its component; empty: the app. */
  component: string;
  /** Of a `"use node"` module. */
  isNode?: boolean;
}

/** A mounted component with its code; the root of the tree is the app. */
export interface Component extends Mount {
  childComponents: Component[];
  /** By their paths: `dir/module:export`. */
  functions: ReadonlyMap<string, UserFunction>;
  router: HttpRouter | null;
  /** The router for one request, evaluated as a function would be. */
  routerOfRun: () => HttpRouter | null;
  crons: Readonly<Record<string, CronSpec>>;
  schema: ExportedSchema | null;
}

/** One loaded version of the project's code: the app, and the components that it mounts. */
export interface Deployment extends Component {
  /** All components of the tree, with the app, by path. */
  components: ReadonlyMap<string, Component>;
  auth: AuthProvider[];
  /** The threads of the Node actions; null if there are none. */
  nodeActions: NodeActions | null;
  maps: SourceMaps;
  /** The folders of its source files. */
  sources: readonly string[];
  /** The bundled text and variables: equal texts are equal deployments. */
  fingerprint: string;
}

const [NODE_VERSION] = process.versions.node.split(".");

let loads = 0;

/** Gives a bundle the file name that stack traces show. */
function named({ code, entries, map }: Bundle, maps: SourceMaps): Code {
  loads += 1;
  const filename = bundleName(loads);
  maps.add(filename, map);
  return { filename, code, entries };
}

function refuseNodeQueries(functions: readonly Declared[]): void {
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
  const scope = { ...isolateGlobals(variables, "deployment"), define };
  const app = bundle && evaluate(named(bundle, maps), scope);
  return mountComponents(app?.default, imported, variables);
}

function loadComponent(
  mount: Mount,
  code: Modules,
  isolation: Isolation,
  nodeFunctions: UserFunction[],
  children: Component[],
): Component {
  const component = mount.componentPath;
  const modules = code.all();
  const router = loadRouter(modules.get("http.js")?.default);
  // Outside the run, because modules must not call the backend while they load.
  const fresh = (file: string) => currentInvocation.exit(() => code.fresh(file));
  const renew = isolation === "run" ? fresh : undefined;
  const own = functionsIn(modules, renew).map((each) => ({ ...each, component }));
  const found = [...own, ...nodeFunctions];
  const functions = new Map(found.map((each) => [each.path, each]));
  return {
    ...mount,
    childComponents: children,
    functions,
    router,
    routerOfRun: () => (renew ? loadRouter(renew("http.js").default) : router),
    crons: loadCrons(modules.get("crons.js")?.default, functions),
    schema: loadSchema(modules.get("schema.js")),
  };
}

/** The functions of `"use node"` modules, which run in threads of their own. */
function functionsInNode(nodeActions: NodeActions | null): UserFunction[] {
  if (!nodeActions) return [];
  refuseNodeQueries(nodeActions.functions);
  return nodeActions.functions.map((each) => ({
    ...each,
    ...{ component: "", isNode: true },
    invoke: (args) => nodeActions.call(each.path, args, running()),
  }));
}

/** Names the bundle in whose files an error was thrown. */
async function mapped<T>(maps: SourceMaps, load: () => T | Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (error instanceof DeployError || !(error instanceof Error)) throw error;
    return refuseModules(maps.describe(error));
  }
}

/**
 * Bundles and evaluates the modules of a functions folder, but installs nothing yet. To end the
 * threads of Node actions that it starts, use `nodeActions`.
 * @param options.log - Receives the output of Node actions whose call has ended.
 */
export async function loadDeployment(
  dir: string,
  variables: Variables,
  { isolation = "run", log = () => undefined }: Partial<Pick<RuntimeOptions, "isolation" | "log">>,
): Promise<Deployment> {
  const maps = new SourceMaps();
  checkVariables(variables);
  const bundling = bundleFunctions(dir);
  bundling.catch(() => undefined); // told below
  const definitions = await bundleDefinitions(dir);
  const mounts = await mapped(maps, () => loadMounts(definitions, variables, maps));
  const folders = [...definitionFolders(dir, mounts)];
  const [bundles, ...others] = await Promise.all([
    bundling,
    ...folders.map(([, folder]) => bundleComponent(folder)),
  ]);
  const byDefinition = new Map(folders.map(([path], i) => [path, others[i]]));
  const modulesOf = (bundle: Bundle, scope: () => Record<string, unknown>) =>
    new Modules(named(bundle, maps), scope);
  const load = (mount: Mount): Component => {
    const bundle = byDefinition.get(mount.definitionPath) ?? bundles.isolate;
    const modules = modulesOf(bundle, () => isolateGlobals(mount.variables, isolation));
    const children = mount.childComponents.map(load);
    return loadComponent(mount, modules, isolation, [], children);
  };
  const loadAll = (nodeActions: NodeActions | null): Deployment => {
    const scope = () => isolateGlobals(variables, isolation);
    const modules = modulesOf(bundles.isolate, scope);
    const inNode = functionsInNode(nodeActions);
    const children = mounts.childComponents.map(load);
    const app = loadComponent(mounts, modules, isolation, inNode, children);
    const authScope = () => ({ ...scope(), process: { env: strictVariables(variables) } });
    const auth = modulesOf(bundles.auth, authScope).all();
    const own = [bundles.isolate, bundles.node, bundles.auth];
    const made = [...own, ...(definitions ? [definitions] : []), ...others];
    return {
      ...app,
      components: new Map(allOf<Component>(app).map((each) => [each.componentPath, each])),
      auth: loadAuth(auth.get("auth.config.js")),
      nodeActions,
      maps,
      sources: [...new Set(made.flatMap(({ sources }) => sources))],
      fingerprint: JSON.stringify([variables, made]),
    };
  };
  return mapped(maps, async () => {
    const { node } = bundles;
    const code = { ...named(node, maps), requireFrom: join(dir, "index.js") };
    const nodeActions =
      node.entries.length > 0 ? await NodeActions.load(code, variables, log) : null;
    const { nodeVersion } = nodeSettings(dir);
    if (nodeActions && nodeVersion !== undefined && nodeVersion !== NODE_VERSION)
      log(
        "deploy",
        `convex.json names Node ${nodeVersion}. Node actions run in Node ${NODE_VERSION}.`,
      );
    try {
      return loadAll(nodeActions);
    } catch (error) {
      nodeActions?.end();
      throw error;
    }
  });
}
