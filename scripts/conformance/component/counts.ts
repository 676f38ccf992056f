import { mutationGeneric, queryGeneric } from "convex/server";
import type { DataModelFromSchemaDefinition, FunctionHandle } from "convex/server";
import type { GenericDatabaseReader, GenericDatabaseWriter } from "convex/server";
import { v } from "convex/values";
import type schema from "./schema";

type Model = DataModelFromSchemaDefinition<typeof schema>;

export const add = mutationGeneric({
  args: { run: v.string(), fails: v.boolean() },
  returns: v.string(),
  handler: async ({ db }, { run, fails }) => {
    const id = await (db as GenericDatabaseWriter<Model>).insert("counts", { run });
    if (fails) throw new Error("on purpose");
    return id;
  },
});

export const count = queryGeneric({
  args: { run: v.string() },
  handler: async ({ db }, { run }) => {
    const found = await (db as GenericDatabaseReader<Model>)
      .query("counts")
      .withIndex("by_run", (q) => q.eq("run", run))
      .collect();
    return found.length;
  },
});

/** Calls a function handle of the app. */
export const callBack = mutationGeneric({
  args: { run: v.string(), handle: v.string() },
  returns: v.null(),
  handler: async ({ runMutation }, { run, handle }) => {
    type Add = FunctionHandle<"mutation", { run: string; ranks: number[] }>;
    await runMutation(handle as Add, { run, ranks: [7] });
    return null;
  },
});
