import type { KnipConfig } from "knip";

/** Style sheets reach packages by address: knip is told as imports. */
const cssImports = (text: string) =>
  [...text.matchAll(/(?:@import\s+|url\()["']?([^"')]+)/g)]
    .map(([, address]) => `import "${address ?? ""}";`)
    .join("\n");

const config: KnipConfig = {
  entry: ["convex/**/*.ts", "src/billing/index.ts", "src/ui/{base,fonts,tokens}.css"],
  project: ["convex/**/*.ts", "src/**/*.{ts,tsx,css}", "tests/**/*.{ts,tsx}"],
  // A contract test pins its defaults; the shell does not show toasts yet.
  ignoreDependencies: ["sonner"],
  compilers: { css: cssImports },
};

export default config;
