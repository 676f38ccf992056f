import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import { isRemote } from "./client";
import { deleteOldIntents, reconcileIntents } from "./intents";
import { refreshActive } from "./entitlementCache";
import { deleteOldUses, resendUses } from "./outbox";

/** Takes up what was cut off, asks about who is active, and forgets what is long settled. */
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
