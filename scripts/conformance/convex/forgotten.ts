import {
  actionGeneric,
  makeFunctionReference,
  mutationGeneric,
  queryGeneric,
  type GenericDatabaseWriter,
} from "convex/server";
import type { DataModelFromSchemaDefinition } from "convex/server";
import { v } from "convex/values";
import type schema from "./schema";

type Writer = GenericDatabaseWriter<DataModelFromSchemaDefinition<typeof schema>>;

const missing = makeFunctionReference<"query">("forgotten:missing");
const present = makeFunctionReference<"query">("rows:siteUrl");

interface Caller {
  runQuery: (path: typeof missing, args: object) => Promise<unknown>;
}

async function fail(): Promise<never> {
  await Promise.resolve();
  throw new Error("forgotten");
}

/** Promises that reject, and that no code awaits or handles in time. */
const FORGET = {
  bare: () => void Promise.reject(new Error("forgotten")),
  helper: () => void fail(),
  call: async ({ runQuery }: Caller) => {
    void runQuery(missing, {});
    await runQuery(present, {});
  },
};

const how = v.union(v.literal("bare"), v.literal("helper"), v.literal("call"));

export const query = queryGeneric({
  args: { how },
  handler: async (ctx, args) => await FORGET[args.how](ctx),
});

export const mutation = mutationGeneric({
  args: { how, run: v.string() },
  handler: async (ctx, args) => {
    await (ctx.db as Writer).insert("rows", { run: args.run, rank: 0 });
    await FORGET[args.how](ctx);
  },
});

export const action = actionGeneric({
  args: { how },
  handler: async (ctx, args) => await FORGET[args.how](ctx),
});

const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));
const LONG_MS = 2_000;

const IN_TIMER = {
  rejects: () => void fail(),
  throws: () => {
    throw new Error("forgotten");
  },
};

export const timer = actionGeneric({
  args: { how: v.union(v.literal("rejects"), v.literal("throws")) },
  handler: async (_, { how }) => {
    setTimeout(IN_TIMER[how], 0);
    await sleep(LONG_MS);
  },
});

export const handled = mutationGeneric({
  args: { run: v.string() },
  handler: async (ctx, { run }) => {
    const late = Promise.reject(new Error("handled"));
    await Promise.resolve();
    await late.catch(() => null);
    await Promise.allSettled([fail(), fail()]);
    await ctx.runQuery(missing, {}).catch(() => null);
    await (ctx.db as Writer).insert("rows", { run, rank: 1 });
  },
});
