import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { JSONValue } from "convex/values";
import { createRuntime } from "../../packages/convex-local/src/runtime/runtime";
import type { FileBytes } from "../../packages/convex-local/src/runtime/types";
import { openDatabase } from "../../packages/convex-local/src/store/database";
import type { Database } from "../../packages/convex-local/src/store/database";
import { addressOf } from "../../tests/e2e/operator";
import { metered } from "./meter";
import type { Work } from "./meter";

/** The baselines: a mutation that does nothing, and one that gates. */
const PROBE = `
import { internalMutation } from "./_generated/server";
import { v } from "convex/values";
import { billing } from "./billing";
export const empty = internalMutation({ args: {}, returns: v.null(), handler: () => null });
export const gate = internalMutation({
  args: { key: v.string(), customerId: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { key, customerId }) => {
    const who = customerId === undefined ? await billing.me(ctx) : { customerId };
    const { error } = await billing.gate(ctx, who, { featureId: "uploads", key });
    if (error) throw new Error(error.message);
    return null;
  },
});
`;

/**
 * The minimal variables of the functions. The clock is fixed, so that no reset
 * happens during a measurement.
 */
export const VARIABLES = {
  BILLING_MODE: "sandbox",
  EMBEDDED_ISSUER: "disabled",
  EMBEDDED_JWKS: "disabled",
  CLERK_JWT_ISSUER_DOMAIN: "disabled",
};
/** How `npm start` runs functions. */
export const AS_START = { concurrency: "serial", isolation: "deployment" } as const;
const APRIL_1 = Date.UTC(2025, 3, 1);

const noFiles: FileBytes = {
  stage: () => Promise.resolve({ path: "", sha256: "", size: 0 }),
  place: () => undefined,
  discard: () => Promise.resolve(),
  read: () => Promise.resolve(null),
  remove: () => Promise.resolve(),
  url: (id) => `http://files/${id}`,
  createUploadUrl: () => "http://files/upload",
};

/** This project's functions on a database that counts. */
export interface Stage {
  database: Database;
  /**
   * Runs a function, with an identity if one is given; returns its result, and its database use.
   */
  run: (
    path: string,
    args?: JSONValue,
    identity?: Record<string, string>,
  ) => Promise<{ answer: JSONValue; work: Work }>;
  /** The work since the last call. */
  take: () => Work;
  close: () => Promise<void>;
}

/** A copy of the project's functions with the probe among them, in a temporary folder. */
export function makeFolder(): { folder: string; functions: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const functions = join(folder, "convex");
  cpSync(resolve("convex"), functions, { recursive: true });
  for (const name of ["node_modules", "packages"]) symlinkSync(resolve(name), join(folder, name));
  writeFileSync(join(functions, "probe.ts"), PROBE);
  return { folder, functions, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Opens a stage with the catalogue installed. */
export async function openStage(now: () => number = () => APRIL_1): Promise<Stage> {
  const { folder, functions, remove } = makeFolder();
  const { database, take } = metered(openDatabase({ dir: join(folder, "data") }));
  const runtime = createRuntime({
    database,
    functionsDir: functions,
    files: noFiles,
    cloudUrl: "http://127.0.0.1:3210",
    siteUrl: "http://127.0.0.1:3211",
    variables: VARIABLES,
    // The counts matter here, not the speed of the machine.
    functionMs: 10_000,
    ...AS_START,
    log: () => undefined,
    now,
  });
  await runtime.deploy();
  const run: Stage["run"] = async (path, args = {}, identity) => {
    take();
    const caller = { kind: "admin" as const, ...(identity && { identity }) };
    const { path: own, componentPath: component = "" } = addressOf(path);
    const { outcome } = await runtime.run({ path: own, component, args, caller });
    if (!outcome.success) throw new Error(`${path}: ${outcome.message}`);
    return { answer: outcome.value, work: take() };
  };
  await run("billing:install");
  const close = async () => {
    await runtime.close();
    database.close();
    remove();
  };
  return { database, run, take, close };
}
