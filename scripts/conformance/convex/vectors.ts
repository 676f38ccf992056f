import {
  actionGeneric,
  mutationGeneric,
  type DataModelFromSchemaDefinition,
  type GenericActionCtx,
  type GenericDatabaseWriter,
} from "convex/server";
import { v } from "convex/values";
import type schema from "./schema";

type Model = DataModelFromSchemaDefinition<typeof schema>;

const run = v.string();
const vector = v.array(v.float64());

export const add = mutationGeneric({
  args: { run, vector },
  handler: ({ db }, row) => (db as GenericDatabaseWriter<Model>).insert("vectors", row),
});

export const search = actionGeneric({
  args: { run, vector, limit: v.number() },
  handler: (ctx, { run: wanted, ...query }) =>
    (ctx as unknown as GenericActionCtx<Model>).vectorSearch("vectors", "by_vector", {
      ...query,
      filter: (q) => q.eq("run", wanted),
    }),
});
