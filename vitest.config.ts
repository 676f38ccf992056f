import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import inlineOnly from "./packages/billing/tests/inline-only.json" with { type: "json" };

interface Project {
  name: string;
  environment: "node" | "jsdom";
  include: string[];
  exclude?: string[];
  /** Replaces modules in every file. */
  setupFiles?: string[];
  /** Started once for all files. */
  globalSetup?: string;
  /**
   * `files`: a new environment for each file. `one`: an environment that the files
   * of a worker share, which is faster.
   */
  worlds: "files" | "one";
}

/**
 * Generous, because a busy machine is slow, not wrong; `npm run test:long` tries twenty times as
 * many cases.
 */
const TEST_TIMEOUT_MS = process.env["CASES"] === "long" ? 3_600_000 : 300_000;

/**
 * Tests create much garbage and keep little. With Node's default of 16 MiB for new objects, a
 * property spends a sixth of its time copying live ones.
 */
const YOUNG_MIB = 64;

const project = ({ worlds, ...test }: Project) => ({
  plugins: [react()],
  test: {
    ...test,
    isolate: worlds === "files",
    restoreMocks: true,
    sequence: { setupFiles: "list" as const },
    setupFiles: (test.setupFiles ?? []).concat(
      test.environment === "jsdom" ? "tests/clean-page.ts" : "tests/seeded.ts",
      "tests/clean-up.ts",
    ),
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: 300_000,
    execArgv: [`--max-semi-space-size=${YOUNG_MIB}`],
    server: { deps: { inline: ["convex-test", /@convex-dev\/[\w-]+\/src\//] } },
  },
});

/** Its network fails on purpose, so it has no inline mode. */
const REMOTE_ONLY = "packages/billing/tests/engine/**/remote*.test.ts";

export default defineConfig({
  test: {
    // Half more than there are cores, because tests of processes and timers mostly wait.
    maxWorkers: "100%",
    projects: [
      project({
        name: "rules",
        environment: "node",
        include: [
          "tests/{contract,architecture,documents}/**/*.test.ts",
          "packages/billing/tests/*.test.ts",
          "packages/billing/tests/{contract,rules,properties,vectors}/**/*.test.ts",
        ],
        worlds: "one",
      }),
      project({
        name: "processes",
        environment: "node",
        include: ["tests/{local,scripts,server,v1,package}/**/*.test.ts"],
        setupFiles: ["tests/own-modules.ts"],
        worlds: "one",
      }),
      project({
        name: "attacks",
        environment: "node",
        include: ["tests/attacks/**/*.test.ts"],
        globalSetup: "tests/attacks/site.ts",
        worlds: "files",
      }),
      project({
        name: "convex",
        environment: "node",
        include: [
          "tests/convex/**/*.test.ts",
          "packages/billing/tests/{client,direct,engine,hostedProvider,payments,v1}/**/*.test.ts",
        ],
        exclude: [REMOTE_ONLY],
        setupFiles: ["packages/billing/tests/two-providers.ts"],
        worlds: "one",
      }),
      project({
        name: "remote",
        environment: "node",
        include: [
          "packages/billing/tests/engine/**/*.test.ts",
          "packages/billing/tests/payments/*.test.ts",
        ],
        exclude: Object.keys(inlineOnly),
        setupFiles: ["packages/billing/tests/remote-processor.ts"],
        worlds: "one",
      }),
      project({
        name: "page",
        environment: "jsdom",
        include: [
          "tests/{app,community,identity,language,shared}/**/*.test.{ts,tsx}",
          "packages/billing/tests/react/**/*.test.{ts,tsx}",
          "packages/ui/tests/**/*.test.{ts,tsx}",
        ],
        worlds: "one",
      }),
      project({
        // The oldest React version that the billing client supports.
        name: "react-18",
        environment: "jsdom",
        include: [
          "tests/react-18/*.test.ts",
          "packages/billing/tests/react/components/pricing-table.test.tsx",
          "packages/billing/tests/react/dialogs/checkout-dialog.test.tsx",
        ],
        setupFiles: ["tests/react-18/set-up.ts"],
        worlds: "one",
      }),
    ],
  },
});
