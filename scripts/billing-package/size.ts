import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

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
const OURS = "./dist-billing/client/src/billing/index.js";

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
  "everything, dialogs and tables too": {
    ours: `export * from "${OURS}";`,
    "autumn-js 0.1.85": `export * from "autumn-js/react";`,
  },
};

const gzip = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length;

/** Bundled and minified as an app would be. */
async function bundle(contents: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: process.cwd() },
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    outdir: "out",
    logLevel: "error",
    external: OF_THE_APP,
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const scripts = outputFiles.find(({ path }) => path.endsWith(".js"));
  if (!scripts) throw new Error("esbuild wrote no script");
  return scripts.contents;
}

for (const [page, imports] of Object.entries(PAGES)) {
  const sizes = await Promise.all(
    Object.entries(imports).map(async ([name, text]) => [name, await bundle(text)] as const),
  );
  const ours = sizes.find(([name]) => name === "ours")?.[1];
  console.log(`\n${page}`);
  console.table(
    Object.fromEntries(
      sizes.map(([name, bytes]) => [
        name,
        {
          minified: bytes.length,
          "gzip -9": gzip(bytes),
          "times ours": ours && Math.round((gzip(bytes) / gzip(ours)) * 100) / 100,
        },
      ]),
    ),
  );
}
console.log(`Styles beside the scripts: ${gzip(readFileSync("dist-billing/styles.css"))} bytes`);
