import { existsSync } from "node:fs";
import { dirname, extname, join, relative, resolve } from "node:path";
import type { Plugin } from "esbuild";
import type { ValidatorJSON } from "convex/values";
import { bundle, type Bundle } from "./bundle";
import { refuseModules } from "./failure";
import type { Variables } from "./types";
import { findMismatch } from "./validators";

/** A variable and the validator (JSON as text) that its value must pass. */
type DeclaredVariable = [name: string, rule: { type: string; value: string; optional?: boolean }];

/** The content of `convex.config.ts`, as the convex package exports it. */
interface Definition {
  definitionType: { type: "app" } | { type: "childComponent"; name: string };
  childComponents: {
    name: string;
    /** The definition's folder, relative to the app's. */
    path: string;
    env:
      | [name: string, { type: "value"; value: string } | { type: "envVar"; name: string }][]
      | null;
  }[];
  /** Prefixes of paths, each with the reference of the component that serves it. */
  httpMounts: Record<string, string>;
  httpPrefix?: string;
  exports: unknown;
  envVars?: DeclaredVariable[];
}

/** One mounted component, before its code is loaded. */
export interface Mount {
  /** The names from the app down: `limiter/worker`. Empty for the app. */
  componentPath: string;
  /** The last of them. */
  name: string;
  definitionPath: string;
  definition: Definition;
  variables: Variables;
  /** The prefix of its HTTP routes; null when they are not reachable. */
  httpPath: string | null;
  childComponents: Mount[];
}

const CONFIG = "convex.config";
const WRAPPED = "component";
const APP: Definition = {
  definitionType: { type: "app" },
  childComponents: [],
  httpMounts: {},
  exports: { type: "branch", branch: [] },
};

/** Registers each imported definition under its path, as the convex package expects. */
function wrapDefinitions(dir: string): Plugin {
  return {
    name: "components",
    setup(bundler) {
      bundler.onResolve(
        { filter: /convex\.config/ },
        async ({ path, kind, resolveDir, ...args }) => {
          if (kind === "entry-point" || args.pluginData === WRAPPED) return undefined;
          if (args.namespace === WRAPPED) return { path };
          const stem = extname(path) === ".js" ? path.slice(0, -".js".length) : path;
          for (const candidate of [...new Set([path, `${stem}.js`, `${stem}.ts`])]) {
            const found = await bundler.resolve(candidate, {
              kind,
              resolveDir,
              pluginData: WRAPPED,
            });
            if (found.path !== "") return { path: found.path, namespace: WRAPPED };
          }
          return undefined;
        },
      );
      bundler.onLoad({ filter: /./, namespace: WRAPPED }, ({ path }) => ({
        contents: `import definition from ${JSON.stringify(path)};
          export default define(definition, ${JSON.stringify(relative(dir, dirname(path)))});`,
        resolveDir: dirname(path),
      }));
    },
  };
}

/** All definitions reachable from the app's; null when the app has none. */
export async function bundleDefinitions(dir: string): Promise<Bundle | null> {
  const file = [`${CONFIG}.ts`, `${CONFIG}.js`].find((name) => existsSync(join(dir, name)));
  if (file === undefined) return null;
  const entryPoints = [`./${file}`];
  return bundle(dir, [], { entryPoints, plugins: [wrapDefinitions(dir)], platform: "browser" });
}

/**
 * The default export of `crons.ts`, `schema.ts` or `convex.config.ts`, which can
 * describe itself.
 */
export function isExportable(value: unknown): value is { export(): unknown } {
  return (
    typeof value === "object" &&
    value !== null &&
    "export" in value &&
    typeof value.export === "function"
  );
}

function exported(value: unknown, file: string, type: "app" | "childComponent"): Definition {
  const wanted = type === "app" ? "defineApp(...)" : "defineComponent(...)";
  // The convex package's own output for the definition.
  const definition = isExportable(value) ? (value.export() as Definition) : null;
  if (definition?.definitionType.type === type) return definition;
  return refuseModules(`${file} must export default ${wanted}`);
}

/** Also for a variable named like a property of all objects. */
const valueOf = (variables: Variables, name: string) =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;

/** The declared variables must exist and match their validators. */
function checkDeclared(declared: DeclaredVariable[], variables: Variables, whose: string): void {
  for (const [name, { optional, value }] of declared) {
    const given = valueOf(variables, name);
    if (given === undefined && optional) continue;
    if (given === undefined) refuseModules(`Environment variable ${name} is not set${whose}`);
    // Written by the convex package.
    const wrong = findMismatch(JSON.parse(value) as ValidatorJSON, given, () => null);
    if (wrong !== null)
      refuseModules(`Environment variable ${name}${whose} is not valid: ${wrong}`);
  }
}

type Child = Definition["childComponents"][number];

/** The variables of the component: values, and variables of its parent. */
function boundVariables({ name, env }: Child, { envVars = [] }: Definition, parent: Variables) {
  const bound: Record<string, string> = {};
  for (const [variable, binding] of env ?? []) {
    if (!envVars.some(([declared]) => declared === variable))
      refuseModules(`Component ${name} declares no environment variable ${variable}`);
    const value = binding.type === "value" ? binding.value : valueOf(parent, binding.name);
    if (value !== undefined) bound[variable] = value;
  }
  checkDeclared(envVars, bound, ` for component ${name}`);
  return bound;
}

/** A mount's prefix within its parent's: `/a/` and `/b/` make `/a/b/`. */
function httpPathOf(parent: Mount, name: string): string | null {
  const mounts = Object.entries(parent.definition.httpMounts);
  const [prefix] = mounts.find(([, to]) => to === `_reference/childComponent/${name}`) ?? [];
  return prefix === undefined || parent.httpPath === null
    ? null
    : parent.httpPath + prefix.slice(1);
}

/**
 * The tree of mounted components. `root` is the default export of the app's
 * definition, undefined without one; `imported` has the other definitions by path.
 */
export function mountComponents(
  root: unknown,
  imported: ReadonlyMap<string, unknown>,
  variables: Variables,
): Mount {
  const { CONVEX_CLOUD_URL = "", CONVEX_SITE_URL = "" } = variables;
  const mountChildren = (parent: Mount): Mount => {
    const names = new Set<string>();
    for (const child of parent.definition.childComponents) {
      const { name, path } = child;
      if (!/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name)) refuseModules(`Invalid component name: ${name}`);
      if (names.has(name)) refuseModules(`Two components are named ${name}: give one another name`);
      names.add(name);
      const file = `${path}/${CONFIG}`;
      const definition = exported(imported.get(path), file, "childComponent");
      const httpPath = httpPathOf(parent, name);
      const site = CONVEX_SITE_URL + (httpPath ?? "/").slice(0, -1);
      const own = boundVariables(child, definition, parent.variables);
      parent.childComponents.push(
        mountChildren({
          componentPath: parent.componentPath === "" ? name : `${parent.componentPath}/${name}`,
          name,
          definitionPath: path,
          definition,
          variables: { ...own, CONVEX_CLOUD_URL, CONVEX_SITE_URL: site },
          httpPath,
          childComponents: [],
        }),
      );
    }
    return parent;
  };
  const definition = root === undefined ? APP : exported(root, "convex.config.ts", "app");
  checkDeclared(definition.envVars ?? [], variables, "");
  return mountChildren({
    componentPath: "",
    name: "",
    definitionPath: "",
    definition,
    variables,
    httpPath: definition.httpPrefix ?? "/",
    childComponents: [],
  });
}

/** The mount and its descendants. */
export function allOf<T extends { childComponents: T[] }>(root: T): T[] {
  return [root, ...root.childComponents.flatMap(allOf)];
}

/** The folders of the mounted definitions, without the app's. */
export function definitionFolders(dir: string, root: Mount): Map<string, string> {
  const paths = allOf(root).map(({ definitionPath }) => definitionPath);
  return new Map(paths.filter((path) => path !== "").map((path) => [path, resolve(dir, path)]));
}
