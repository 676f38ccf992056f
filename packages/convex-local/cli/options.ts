import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs, parseEnv } from "node:util";
import type { ParseArgsConfig } from "node:util";

/** Wrong arguments, or a project that cannot be served: only the message is printed. */
export class UsageError extends Error {}

export const DEFAULT_DATA = ".convex-local";

export const HELP = `Convex on this machine, without an account.

  convex-local dev [options]       Serves the functions folder, and reloads it when it changes
  convex-local run path:fn '{…}'   Calls a function of the running backend
  convex-local COMMAND …           Any other command of the Convex CLI, against that backend:
                                   env, data, logs, export, import, function-spec, codegen

Options of dev:
  --functions DIR    The functions folder (default: that of convex.json, or convex)
  --data DIR         Where everything is stored (default: ${DEFAULT_DATA}). Before another
                     command, it says which backend: convex-local --data DIR run …
  --port PORT        For clients; HTTP actions answer on the next one (default: 3210)
  --host ADDRESS     Where to listen (default: 127.0.0.1)
  --env NAME=VALUE   A variable of the deployment; can be repeated
  --env-file FILE    A file of such variables; can be repeated
  --run FUNCTION     Calls a function without arguments after each deploy: --run data:install
  --start COMMAND    Starts a command when the backend is ready, and ends with it: --start vite
  --once             Ends after the first deploy
  --help, --version
`;

const OPTIONS = {
  functions: { type: "string" },
  data: { type: "string", default: DEFAULT_DATA },
  port: { type: "string", default: "3210" },
  host: { type: "string" },
  env: { type: "string", multiple: true, default: [] as string[] },
  "env-file": { type: "string", multiple: true, default: [] as string[] },
  run: { type: "string" },
  start: { type: "string" },
  once: { type: "boolean", default: false },
} satisfies ParseArgsConfig["options"];

const HIGHEST_PORT = 65_534;

/** What `dev` is started with; paths are absolute. */
export interface DevOptions {
  project: string;
  functions: string;
  dataDir: string;
  port: number;
  host?: string;
  env: Record<string, string>;
  run?: string;
  start?: string;
  once: boolean;
}

/** @throws UsageError */
export function readDevOptions(args: string[], project: string): DevOptions {
  const values = parse(args);
  const { run, start, host, once } = values;
  const functions = resolve(project, values.functions ?? functionsFolder(project));
  if (!existsSync(functions))
    throw new UsageError(`There is no folder ${functions}. Write your functions there first.`);
  return {
    project,
    functions,
    dataDir: resolve(project, values.data),
    port: readPort(values.port),
    env: readVariables(values, project),
    once,
    ...(host !== undefined && { host }),
    ...(run !== undefined && { run }),
    ...(start !== undefined && { start }),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    // Node's own words: they name the option.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message}\nSee convex-local --help.`);
  }
}

/** The port of HTTP actions is the next one, so the last port cannot be used. */
function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= HIGHEST_PORT) return port;
  throw new UsageError(`--port ${text} is not a port: give a number from 0 to ${HIGHEST_PORT}.`);
}

function readVariables(
  { env, "env-file": files }: { env: string[]; "env-file": string[] },
  project: string,
): Record<string, string> {
  const fromFiles = files.map((file) => {
    const path = resolve(project, file);
    if (!existsSync(path)) throw new UsageError(`--env-file: there is no file ${path}.`);
    return Object.entries(parseEnv(readFileSync(path, "utf8")));
  });
  const given = env.map((text) => {
    const [, name, value] = /^([^=]+)=([\s\S]*)$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined) return [name, value] as const;
    throw new UsageError(`--env ${text}: write NAME=VALUE.`);
  });
  const all = [...fromFiles.flat(), ...given];
  return Object.fromEntries(all.filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function functionsFolder(project: string): string {
  const path = join(project, "convex.json");
  const settings: unknown = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : null;
  const isNamed = typeof settings === "object" && settings !== null && "functions" in settings;
  return isNamed && typeof settings.functions === "string" ? settings.functions : "convex";
}
