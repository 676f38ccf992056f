import type { HttpRouter } from "convex/server";
import type { JSONValue } from "convex/values";
import { DeployError } from "./failure";
import type { AnalyzedModule, AnalyzedSchema, AuthProvider, DeclaredVariable } from "./types";

type Namespace = Record<string, unknown>;

/** `http.ts`: its routes go into the analysis of its module. */
export function loadRouter(
  namespace: Namespace | undefined,
  module: AnalyzedModule | undefined,
): HttpRouter | null {
  const router = namespace?.default;
  if (!module || typeof router !== "object" || router === null) return null;
  if (!("isRouter" in router))
    throw new DeployError(
      "InvalidModules",
      "The default export of `convex/http.js` is not a Router.",
    );
  // The mark says that the convex package made it.
  const known = router as HttpRouter;
  module.httpRoutes = known
    .getRoutes()
    .map(([path, method]) => ({ route: { path, method }, pos: null }));
  return known;
}

interface CronJob {
  name: string;
  args: JSONValue[];
  schedule: Record<string, JSONValue>;
}

/** `crons.ts`: its jobs go into the analysis of its module. */
export function loadCrons(
  namespace: Namespace | undefined,
  module: AnalyzedModule | undefined,
  functions: ReadonlyMap<string, unknown>,
): void {
  const crons = namespace?.default;
  if (!module || typeof crons !== "object" || crons === null) return;
  if (!("isCrons" in crons) || !isExportable(crons))
    throw new DeployError(
      "InvalidModules",
      "The default export of `convex/crons.js` is not a Crons object.",
    );
  // Text that the convex package itself writes.
  const jobs = JSON.parse(crons.export()) as Record<string, CronJob>;
  module.cronSpecs = Object.entries(jobs).map(([identifier, { name, args, schedule }]) => {
    if (!functions.has(name))
      throw new DeployError(
        "InvalidModules",
        `The cron job '${identifier}' schedules a function that does not exist: ${name}`,
      );
    return { identifier, spec: { udfPath: name, udfArgs: args, cronSchedule: schedule } };
  });
}

function isExportable(value: object): value is { export(): string } {
  return "export" in value && typeof value.export === "function";
}

/** `schema.ts`. */
export function loadSchema(namespace: Namespace | null | undefined): AnalyzedSchema | null {
  if (!namespace) return null;
  const schema = namespace.default;
  if (typeof schema !== "object" || schema === null || !isExportable(schema))
    throw new DeployError(
      "InvalidSchema",
      "Default export from `schema.ts` isn't a Convex schema. Did you `export default defineSchema(...)`?",
    );
  // Text that the convex package itself writes.
  return JSON.parse(schema.export()) as AnalyzedSchema;
}

/** `convex.config.ts`: the variables that the app declares. Those it requires must be set. */
export function loadApp(
  namespace: Namespace | null | undefined,
  variables: Record<string, string>,
): DeclaredVariable[] {
  if (!namespace) return [];
  const app = namespace.default;
  if (typeof app !== "object" || app === null || !isExportable(app))
    throw new DeployError("InvalidModules", "convex.config.ts must export default defineApp(...)");
  // What the convex package itself makes of the definition.
  const { envVars = [], childComponents } = app.export() as unknown as {
    envVars?: DeclaredVariable[];
    childComponents: unknown[];
  };
  if (childComponents.length > 0)
    throw new DeployError("InvalidModules", "The local backend serves no components.");
  const missing = envVars.find(([name, { optional }]) => !optional && !(name in variables));
  if (missing)
    throw new DeployError("InvalidModules", `Environment variable ${missing[0]} is not set`);
  return envVars;
}

/** Reading a variable that is not set throws, as on a real deployment. */
function strictVariables(variables: Record<string, string>): Record<string, string> {
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

/** `auth.config.ts`. */
export function loadAuth(
  variables: Record<string, string>,
  evaluate: (env: Record<string, string>) => Namespace | null | undefined,
): AuthProvider[] {
  const config = evaluate(strictVariables(variables))?.default;
  if (config === undefined) return [];
  const providers =
    typeof config === "object" && config !== null && "providers" in config && config.providers;
  if (!Array.isArray(providers) || !providers.every(isProvider))
    throw new DeployError(
      "InvalidAuthConfig",
      "auth.config.ts must export default { providers: [...] }, each with `domain` and `applicationID`, or of type `customJwt` with `issuer`, `jwks` and `algorithm`.",
    );
  return providers;
}

function isProvider(provider: unknown): provider is AuthProvider {
  if (typeof provider !== "object" || provider === null) return false;
  const fields = provider as Record<string, unknown>;
  const has = (...names: string[]) => names.every((name) => typeof fields[name] === "string");
  return fields.type === "customJwt"
    ? has("issuer", "jwks", "algorithm")
    : has("domain", "applicationID");
}
