import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Plugin } from "vite";

/** Of a row, what a browser reads: names and routes. Validators run on the server. */
interface BrowserRow {
  args: Record<string, { wire: string | null }>;
  route: { verb: string; path: string };
}

type Table = Record<string, Partial<BrowserRow>>;

async function readTable(stage: string): Promise<Table> {
  const outfile = join(stage, ".modules/operations.mjs");
  await build({
    entryPoints: [join(stage, "convex/contract/operations.ts")],
    outfile,
    bundle: true,
    format: "esm",
    packages: "external",
  });
  const { operations } = (await import(pathToFileURL(outfile).href)) as { operations: Table };
  return operations;
}

function browserRows(table: Table): Record<string, BrowserRow> {
  const rows = Object.entries(table).flatMap(([op, { args, route }]) => {
    if (!args || !route) return [];
    const names = Object.entries(args).map(([name, { wire }]) => [name, { wire }] as const);
    return [[op, { args: Object.fromEntries(names), route }] as const];
  });
  return Object.fromEntries(rows);
}

/** Gives the browser the operations table without its validators, which are most of it. */
export async function withoutValidators(stage: string): Promise<Plugin> {
  const rows = browserRows(await readTable(stage));
  const table = `export const operations = ${JSON.stringify(rows, null, 2)};
export const OPERATIONS = Object.keys(operations);
export const BROWSER_OPERATIONS = OPERATIONS;
`;
  return {
    name: "operations-without-validators",
    enforce: "pre",
    load: (id) => (id.endsWith("/convex/contract/operations.ts") ? table : null),
  };
}
