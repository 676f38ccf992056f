import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { filesUnder } from "../../packages/billing/scripts/files";

/** A hook that runs after tests, on one line or to its closing brace. */
const HOOK = /after(?:Each|All)\((?:.*\);$|[^]*?^\s*\}\);$)/gm;

describe("the clean-up after a test", () => {
  it("is not the business of a test that stops the clock, sets a variable, or replaces a global", () => {
    vi.useFakeTimers();
    vi.stubEnv("BILLING_MODE", "stubbed");
    vi.stubGlobal("fetch", null);
  });

  it("is done before the next test", () => {
    expect(vi.isFakeTimers()).toBe(false);
    expect(process.env.BILLING_MODE).not.toBe("stubbed");
    expect(fetch).toBeTypeOf("function");
  });

  it("is in one file", () => {
    const files = ["tests", "packages/billing/tests", "packages/ui/tests"].flatMap((folder) =>
      filesUnder(folder, /\.tsx?$/).map((path) => `${folder}/${path}`),
    );
    const unstubbing = files.filter((path) => {
      const hooks = readFileSync(path, "utf8").match(HOOK) ?? [];
      return hooks.some((hook) => /unstubAll(?:Envs|Globals)/.test(hook));
    });
    expect(unstubbing).toEqual(["tests/clean-up.ts"]);
  });
});
