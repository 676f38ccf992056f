import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { capital } from "../runtime/addresses";
import { loadDeployment, type Component, type Deployment } from "../runtime/load";
import type { Runtime } from "../runtime/runtime";
import type { JsonObject } from "../runtime/types";
import { isJsonObject } from "../runtime/validators";
import { readBody } from "./body";

const MAX_PUSH_BYTES = 64 * 1024 * 1024;

const UNSEEDED = { importPhaseRngSeed: null, importPhaseUnixTimestamp: null };
const UDF_CONFIG = { serverVersion: "1.48.0", ...UNSEEDED };

type Exports =
  | { type: "leaf"; leaf: string }
  | { type: "branch"; branch: [name: string, exports: Exports][] };

/** The public functions as a tree: what a component shows its parent. */
function exportsOf({ functions }: Component): Exports & { type: "branch" } {
  const root: Exports & { type: "branch" } = { type: "branch", branch: [] };
  for (const { path, isPublic } of functions.values()) {
    if (!isPublic) continue;
    const [module = "", name = ""] = path.split(":");
    let at = root;
    for (const part of module.split("/")) {
      const known = at.branch.find(([each]) => each === part)?.[1];
      const next: typeof root = known?.type === "branch" ? known : { type: "branch", branch: [] };
      if (next !== known) at.branch.push([part, next]);
      at = next;
    }
    at.branch.push([name, { type: "leaf", leaf: `_reference/function/${path}` }]);
  }
  return root;
}

function modulesOf({ functions }: Component): Record<string, object> {
  const modules: Record<string, { functions: object[] }> = {};
  for (const { path, udfType, isPublic, args, returns } of functions.values()) {
    const [module = "", name = ""] = path.split(":");
    (modules[`${module}.js`] ??= { functions: [] }).functions.push({
      name,
      pos: null,
      udfType: capital(udfType),
      visibility: { kind: isPublic ? "public" : "internal" },
      args: JSON.stringify(args),
      returns: JSON.stringify(returns),
    });
  }
  return modules;
}

/** `pathOf`: definition paths as the command line writes them. */
function analyze(component: Component, pathOf: (definitionPath: string) => string): object {
  const { definition, definitionPath, componentPath, schema } = component;
  const { definitionType, childComponents, httpMounts, envVars = [] } = definition;
  const children = childComponents.map((child) => ({ ...child, path: pathOf(child.path) }));
  const exports = componentPath === "" ? { type: "branch", branch: [] } : exportsOf(component);
  const path = pathOf(definitionPath);
  const own = { path, definitionType, childComponents: children, httpMounts, exports, envVars };
  return { definition: own, schema, functions: modulesOf(component), udfConfig: UDF_CONFIG };
}

function checked(component: Component, pathOf: (definitionPath: string) => string): object {
  const { definitionPath, componentPath, childComponents } = component;
  return {
    ...{ definitionPath: pathOf(definitionPath), componentPath, args: {}, exports: {} },
    childComponents: Object.fromEntries(
      childComponents.map((child) => [child.name, checked(child, pathOf)]),
    ),
    httpRoutes: { httpModuleRoutes: null, mounts: [] },
  };
}

/** Mounts the component with values that match its variables: its code is read, not run. */
const appOf = (config: string) => `
  import { defineApp } from "convex/server";
  import component from ${JSON.stringify(config)};
  const admitted = ({ type, value }) =>
    type === "union" ? admitted(value[0]) : type === "literal" ? value : "";
  const declared = component.export().envVars ?? [];
  const env = declared.map(([name, { value }]) => [name, admitted(JSON.parse(value))]);
  const app = defineApp();
  app.use(component, { env: Object.fromEntries(env) });
  export default app;`;

/** The component in this folder, mounted in an app of its own. */
async function loadAlone(functionsDir: string, definitionPath: string) {
  const parent = join(functionsDir, "..", "node_modules", ".codegen");
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(join(parent, "app-"));
  try {
    const config = join(resolve(functionsDir, definitionPath), "convex.config");
    writeFileSync(join(dir, "convex.config.ts"), appOf(config));
    const deployment = await loadDeployment(dir, {}, {});
    const pathOf = (path: string) => path && relative(functionsDir, resolve(dir, path));
    return { deployment, pathOf };
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

function analysisOf(deployment: Deployment, pathOf: (path: string) => string) {
  const all = [...deployment.components.values()];
  return Object.fromEntries(
    all.map((each) => [pathOf(each.definitionPath), analyze(each, pathOf)]),
  );
}

/** The component of `npx convex codegen --component-dir`; null: the app. */
function componentAskedFor(pushed: string): string | null {
  const { forCodegen, appDefinition } = JSON.parse(pushed) as JsonObject;
  const { dependencies = [] } = isJsonObject(appDefinition) ? appDefinition : {};
  const [path] = Array.isArray(dependencies) ? dependencies : [];
  return forCodegen === true && typeof path === "string" ? path : null;
}

/** The command line compresses the pushed code of the app and its components. */
async function readPush(request: Request): Promise<string> {
  const body = await readBody(request, MAX_PUSH_BYTES);
  const isCompressed = request.headers.get("Content-Encoding") === "br";
  return (isCompressed ? brotliDecompressSync(body) : body).toString();
}

/**
 * The answer to `npx convex codegen`, which pushes code to get its analysis. The
 * pushed code is not used: the served folder is read again.
 */
export async function answerPush(runtime: Runtime, request: Request): Promise<object> {
  const alone = componentAskedFor(await readPush(request));
  const { deployment, pathOf } =
    alone === null
      ? { deployment: await runtime.deploy(), pathOf: (path: string) => path }
      : await loadAlone(runtime.options.functionsDir, alone);
  return {
    environmentVariables: {},
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: deployment.auth.map((each) =>
      "type" in each ? { applicationID: null, ...each } : each,
    ),
    analysis: analysisOf(deployment, pathOf),
    app: checked(deployment, pathOf),
    schemaChange: { allocatedComponentIds: {}, schemaIds: {}, indexDiffs: {} },
  };
}
