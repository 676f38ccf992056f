import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { isRemote } from "./client";
import { deleteOldIntents, reconcileIntents } from "./intents";
import { refreshActive } from "./entitlementCache";
import { deleteOldUses, resendUses } from "./outbox";

/** Resumes interrupted calls, refreshes active customers, and deletes old settled rows. */
export const refreshAll = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    if (!isRemote()) return 0;
    const now = Date.now();
    return (
      (await reconcileIntents(ctx, now)) +
      (await resendUses(ctx, now)) +
      (await refreshActive(ctx, now)) +
      (await deleteOldIntents(ctx, now)) +
      (await deleteOldUses(ctx, now))
    );
  },
});
