import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalMutation } from "../_generated/server";
import { voidDraft } from "../operations/invoices/drafts";
import { BILLING_SETTINGS } from "../rules/billingSettings";
import { DAY_MS } from "../../contract/time";

/** How long first answers, closed intents and rows of hosted pages are kept. */
const RETENTION_MS = BILLING_SETTINGS.retention_days * DAY_MS;
const BATCH = 100;

/**
 * Deletes rows after their retention period. Continues until nothing is left.
 *
 * @returns How many rows this batch deleted.
 */
export const deleteOld = internalMutation({
  args: {},
  returns: v.number(),
  handler: async (ctx): Promise<number> => {
    const before = Date.now() - RETENTION_MS;
    const keys = await ctx.db
      .query("idempotencyKeys")
      .withIndex("by_created_at", (q) => q.lt("created_at", before))
      .take(BATCH);
    for (const { _id } of keys) await ctx.db.delete("idempotencyKeys", _id);
    const intents = await ctx.db
      .query("intents")
      .withIndex("by_expires_at", (q) => q.lt("expires_at", before))
      .take(BATCH);
    for (const { _id } of intents) {
      await voidDraft(ctx, _id);
      await ctx.db.delete("intents", _id);
    }
    const portals = await ctx.db
      .query("portalSessions")
      .withIndex("by_expires_at", (q) => q.lt("expires_at", before))
      .take(BATCH);
    for (const { _id } of portals) await ctx.db.delete("portalSessions", _id);
    const challenges = await ctx.db
      .query("challenges")
      .withIndex("by_creation_time", (q) => q.lt("_creationTime", before))
      .take(BATCH);
    for (const { _id } of challenges) await ctx.db.delete("challenges", _id);
    const grants = await ctx.db
      .query("usedGrants")
      .withIndex("by_until", (q) => q.lt("until", before))
      .take(BATCH);
    for (const { _id } of grants) await ctx.db.delete("usedGrants", _id);
    const batches = [keys, intents, portals, challenges, grants];
    if (batches.some(({ length }) => length === BATCH)) {
      await ctx.scheduler.runAfter(0, internal.lifecycle.retention.deleteOld, {});
    }
    return batches.reduce((sum, { length }) => sum + length, 0);
  },
});
