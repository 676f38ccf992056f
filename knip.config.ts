import type { KnipConfig } from "knip";

/** CSS imports packages by path. This translates them to imports for knip. */
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
        "scripts/{serve,checks,build-site,run-release}.ts",
        // Imports of the documents' code blocks, once they are compiled.
        "tests/documents/given.ts",
        "tests/mutation/vitest.config.ts",
        "tests/pictures/{playwright.config,readme.spec}.ts",
        "tests/planted/vitest.config.ts",
        "tests/examples/{vitest.config,nextjs.test}.ts",
        "tests/convex/community/upload-memory.ts",
        "tests/local/components/{address,convex}/*.ts",
        "tests/v1/team/*.ts",
      ],
      project: [
        "convex/**/*.ts",
        "src/**/*.{ts,tsx,css}",
        "scripts/**/*.{ts,mjs}",
        "bench/**/*.{ts,tsx}",
        "tests/**/*.{ts,tsx}",
      ],
      // Stryker's settings name its runner as a string. Tests read the style sheets as files.
      ignoreDependencies: [
        "@stryker-mutator/vitest-runner",
        "bootstrap",
        "create-vite",
        "create-vite-7",
      ],
    },
    "packages/billing": {
      entry: [
        "src/{client,contract,direct,react}/index.ts",
        "src/react/headless.ts",
        "src/test.ts",
        "src/component/{convex.config,crons,http,public}.ts",
        "scripts/{build,size}.ts",
      ],
      project: ["{src,scripts,tests}/**/*.{ts,tsx,css}"],
      // Dependencies of packages/ui, which is bundled.
      ignoreDependencies: ["@radix-ui/react-dialog", "@radix-ui/react-popover"],
    },
    "packages/convex-local": {
      entry: ["src/main.ts", "src/runtime/{node-worker.ts,stall-watch.mjs}", "cli/main.ts"],
      project: ["{src,cli,scripts}/**/*.{ts,mjs,css}"],
    },
    "packages/ui": {
      entry: ["src/{base,fonts,tokens}.css"],
      project: ["{src,tests}/**/*.{ts,tsx,css}"],
    },
  },
  compilers: { css: cssImports },
  // Apps that only call /v1 need no React, and apps with an interface have it.
  rules: { optionalPeerDependencies: "off" },
};

export default config;
