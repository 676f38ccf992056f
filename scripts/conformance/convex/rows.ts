import {
  internalMutationGeneric,
  internalQueryGeneric,
  makeFunctionReference,
  mutationGeneric,
  paginationOptsValidator,
  queryGeneric,
  type GenericDatabaseReader,
  type GenericDatabaseWriter,
} from "convex/server";
import type { DataModelFromSchemaDefinition } from "convex/server";
import { ConvexError, v, type Value } from "convex/values";
import type schema from "./schema";

type Model = DataModelFromSchemaDefinition<typeof schema>;
type Writer = GenericDatabaseWriter<Model>;

const ofRun = (db: GenericDatabaseReader<Model>, run: string) =>
  db.query("rows").withIndex("by_run", (q) => q.eq("run", run));

const run = v.string();

export const add = mutationGeneric({
  args: { run, ranks: v.array(v.number()), value: v.optional(v.any()) },
  handler: async ({ db }, { ranks, ...row }) => {
    for (const rank of ranks) await (db as Writer).insert("rows", { ...row, rank });
  },
});

export const addThenThrow = mutationGeneric({
  args: { run },
  handler: async ({ db }, args) => {
    await (db as Writer).insert("rows", { ...args, rank: 0 });
    throw new ConvexError({ code: "on purpose", run: args.run });
  },
});

const failing = makeFunctionReference<"mutation", { run: string }>("rows:addThenThrow");

export const surviveFailure = mutationGeneric({
  args: { run },
  handler: async ({ db, runMutation }, args) => {
    await runMutation(failing, args).catch(() => null);
    await (db as Writer).insert("rows", { ...args, rank: 1 });
  },
});

export const list = queryGeneric({
  args: { run },
  handler: async ({ db }, args) =>
    (await ofRun(db as Writer, args.run).collect()).map(({ rank }) => rank),
});

export const page = queryGeneric({
  args: {
    run,
    order: v.union(v.literal("asc"), v.literal("desc")),
    paginationOpts: paginationOptsValidator,
  },
  handler: ({ db }, { order, paginationOpts, ...args }) =>
    ofRun(db as Writer, args.run)
      .order(order)
      .paginate(paginationOpts),
});

/** Computed filters: the ranks whose double, minus one, is more than this. */
export const doubled = queryGeneric({
  args: { run, above: v.number() },
  handler: async ({ db }, { above, ...args }) => {
    const rows = await ofRun(db as Writer, args.run)
      .filter((q) => q.gt(q.sub(q.mul(q.field("rank"), 2), 1), above))
      .collect();
    return rows.map(({ rank }) => rank);
  },
});

export const secret = internalQueryGeneric({ args: {}, handler: () => "secret" });
export const echo = queryGeneric({
  args: { value: v.any() },
  handler: (_, { value }) => value as Value,
});
export const typed = queryGeneric({
  args: { value: v.number() },
  handler: (_, { value }) => value,
});
export const large = queryGeneric({
  args: { bytes: v.number() },
  handler: (_, { bytes }) => "x".repeat(bytes),
});
export const siteUrl = queryGeneric({ args: {}, handler: () => process.env["CONVEX_SITE_URL"] });

/** Reads this many ranges of an index. */
export const ranges = queryGeneric({
  args: { run, count: v.number() },
  handler: async ({ db }, { count, ...args }) => {
    for (let rank = 0; rank < count; rank += 1)
      await (db as Writer)
        .query("rows")
        .withIndex("by_run", (q) => q.eq("run", args.run).eq("rank", rank))
        .first();
    return count;
  },
});

export const count = internalQueryGeneric({
  args: { run },
  handler: async ({ db }, args) => (await ofRun(db as Writer, args.run).collect()).length,
});
const countOf = makeFunctionReference<"query", { run: string }, number>("rows:count");

/** The number of rows after one more insert: current, and in the snapshot of the start. */
export const stale = mutationGeneric({
  args: { run },
  handler: async ({ db, runQuery }, args) => {
    await (db as Writer).insert("rows", { ...args, rank: 0 });
    return {
      own: await runQuery(countOf, args),
      stale: await runQuery(countOf, args, { useStaleSnapshot: true }),
    };
  },
});

/** Whether two nested inserts fit, when the limits allow one. */
export const insertTwo = internalMutationGeneric({
  args: { run },
  handler: async ({ db }, args) => {
    for (const rank of [1, 2]) await (db as Writer).insert("rows", { ...args, rank });
  },
});
const two = makeFunctionReference<"mutation", { run: string }>("rows:insertTwo");

export const limited = mutationGeneric({
  args: { run, most: v.number() },
  handler: async ({ runMutation, meta }, { most, ...args }) => {
    const isDone = await runMutation(two, args, {
      transactionLimits: { documentsWritten: most },
    }).then(
      () => true,
      () => false,
    );
    const { documentsWritten } = await meta.getTransactionMetrics();
    return { isDone, used: documentsWritten.used };
  },
});

export const commit = mutationGeneric({
  args: { run },
  returns: v.commitTs(),
  handler: async (ctx, args) => {
    const db = ctx.db as Writer;
    await db.insert("commits", { ...args, at: db.vars.commitTs });
    return db.vars.commitTs;
  },
});

export const commits = queryGeneric({
  args: { run },
  handler: async ({ db }, args) => {
    const found = await (db as Writer)
      .query("commits")
      .withIndex("by_run", (q) => q.eq("run", args.run))
      .collect();
    return found.map(({ at }) => at);
  },
});

const addLater = makeFunctionReference<"mutation", { run: string; ranks: number[] }>("rows:add");

export const schedule = mutationGeneric({
  args: { run, rank: v.number(), delayMs: v.number() },
  handler: ({ scheduler }, { rank, delayMs, ...args }) =>
    scheduler.runAfter(delayMs, addLater, { ...args, ranks: [rank] }),
});

export const scheduleMany = mutationGeneric({
  args: { run, count: v.number() },
  handler: async ({ scheduler }, { count, ...args }) => {
    for (let at = 0; at < count; at += 1)
      await scheduler.cancel(await scheduler.runAfter(3_600_000, addLater, { ...args, ranks: [] }));
  },
});

export const cancel = mutationGeneric({
  args: { id: v.id("_scheduled_functions") },
  handler: ({ scheduler }, { id }) => scheduler.cancel(id),
});

export const jobState = queryGeneric({
  args: { id: v.id("_scheduled_functions") },
  handler: async ({ db }, { id }) => (await db.system.get("_scheduled_functions", id))?.state.kind,
});
