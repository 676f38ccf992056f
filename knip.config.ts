import type { KnipConfig } from "knip";

/** Style sheets reach packages by address: knip is told as imports. */
const cssImports = (text: string) =>
  [...text.matchAll(/(?:@import\s+|url\()["']?([^"')]+)/g)]
    .map(([, address]) => `import "${address ?? ""}";`)
    .join("\n");

const config: KnipConfig = {
  entry: [
    "convex/**/*.ts",
    "packages/billing/src/component/**/*.ts",
    "packages/billing/src/{client,direct,react}/index.ts",
    "src/first-view.ts",
    "src/server/draw-page.tsx",
    "packages/billing/*.ts",
    "bench/client/page.tsx",
    "scripts/billing-package/{main,size}.ts",
    "scripts/gallery/stand-ins.ts",
    "scripts/conformance/{convex,component}/*.ts",
    "packages/ui/src/{base,fonts,tokens}.css",
    "scripts/{start,test,unpack-chromium}.mjs",
    "scripts/{serve,checks,build-site}.ts",
    "tests/mutation/vitest.config.ts",
    "tests/previous-release/record.ts",
    "tests/local/components/{address,convex}/*.ts",
  ],
  project: [
    "convex/**/*.ts",
    "src/**/*.{ts,tsx,css}",
    "local/**/*.ts",
    "scripts/**/*.{ts,mjs}",
    "bench/**/*.{ts,tsx}",
    "packages/**/*.{ts,tsx,css}",
    "tests/**/*.{ts,tsx}",
  ],
  compilers: { css: cssImports },
  // Named as a string in what Stryker is told.
  ignoreDependencies: ["@stryker-mutator/vitest-runner"],
};

export default config;
