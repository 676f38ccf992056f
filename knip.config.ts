import type { KnipConfig } from "knip";

/** Style sheets reach packages by address: knip is told as imports. */
const cssImports = (text: string) =>
  [...text.matchAll(/(?:@import\s+|url\()["']?([^"')]+)/g)]
    .map(([, address]) => `import "${address ?? ""}";`)
    .join("\n");

const config: KnipConfig = {
  workspaces: {
    ".": {
      entry: [
        "convex/**/*.ts",
        "src/pre-hydration.ts",
        "src/server/draw-page.tsx",
        "bench/client/page.tsx",
        "scripts/demo/renditions.ts",
        "scripts/conformance/{convex,component}/*.ts",
        "scripts/{start,test,unpack-chromium}.mjs",
        "scripts/{serve,checks,build-site}.ts",
        "tests/mutation/vitest.config.ts",
        "tests/pictures/{playwright.config,readme.spec}.ts",
        "tests/planted/vitest.config.ts",
        "tests/previous-release/record.ts",
        "tests/local/components/{address,convex}/*.ts",
      ],
      project: [
        "convex/**/*.ts",
        "src/**/*.{ts,tsx,css}",
        "local/**/*.ts",
        "scripts/**/*.{ts,mjs}",
        "bench/**/*.{ts,tsx}",
        "tests/**/*.{ts,tsx}",
      ],
      // Named as a string in what Stryker is told.
      ignoreDependencies: ["@stryker-mutator/vitest-runner"],
    },
    "packages/billing": {
      entry: [
        "src/{client,contract,direct,react}/index.ts",
        "src/test.ts",
        "src/component/{convex.config,crons,http,public}.ts",
        "scripts/{build,size}.ts",
      ],
      project: ["{src,scripts,tests}/**/*.{ts,tsx,css}"],
      // Those of packages/ui, which is bundled.
      ignoreDependencies: ["@radix-ui/react-dialog", "@radix-ui/react-popover"],
    },
    "packages/ui": {
      entry: ["src/{base,fonts,tokens}.css"],
      project: ["{src,tests}/**/*.{ts,tsx,css}"],
    },
  },
  compilers: { css: cssImports },
  // Who only calls /v1 needs no React, and who shows anything has it.
  rules: { optionalPeerDependencies: "off" },
};

export default config;
