import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as RuntimeModule from "../../packages/convex-local/src/runtime/runtime";
import type { Isolation } from "../../packages/convex-local/src/runtime/types";
import type * as FilesModule from "../../packages/convex-local/src/server/files";
import type * as DatabaseModule from "../../packages/convex-local/src/store/database";
import { quantile, round } from "../vitals/numbers";

/** Functions that every backend runs, with and without components. */
const MODULES = {
  "schema.ts": `
    import { defineSchema, defineTable } from "convex/server";
    import { v } from "convex/values";
    export default defineSchema({ notes: defineTable({ text: v.string(), n: v.number() }).index("by_n", ["n"]) });`,
  "probe.ts": `
    import { internalMutationGeneric, makeFunctionReference, mutationGeneric } from "convex/server";
    import { v } from "convex/values";
    const mutation = (handler) => mutationGeneric({ args: { n: v.number() }, returns: v.null(), handler });
    export const nothing = internalMutationGeneric({ args: {}, handler: () => null });
    export const empty = mutation(() => null);
    export const insert = mutation(async (ctx, { n }) => { await ctx.db.insert("notes", { text: "note", n }); return null; });
    export const patch = mutation(async (ctx, { n }) => {
      const note = await ctx.db.query("notes").withIndex("by_n", (q) => q.eq("n", n)).first();
      await ctx.db.patch(note._id, { text: "changed" });
      return null;
    });
    export const schedule = mutation(async (ctx) => {
      await ctx.scheduler.runAfter(3_600_000, makeFunctionReference("probe:nothing"), {});
      return null;
    });`,
};
const KINDS = ["empty", "insert", "patch", "schedule"] as const;
const ROUNDS = 30;
/** The first calls warm up the compiler. */
const WARM_UP_ROUNDS = 4;
const PER_ROUND = 300;

async function open(root: string, folder: string, isolation: Isolation) {
  const functionsDir = join(folder, "convex");
  mkdirSync(functionsDir, { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  for (const [name, text] of Object.entries(MODULES)) writeFileSync(join(functionsDir, name), text);
  const load = (path: string): Promise<unknown> => import(pathToFileURL(resolve(root, path)).href);
  // Other checkouts have these functions too.
  const { createRuntime } = (await load(
    "packages/convex-local/src/runtime/runtime.ts",
  )) as typeof RuntimeModule;
  const { openDatabase } = (await load(
    "packages/convex-local/src/store/database.ts",
  )) as typeof DatabaseModule;
  const { FileStore } = (await load(
    "packages/convex-local/src/server/files.ts",
  )) as typeof FilesModule;
  const silent = () => undefined;
  const database = openDatabase({ dir: join(folder, "data"), warn: silent });
  const files = new FileStore(join(folder, "files"), "http://cloud", database, silent);
  const urls = { cloudUrl: "http://cloud", siteUrl: "http://site" };
  const runtime = createRuntime({
    ...{ database, functionsDir, files, log: silent, isolation },
    ...urls,
  });
  await runtime.deploy();
  return { runtime, requests: 0, times: new Map<string, number[]>() };
}

function spentMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The CPU time of small mutations in two checkouts, in turns and in one process,
 * so that other load on the machine affects both alike.
 */
export async function compare(root: string, other: string, isolation: Isolation) {
  const folder = mkdtempSync(join(tmpdir(), "bench-compare-"));
  const one = await open(root, join(folder, "one"), isolation);
  const before = await open(other, join(folder, "other"), isolation);
  for (let n = 0; n < ROUNDS; n += 1)
    for (const kind of KINDS)
      for (const side of n % 2 === 0 ? [one, before] : [before, one]) {
        const startedMs = spentMs();
        for (let i = 0; i < PER_ROUND; i += 1) {
          const args = { n: n * PER_ROUND + i };
          const request = { sessionId: "bench", requestId: (side.requests += 1) };
          const { outcome } = await side.runtime.mutation(
            { path: `probe:${kind}`, args, caller: { kind: "nobody" }, client: "bench" },
            request,
          );
          if (!outcome.success) throw new Error(outcome.message);
        }
        const known = side.times.get(kind) ?? [];
        if (n >= WARM_UP_ROUNDS) known.push((spentMs() - startedMs) / PER_ROUND);
        side.times.set(kind, known);
      }
  rmSync(folder, { recursive: true, force: true });
  const medianOf = ({ times }: typeof one, kind: string) => quantile(times.get(kind) ?? [], 0.5);
  return Object.fromEntries(
    KINDS.map((kind) => {
      const [now, then] = [medianOf(one, kind), medianOf(before, kind)];
      const ratio = { "times the other": round(now / then, 2) };
      return [kind, { "ms here": round(now, 3), "ms there": round(then, 3), ...ratio }];
    }),
  );
}
