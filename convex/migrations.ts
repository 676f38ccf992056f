import { Migrations } from "@convex-dev/migrations";
import { getFunctionName } from "convex/server";
import { v } from "convex/values";
import { ensureFollowCounts } from "./community/relationships/followCounts";
import { nullable } from "../packages/billing/src/contract";
import { components, internal } from "./_generated/api";
import type { DataModel } from "./_generated/dataModel";
import { internalMutation, internalQuery } from "./_generated/server";
import schema from "./schema";
import { ensureNoticeCounts } from "./community/notifications/model";

/**
 * Changes of stored data. Each runs once in a deployment, batch after batch, while
 * the site runs: code reads what was not changed yet. A change of the schema adds
 * one here, and its name to the list below.
 */
const migrations = new Migrations<DataModel, typeof schema>(components.migrations, { schema });

/** How many follow a profile moves out of its row. */
export const moveFollowCounts = migrations.define({
  table: "profiles",
  migrateOne: async (ctx, { _id }) => void (await ensureFollowCounts(ctx, _id)),
});

/** How many notices a member has not read is stored. One member may be seven hundred ranges. */
export const countNotices = migrations.define({
  table: "profiles",
  batchSize: 5,
  migrateOne: async (ctx, { _id }) => void (await ensureNoticeCounts(ctx, _id)),
});

/** Oldest first. */
const NAMES: readonly string[] = [
  internal.migrations.moveFollowCounts,
  internal.migrations.countNotices,
].map((migration) => getFunctionName(migration));

const STATES = ["inProgress", "success", "failed", "canceled", "unknown"] as const;

/** Runs the migration that is named, and those of `next` after it. */
export const run = migrations.runner();

/** Runs those that have not run yet. It goes on where it was interrupted. */
export const runAll = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const found = await migrations.getStatus(ctx, { migrations: [...NAMES] });
    const done = new Set(found.filter(({ isDone }) => isDone).map(({ name }) => name));
    // The first one runs its first batch here: what it failed with before is forgotten.
    const [fn, ...next] = NAMES.filter((name) => !done.has(name));
    if (fn !== undefined) await ctx.runMutation(internal.migrations.run, { fn, next });
    return null;
  },
});

/** How far each is, oldest first. */
export const progress = internalQuery({
  args: {},
  returns: v.array(
    v.object({
      name: v.string(),
      state: v.union(...STATES.map((state) => v.literal(state))),
      /** Documents looked at. */
      processed: v.number(),
      /** Why it failed; null: it did not. */
      error: nullable(v.string()),
    }),
  ),
  handler: async (ctx) => {
    const found = await migrations.getStatus(ctx, { migrations: [...NAMES] });
    return found
      .map(({ name, state, processed, error = null }) => ({ name, state, processed, error }))
      .toSorted((a, b) => NAMES.indexOf(a.name) - NAMES.indexOf(b.name));
  },
});
