import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import type { Rolldown } from "vite";
import { OUT } from "./places";

type Chunk = Pick<Rolldown.OutputChunk, "code" | "fileName" | "imports" | "isEntry">;

/** A page of an app, beside the package. */
const PAGE = join(OUT, ".page.js");

/**
 * Packages that an app with billing has anyway. Radix counts only for our package, because the
 * peers bundle their own.
 */
const OF_THE_APP = /^(react|react-dom|convex|swr)(\/|$)|^@radix-ui\//;
const isOfTheApp = (id: string) => OF_THE_APP.test(id);
const OURS = "./react/index.js";

/** The limits of our own code that a page loads initially, in compressed bytes. */
const LIMITS: Record<string, number> = {
  "provider and one hook": 6_600,
  "provider and every hook": 7_800,
  "hooks, pricing table and the three dialogs": 15_600,
  "everything that is exported": 37_950,
};

/** The imports of a page, for each package. A peer without such a feature has no row. */
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
  writeFileSync(PAGE, contents);
  const built = await build({
    configFile: false,
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      // A library: without the loader of pages, which is the app's.
      lib: { entry: PAGE, formats: ["es"] },
      rolldownOptions: { external: isOfTheApp, output: { minify: true } },
    },
  });
  const [output] = [built].flat();
  if (!output || !("output" in output)) throw new Error("Vite made no files");
  const chunks = output.output.filter((file) => file.type === "chunk");
  return loadedAtOnce(chunks).map(({ code }) => Buffer.from(code));
}

/** The entry and its static imports. */
function loadedAtOnce(chunks: readonly Chunk[]): readonly Chunk[] {
  const found = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return [...found];
}

const sum = (files: Uint8Array[], measure: (file: Uint8Array) => number) =>
  files.reduce((total, file) => total + measure(file), 0);

for (const [page, imports] of Object.entries(PAGES)) {
  const sizes: (readonly [name: string, files: Uint8Array[]])[] = [];
  for (const [name, text] of Object.entries(imports)) sizes.push([name, await bundle(text)]);
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
  const limit = LIMITS[page];
  if (ours && limit !== undefined && sum(ours, gzip) > limit) {
    console.log(`Ours may be ${limit} bytes.`);
    process.exitCode = 1;
  }
}
console.log(`Styles beside the scripts: ${gzip(readFileSync(join(OUT, "styles.css")))} bytes`);
rmSync(PAGE);
