import type { Analysis, Runtime } from "../runtime/types";
import { DeployError } from "../runtime/failure";
import type { Callers } from "./callers";
import { HttpFailure, readJson } from "./http";
import type { Handler } from "./http";
import { authorize } from "./http-api";

export interface PushBackend {
  runtime: Runtime;
  callers: Callers;
  urls: { cloud: string; site: string };
}

type Answer = (request: Request) => unknown;

interface Push {
  appDefinition: { changedModules: { path: string }[] };
  componentDefinitions: unknown[];
}

/**
 * What the CLI asks of a deployment. Code is not taken from the push: the functions folder that is
 * served is read again, so a push from another project is refused.
 */
export function createPushApi({ runtime, callers, urls }: PushBackend): Handler {
  const answers: Record<string, Answer> = {
    "GET /api/v1/get_canonical_urls": () => ({
      convexCloudUrl: urls.cloud,
      convexSiteUrl: urls.site,
    }),
    // No hashes: every push is a whole one.
    "POST /api/get_config_hashes": () => ({ config: { functions: "convex/" }, moduleHashes: [] }),
    "POST /api/deploy2/evaluate_schema": () => ({
      componentSchemaEvaluations: {},
      newComponentDefinitions: [],
    }),
    "POST /api/deploy2/start_push": async (request) => {
      const push = (await readJson(request)) as Push;
      const analysis = await deploy(runtime, { dryRun: true });
      refuseOtherProject(push, analysis);
      return toStartPush(analysis, runtime.env.all());
    },
    "POST /api/deploy2/wait_for_schema": () => ({ type: "complete" }),
    "POST /api/deploy2/finish_push": async (request) => {
      const { dryRun } = (await readJson(request)) as { dryRun: boolean };
      await deploy(runtime, { dryRun });
      return { authDiff: { added: [], removed: [] }, definitionDiffs: {}, componentDiffs: {} };
    },
    "POST /api/deploy2/report_push_completed": () => null,
    "POST /api/update_environment_variables": async (request) => {
      const { changes } = (await readJson(request)) as {
        changes: { name: string; value: string | null }[];
      };
      await asHttpFailure(() => runtime.env.set(changes));
      return null;
    },
  };
  return async (request) => {
    const { pathname } = new URL(request.url);
    const answer = answers[`${request.method} ${pathname}`];
    if (answer === undefined) {
      throw new HttpFailure(404, "NotFound", `No endpoint ${request.method} ${pathname}.`);
    }
    const { caller } = await authorize(callers, request.headers.get("Authorization"));
    if (caller.kind !== "admin") {
      throw new HttpFailure(403, "Forbidden", "This needs the admin key.");
    }
    return Response.json(await answer(request));
  };
}

function deploy(runtime: Runtime, options: { dryRun: boolean }): Promise<Analysis> {
  return asHttpFailure(() => runtime.deploy(options));
}

async function asHttpFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof DeployError ? new HttpFailure(400, error.code, error.message) : error;
  }
}

function refuseOtherProject(push: Push, analysis: Analysis): void {
  if (push.componentDefinitions.length > 0) {
    throw new HttpFailure(400, "ComponentsUnsupported", "The local backend serves no components.");
  }
  const foreign = push.appDefinition.changedModules.find(
    ({ path }) =>
      !/^(_deps\/|(?:auth|convex)\.config\.js$)/.test(path) && !(path in analysis.modules),
  );
  if (foreign !== undefined) {
    throw new HttpFailure(
      400,
      "OtherProject",
      `${foreign.path} is not in the functions folder that this backend serves.`,
    );
  }
}

function toStartPush(analysis: Analysis, environmentVariables: Record<string, string>) {
  const root = {
    definitionPath: "",
    componentPath: "",
    args: {},
    childComponents: {},
    exports: {},
  };
  const branch = { type: "branch", branch: [] };
  const definition = {
    path: "",
    definitionType: { type: "app" },
    childComponents: [],
    httpMounts: {},
    exports: branch,
    envVars: analysis.envVars,
  };
  const udfConfig = {
    serverVersion: "1.48.0",
    importPhaseRngSeed: null,
    importPhaseUnixTimestamp: null,
  };
  return {
    environmentVariables,
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: analysis.auth.map((provider) =>
      "type" in provider ? { applicationID: null, ...provider } : provider,
    ),
    analysis: {
      "": { definition, schema: analysis.schema, functions: analysis.modules, udfConfig },
    },
    app: { ...root, httpRoutes: { httpModuleRoutes: null, mounts: [] } },
    schemaChange: { allocatedComponentIds: {}, schemaIds: {}, indexDiffs: {} },
  };
}
