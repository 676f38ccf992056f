import { parseArgs } from "node:util";
import type { StartOptions } from "../options";
import { StartError } from "./start-error";

type Variables = Readonly<Record<string, string | undefined>>;

/** Options from flags and environment; flags win. @throws StartError `bad_options` */
export function readCommandLine(args: readonly string[], variables: Variables): StartOptions {
  const flags = readFlags(args);
  const port = flags.port ?? variables["CONVEX_PORT"];
  const sitePort = flags["site-port"] ?? variables["CONVEX_SITE_PORT"];
  const host = flags.host ?? variables["HOST"];
  return {
    functions: flags.functions ?? "convex",
    dataDir: flags["data-dir"] ?? variables["DATA_DIR"] ?? ".local",
    ...(port !== undefined && { port: readPort(port) }),
    ...(sitePort !== undefined && { sitePort: readPort(sitePort) }),
    ...(host !== undefined && { host }),
    allowedHosts: (variables["ALLOWED_HOSTS"] ?? "").split(",").filter((name) => name !== ""),
    env: Object.fromEntries((flags.env ?? []).map(readVariable)),
    watch: flags.watch ?? false,
    ...(flags.quiet !== true && { print: (line: string) => console.log(line) }),
  };
}

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        functions: { type: "string" },
        port: { type: "string" },
        "site-port": { type: "string" },
        "data-dir": { type: "string" },
        host: { type: "string" },
        env: { type: "string", multiple: true },
        watch: { type: "boolean" },
        quiet: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new StartError("bad_options", error instanceof Error ? error.message : "Bad options");
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartError("bad_options", `"${text}" is not a port number.`);
  }
  return port;
}

function readVariable(text: string): [name: string, value: string] {
  const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new StartError("bad_options", `--env takes NAME=VALUE, not "${text}".`);
  }
  return [name, value];
}
