import { relative } from "node:path";

/** The closest tests for the mutants of a folder, so that a mutant takes a second. */
export interface Area {
  folder: string;
  environment: "node" | "jsdom";
  tests: readonly string[];
  /** The percentage of mutants that must be killed. */
  aim: number;
}

/** The first area that contains a path is used. */
const AREAS: readonly Area[] = [
  {
    folder: "packages/billing/src/component/rules",
    environment: "node",
    tests: ["packages/billing/tests/{rules,properties,vectors}/**/*.test.ts"],
    aim: 90,
  },
  {
    folder: "packages/billing/src/contract",
    environment: "node",
    tests: ["packages/billing/tests/{contract,rules,properties}/**/*.test.ts"],
    aim: 90,
  },
  {
    folder: "convex/contract",
    environment: "node",
    tests: ["tests/contract/**/*.test.ts"],
    aim: 80,
  },
  {
    folder: "convex/accounts",
    environment: "node",
    tests: ["tests/convex/accounts/*.test.ts"],
    aim: 90,
  },
  {
    folder: "convex/community",
    environment: "node",
    tests: ["tests/convex/community/*.test.ts"],
    aim: 80,
  },
  {
    // Every test of the store takes a lease, so a mutant of it would need all of them.
    folder: "packages/convex-local/src/store/lease.ts",
    environment: "node",
    tests: ["tests/local/store/lease.test.ts"],
    aim: 90,
  },
  {
    // The processes that `kill` starts run without mutants.
    folder: "packages/convex-local/src/store",
    environment: "node",
    tests: ["tests/local/store/!(kill).test.ts"],
    aim: 90,
  },
  {
    folder: "packages/billing/src/react/flows",
    environment: "node",
    tests: ["packages/billing/tests/react/flows/*.test.ts"],
    aim: 90,
  },
  {
    folder: "packages/billing/src/react",
    environment: "jsdom",
    tests: ["packages/billing/tests/react/**/*.test.{ts,tsx}"],
    aim: 80,
  },
  {
    folder: "src/identity",
    environment: "jsdom",
    tests: ["tests/identity/*.test.{ts,tsx}"],
    aim: 80,
  },
];

export function areaOf(path: string): Area {
  const inProject = relative("", path);
  const area = AREAS.find(({ folder }) => inProject.startsWith(folder));
  if (!area)
    throw new Error(`${path}: no tests are named for its mutants in tests/mutation/areas.ts`);
  return area;
}
