import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const TSC = resolve("node_modules/typescript-native/bin/tsc");
const CONFIG = resolve(import.meta.dirname, "../identity/tsconfig.clerk.json");

describe("src/identity/clerk.tsx", () => {
  // `npm run typecheck` also checks it against @clerk/clerk-react.
  it("type-checks against @clerk/react too, so that one can replace the other", async () => {
    const checked = promisify(execFile)(
      process.execPath,
      [TSC, "-p", CONFIG, "--noEmit", "--listFiles", "--checkers", "1"],
      { maxBuffer: 1 << 24 },
    ).catch((error: unknown) => error as { stdout: string });
    const { stdout } = await checked;
    expect(stdout.split("\n").filter((line) => / error TS/.test(line))).toEqual([]);
    expect(stdout).toContain("node_modules/@clerk/react/");
    expect(stdout).not.toContain("node_modules/@clerk/clerk-react/");
  });
});
