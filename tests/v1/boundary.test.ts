import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { register as registerRateLimiter } from "@convex-dev/rate-limiter/test";
import { convexTest } from "convex-test";
import { makeFunctionReference } from "convex/server";
import type { Value } from "convex/values";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startBackend } from "../../packages/convex-local/src/main";
import billingSchema from "../../packages/billing/src/component/schema";
import schema from "./host/schema";

type Run = (path: string, args?: Record<string, Value>) => Promise<Value>;

/** The host on a backend of its own. */
async function onLocal(): Promise<Run> {
  const dataDir = mkdtempSync(join(tmpdir(), "boundary "));
  const where = { functions: "tests/v1/host", dataDir, port: 0, sitePort: 0 };
  const backend = await startBackend(where);
  onTestFinished(async () => {
    await backend.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return backend.run;
}

/** The host in the test backend. */
async function onTestBackend(): Promise<Run> {
  vi.stubEnv("BILLING_MODE", "sandbox");
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const modules = import.meta.glob("./host/*.ts");
  const root = { "./host/_generated/api.js": () => Promise.resolve({}) };
  const t = convexTest(schema, { ...modules, ...root });
  const component = import.meta.glob([
    "../../packages/billing/src/component/**/*.ts",
    "!../../packages/billing/src/component/convex.config.ts",
  ]);
  t.registerComponent("billing", billingSchema, component);
  registerRateLimiter(t, "billing/rateLimiter");
  return await Promise.resolve(async (path, args = {}) =>
    path === "notes:read"
      ? await t.query(makeFunctionReference<"query", typeof args, Value>(path), args)
      : await t.mutation(makeFunctionReference<"mutation", typeof args, Value>(path), args),
  );
}

describe.each([
  ["a running backend", onLocal],
  ["the test backend", onTestBackend],
])("a gate on %s", (_, open) => {
  it("is stored with the host's write, or neither is", async () => {
    const run = await open();
    expect(await run("notes:install")).toEqual({ changed: 2 });
    expect(await run("notes:install")).toEqual({ changed: 0 });
    expect(await run("notes:add", { text: "one", fails: null })).toBeNull();
    const afterOne = { notes: ["one"], left: 1 };
    expect(await run("notes:read")).toEqual(afterOne);
    await expect(run("notes:add", { text: "two", fails: "host" })).rejects.toThrow("broke down");
    expect(await run("notes:read")).toEqual(afterOne);
    await expect(run("notes:add", { text: "two", fails: "billing" })).rejects.toThrow();
    expect(await run("notes:read")).toEqual(afterOne);
    expect(await run("notes:add", { text: "two", fails: null })).toBeNull();
    expect(await run("notes:add", { text: "three", fails: null })).toMatch(/usage limit for notes/);
    expect(await run("notes:read")).toEqual({ notes: ["one", "two"], left: 0 });
  });

  it("says for an unknown id that the host's catalogue was not installed", async () => {
    const run = await open();
    expect(await run("notes:add", { text: "one", fails: null })).toMatch(
      /not found.*\. The catalogue in your code is not installed: run `npx convex run billing:install`\.$/,
    );
  });
});
