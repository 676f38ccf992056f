import { v } from "convex/values";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { isRemote } from "./client";
import { deleteOldIntents } from "./intents";
import { refreshActive } from "./entitlementCache";
import { deleteOldUses, resendUses } from "./outbox";

/** Resumes interrupted reports, refreshes active customers, and deletes old settled rows. */
export const refreshAll = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => await resumeRemote(ctx, Date.now()),
});

/** @returns The number of due rows; 0 without a remote provider. */
export async function resumeRemote(ctx: MutationCtx, now: number): Promise<number> {
  if (!isRemote()) return 0;
  return (
    (await resendUses(ctx, now)) +
    (await refreshActive(ctx, now)) +
    (await deleteOldIntents(ctx, now)) +
    (await deleteOldUses(ctx, now))
  );
}
