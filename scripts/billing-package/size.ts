import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Metafile } from "esbuild";

/** What an app with billing has anyway; Radix too, for ours alone: the peers bring their own. */
const OF_THE_APP = [
  "react",
  "react-dom",
  "react/*",
  "react-dom/*",
  "convex/*",
  "swr",
  "@radix-ui/*",
];
const OURS = "./dist-billing/client/billing/src/react/index.js";

/** What a page imports, of each package. A peer that has no such thing has no row. */
const PAGES: Record<string, Record<string, string>> = {
  "provider and one hook": {
    ours: `export { BillingProvider, useCustomer } from "${OURS}";`,
    "autumn-js 0.1.85": `export { AutumnProvider, useCustomer } from "autumn-js/react";`,
    "autumn-js 1.3.13": `export { AutumnProvider, useCustomer } from "autumn-js-1/react";`,
  },
  "provider and every hook": {
    ours: `export { BillingProvider, useCustomer, useEntity, usePricingTable, usePaywall, useUsage } from "${OURS}";`,
    "autumn-js 0.1.85": `export { AutumnProvider, useCustomer, useEntity, usePricingTable, usePaywall, useAnalytics } from "autumn-js/react";`,
    "autumn-js 1.3.13": `export * from "autumn-js-1/react";`,
  },
  "hooks, pricing table and the three dialogs": {
    ours: `export { BillingProvider, useCustomer, useEntity, usePricingTable, usePaywall, useUsage, PricingTable, CheckoutDialog, PaywallDialog, PlanChangeDialog } from "${OURS}";`,
    "autumn-js 0.1.85": `export { AutumnProvider, useCustomer, useEntity, usePricingTable, usePaywall, useAnalytics, PricingTable, CheckoutDialog, PaywallDialog } from "autumn-js/react";`,
  },
  "everything that is exported": {
    ours: `export * from "${OURS}";`,
    "autumn-js 0.1.85": `export * from "autumn-js/react";`,
  },
};

const gzip = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length;

/** Bundled and minified as an app would be: what a page loads at once, each file by itself. */
async function bundle(contents: string): Promise<Uint8Array[]> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    outdir: "out",
    splitting: true,
    metafile: true,
    logLevel: "error",
    external: OF_THE_APP,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const atOnce = loadedAtOnce(metafile);
  return outputFiles
    .filter(({ path }) => atOnce.has(relative(process.cwd(), path)))
    .map(({ contents: bytes }) => bytes);
}

/** The entry and what it imports, without what is only imported later. */
function loadedAtOnce({ outputs }: Metafile): Set<string> {
  const entries = Object.entries(outputs).filter(([, { entryPoint }]) => entryPoint === "<stdin>");
  const found = new Set(entries.map(([path]) => path));
  for (const path of found) {
    for (const { kind, path: next, external } of outputs[path]?.imports ?? []) {
      if (kind === "import-statement" && !external) found.add(next);
    }
  }
  return found;
}

const sum = (files: Uint8Array[], measure: (file: Uint8Array) => number) =>
  files.reduce((total, file) => total + measure(file), 0);

for (const [page, imports] of Object.entries(PAGES)) {
  const sizes = await Promise.all(
    Object.entries(imports).map(async ([name, text]) => [name, await bundle(text)] as const),
  );
  const ours = sizes.find(([name]) => name === "ours")?.[1];
  console.log(`\n${page}`);
  console.table(
    Object.fromEntries(
      sizes.map(([name, files]) => [
        name,
        {
          minified: sum(files, (file) => file.length),
          "gzip -9": sum(files, gzip),
          "times ours": ours && Math.round((sum(files, gzip) / sum(ours, gzip)) * 100) / 100,
        },
      ]),
    ),
  );
}
console.log(`Styles beside the scripts: ${gzip(readFileSync("dist-billing/styles.css"))} bytes`);
