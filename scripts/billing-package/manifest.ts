import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesUnder } from "./files";

interface RootManifest {
  version: string;
  license: string;
  dependencies: Record<string, string>;
}

/** The host has these too, and only one copy of each may be on a page. */
const PEERS = [
  "@convex-dev/rate-limiter",
  "@radix-ui/react-dialog",
  "@radix-ui/react-popover",
  "convex",
  "react",
  "react-dom",
];

const entry = (types: string, script: string) => ({
  types: `./types/${types}.d.ts`,
  default: `./${script}.js`,
});

const CLIENT = entry("packages/billing/src/react/index", "client/billing/src/react/index");

/** Where each door of the package is. */
const EXPORTS = {
  ".": CLIENT,
  "./react": CLIENT,
  "./styles.css": "./styles.css",
  "./contract": entry("packages/billing/src/contract/index", "contract"),
  "./direct": entry("packages/billing/src/direct/index", "direct"),
  "./server": entry("packages/billing/server", "server"),
  "./server/functions": entry("packages/billing/functions", "functions"),
};

/** Packages that the built scripts import. */
function importedPackages(out: string): string[] {
  const names = filesUnder(out, /\.js$/).flatMap((file) => {
    const text = readFileSync(join(out, file), "utf8");
    return [...text.matchAll(/(?:from|import) "((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name]) => name);
  });
  return [...new Set(names.filter((name) => name !== undefined))].sort();
}

/** The package's own package.json, with the versions that this project is tested with. */
export function packageManifest(out: string): object {
  const root = JSON.parse(readFileSync("package.json", "utf8")) as RootManifest;
  const versions = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => {
        const version = root.dependencies[name];
        if (version === undefined) throw new Error(`The package imports ${name}, unknown here`);
        return [name, `^${version}`];
      }),
    );
  return {
    name: "@spotlight/billing",
    version: root.version,
    description: "Plans, billing and entitlements inside a Convex and React app",
    license: root.license,
    type: "module",
    sideEffects: ["*.css"],
    exports: EXPORTS,
    files: ["*.js", "styles.css", "chunks", "client", "types"],
    dependencies: versions(importedPackages(out).filter((name) => !PEERS.includes(name))),
    peerDependencies: versions(PEERS),
  };
}
