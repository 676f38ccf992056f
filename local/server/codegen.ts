import type { Runtime } from "../runtime/runtime";

/**
 * The answer to `npx convex codegen`, which pushes to learn what a deployment makes of the code.
 * Code is not taken from the push: the folder that is served is read again.
 */
export async function answerPush(runtime: Runtime): Promise<Response> {
  const { definition: defined, schema, auth } = await runtime.deploy();
  const app = { definitionPath: "", componentPath: "", args: {}, childComponents: {}, exports: {} };
  const definition = {
    path: "",
    definitionType: { type: "app" },
    childComponents: [],
    httpMounts: {},
    exports: { type: "branch", branch: [] },
    envVars: defined.envVars ?? [],
  };
  const unseeded = { importPhaseRngSeed: null, importPhaseUnixTimestamp: null };
  const udfConfig = { serverVersion: "1.48.0", ...unseeded };
  return Response.json({
    environmentVariables: {},
    externalDepsId: null,
    componentDefinitionPackages: {},
    appAuth: auth.map((each) => ("type" in each ? { applicationID: null, ...each } : each)),
    analysis: { "": { definition, schema, functions: {}, udfConfig } },
    app: { ...app, httpRoutes: { httpModuleRoutes: null, mounts: [] } },
    schemaChange: { allocatedComponentIds: {}, schemaIds: {}, indexDiffs: {} },
  });
}
