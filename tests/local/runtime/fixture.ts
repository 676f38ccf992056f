import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { Readable } from "node:stream";
import type { JSONValue } from "convex/values";
import { createRuntime } from "../../../packages/convex-local/src/runtime/runtime";
import type { Runtime } from "../../../packages/convex-local/src/runtime/runtime";
import type {
  Caller,
  FileBytes,
  RuntimeOptions,
} from "../../../packages/convex-local/src/runtime/types";
import { openDatabase } from "../../../packages/convex-local/src/store/database";
import type { Database } from "../../../packages/convex-local/src/store/database";

export const NOBODY: Caller = { kind: "nobody" };
export const ADMIN: Caller = { kind: "admin" };

/** A project in a temporary folder, with a backend that can be stopped and started again. */
export interface Project {
  runtime: Runtime;
  database: Database;
  lines: string[];
  clock: { now: number | null };
  bytes: Map<string, Uint8Array<ArrayBuffer>>;
  /** Variables of the deployment; read at each deploy. */
  variables: Record<string, string>;
  write(files: Record<string, string>): void;
  restart(): Promise<void>;
  call(path: string, args?: JSONValue, caller?: Caller): Promise<JSONValue>;
  fail(path: string, args?: JSONValue, caller?: Caller): Promise<string>;
  close(): Promise<void>;
}

/** The exports of a project's generated `server.js`. */
const SERVER = `export {
  queryGeneric as query, mutationGeneric as mutation, actionGeneric as action,
  internalQueryGeneric as internalQuery, internalMutationGeneric as internalMutation,
  internalActionGeneric as internalAction, httpActionGeneric as httpAction,
} from "convex/server";`;

/** Files' bytes in memory. */
export function fileBytes(bytes: Project["bytes"]): FileBytes {
  const staged = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    stage: async (source) => {
      const content = Buffer.concat(await Readable.from(source).toArray());
      const path = `staged ${staged.size}`;
      staged.set(path, Uint8Array.from(content));
      const sha256 = createHash("sha256").update(content).digest("base64");
      return { path, sha256, size: content.length };
    },
    place: (placed) => {
      for (const [id, { path }] of placed) bytes.set(id, staged.get(path) ?? new Uint8Array());
    },
    discard: () => Promise.resolve(),
    read: (id: string) => Promise.resolve(bytes.get(id) ?? null),
    remove: (id: string) => {
      bytes.delete(id);
      return Promise.resolve();
    },
    url: (id: string) => `http://files/${id}`,
    createUploadUrl: () => "http://files/upload",
  };
}

/**
 * The CPU time of a function: ten times the real limit, so that only tests of the limit reach it.
 */
const SLOW_MACHINE_MS = 10_000;

export function openProject(
  files: Record<string, string>,
  options: Pick<RuntimeOptions, "concurrency" | "isolation"> & { isTimed?: boolean } = {},
): Promise<Project> {
  const root = mkdtempSync(join(tmpdir(), "runtime-"));
  const functionsDir = join(root, "convex");
  symlinkSync(resolve("node_modules"), join(root, "node_modules"));
  const { isTimed = false, ...others } = options;
  const lines: string[] = [];
  const clock: Project["clock"] = { now: null };
  const bytes: Project["bytes"] = new Map();
  const variables: Record<string, string> = {};

  const start = () => {
    const database = openDatabase({ dir: join(root, "data") });
    const runtime = createRuntime({
      database,
      functionsDir,
      files: fileBytes(bytes),
      cloudUrl: "http://cloud",
      siteUrl: "http://site",
      variables,
      log: (path, line) => lines.push(`${path} ${line}`),
      now: () => clock.now ?? Date.now(),
      ...(isTimed ? {} : { functionMs: SLOW_MACHINE_MS }),
      ...others,
    });
    return { database, runtime };
  };
  const stop = async () => {
    await project.runtime.close();
    project.database.close();
  };
  const write = (contents: Record<string, string>) => {
    for (const [path, text] of Object.entries(contents)) {
      mkdirSync(dirname(join(functionsDir, path)), { recursive: true });
      writeFileSync(join(functionsDir, path), text);
    }
  };
  const run = async (path: string, args: JSONValue = {}, caller = NOBODY) =>
    (await project.runtime.run({ path, args, caller })).outcome;

  write({ "_generated/server.js": SERVER, ...files });
  const project: Project = {
    ...start(),
    lines,
    clock,
    bytes,
    variables,
    write,
    restart: async () => {
      await stop();
      Object.assign(project, start());
      await project.runtime.deploy();
      project.runtime.start();
    },
    call: async (path, args, caller) => {
      const outcome = await run(path, args, caller);
      if (!outcome.success) throw new Error(outcome.message);
      return outcome.value;
    },
    fail: async (path, args, caller) => {
      const outcome = await run(path, args, caller);
      if (outcome.success) throw new Error(`${path} did not fail`);
      return outcome.message;
    },
    close: async () => {
      await stop();
      rmSync(root, { recursive: true });
    },
  };
  return Promise.resolve(project);
}

/** Resolves when the condition holds; fails the test if it never does. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 5000; tries += 1) {
    if (await condition()) return;
    await new Promise((done) => setTimeout(done, 1));
  }
  throw new Error("never came true");
}
