import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const project = (name: string, environment: string, include: string[]) => ({
  plugins: [react()],
  test: {
    name,
    environment,
    include,
    restoreMocks: true,
    // A busy machine is slow, not wrong.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    server: { deps: { inline: ["convex-test"] } },
  },
});

export default defineConfig({
  test: {
    projects: [
      project("pure", "node", [
        "tests/{engine,contract,vectors,architecture,local,scripts}/**/*.test.ts",
      ]),
      project("convex", "edge-runtime", ["tests/convex/**/*.test.ts"]),
      project("dom", "jsdom", ["tests/{billing,ui,shell,community,identity}/**/*.test.{ts,tsx}"]),
    ],
  },
});
