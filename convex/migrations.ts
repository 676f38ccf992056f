import { Migrations } from "@convex-dev/migrations";
import { getFunctionName } from "convex/server";
import { v } from "convex/values";
import { searchTextOf } from "./community/artworks/model";
import { ensureFollowCounts } from "./community/relationships/followCounts";
import { usernameSkeletonOf } from "./contract/usernames";
import { nullable } from "../packages/billing/src/contract";
import { components, internal } from "./_generated/api";
import type { DataModel } from "./_generated/dataModel";
import { internalMutation, internalQuery } from "./_generated/server";
import schema from "./schema";
import { ensureNotificationCounts } from "./community/notifications/model";

/**
 * Migrations of stored data. Each runs once per deployment, batch after batch, while the site runs:
 * code can read rows that are not migrated yet. A change of the schema adds one here, and its name
 * to the list below.
 */
const migrations = new Migrations<DataModel, typeof schema>(components.migrations, { schema });

/** Moves the follow counts of a profile out of its row. */
export const moveFollowCounts = migrations.define({
  table: "profiles",
  migrateOne: async (ctx, { _id }) => void (await ensureFollowCounts(ctx, _id)),
});

/**
 * Stores how many notifications a member has not read. One member may read seven
 * hundred index ranges.
 */
export const countNotices = migrations.define({
  table: "profiles",
  batchSize: 5,
  migrateOne: async (ctx, { _id }) => void (await ensureNotificationCounts(ctx, _id)),
});

/** Finds works by the name of their artist. */
export const nameArtistsInSearch = migrations.define({
  table: "artworks",
  migrateOne: async (ctx, artwork) => {
    const artist = await ctx.db.get("profiles", artwork.profileId);
    return artist ? { searchText: searchTextOf(artwork, artist) } : undefined;
  },
});

/** Finds members by the skeleton of their username, which lookalikes share. */
export const foldProfileUsernames = migrations.define({
  table: "profiles",
  migrateOne: (_ctx, row) => foldedName(row),
});

/** The same for sign-in names. */
export const foldAccountUsernames = migrations.define({
  table: "accounts",
  migrateOne: (_ctx, row) => foldedName(row),
});

/** The same for former usernames. */
export const foldFormerUsernames = migrations.define({
  table: "formerUsernames",
  migrateOne: (_ctx, row) => foldedName(row),
});

function foldedName({ usernameKey }: { usernameKey: string }) {
  return { usernameSkeleton: usernameSkeletonOf(usernameKey) };
}

/** Oldest first. */
const NAMES: readonly string[] = [
  internal.migrations.moveFollowCounts,
  internal.migrations.countNotices,
  internal.migrations.nameArtistsInSearch,
  internal.migrations.foldProfileUsernames,
  internal.migrations.foldAccountUsernames,
  internal.migrations.foldFormerUsernames,
].map((migration) => getFunctionName(migration));

const STATES = ["inProgress", "success", "failed", "canceled", "unknown"] as const;

/** Runs the named migration, and then those in `next`. */
export const run = migrations.runner();

/** Runs pending migrations. Continues where it was interrupted. */
export const runAll = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const found = await migrations.getStatus(ctx, { migrations: [...NAMES] });
    const done = new Set(found.filter(({ isDone }) => isDone).map(({ name }) => name));
    // Runs the first batch of the first one here, and clears its earlier failure.
    const [fn, ...next] = NAMES.filter((name) => !done.has(name));
    if (fn !== undefined) await ctx.runMutation(internal.migrations.run, { fn, next });
    return null;
  },
});

/** The progress of each migration, oldest first. */
export const progress = internalQuery({
  args: {},
  returns: v.array(
    v.object({
      name: v.string(),
      state: v.union(...STATES.map((state) => v.literal(state))),
      /** Documents read. */
      processed: v.number(),
      /** Why it failed; null if it did not. */
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
