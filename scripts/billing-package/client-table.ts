import { build } from "esbuild";
import type { Plugin } from "vite";

/** Of a row, what a browser reads: names and routes. Validators run on the server. */
interface BrowserRow {
  args: Record<string, { wire: string | null }>;
  route: { verb: string; path: string };
}

type Table = Record<string, Partial<BrowserRow>>;

const TABLE = /^(.*\/packages\/billing\/src\/contract\/operations\.ts)(?:\?.*)?$/;

/** Runs the table, with all that it imports, to see its rows. */
async function readTable(path: string): Promise<Table> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  const script = outputFiles.map(({ contents }) => Buffer.from(contents).toString("base64"));
  const address = `data:text/javascript;base64,${script.join("")}`;
  const { operations } = (await import(address)) as { operations: Table };
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
export function withoutValidators(): Plugin {
  return {
    name: "operations-without-validators",
    enforce: "pre",
    load: async (id) => {
      const path = TABLE.exec(id)?.[1];
      if (path === undefined) return null;
      const rows = browserRows(await readTable(path));
      return `export const operations = ${JSON.stringify(rows, null, 2)};
export const OPERATIONS = Object.keys(operations);
export const BROWSER_OPERATIONS = OPERATIONS;
`;
    },
  };
}
