import { v } from "convex/values";
import { nullable } from "../../../contract/wire";
import { DAY_MS, HOUR_MS } from "../../../contract/time";
import { internal } from "../../_generated/api";
import { internalAction, internalMutation } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../current";
import { summaryOf } from "../../platform/errorSummary";
import { failJob, finishJob } from "../../store/jobs/jobs";
import { storeReport, vReport } from "./reports";

/** How far back reports are fetched: processors keep them for 30 days, and a backfill takes a while. */
const KEPT_MS = 28 * DAY_MS;
/** Reports may be listed a little after they were made. */
const OVERLAP_MS = 2 * HOUR_MS;
/** A backfill that takes longer has a cursor that its processor no longer knows: it begins again. */
const LONGEST_MS = DAY_MS;

/**
 * Fetches reports that never arrived, oldest first. Each run fetches one page of the
 * processor's list and stores its position; the next run continues there. An hourly
 * cron continues after a run that died, and a job after one that failed.
 */
export const fetchMissed = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const processor = currentProcessor();
    if (processor?.kind !== "remote") return null;
    const asked = await ctx.runMutation(internal.payments.charges.missedReports.resume, {});
    let page;
    try {
      page = await processor.listEvents(asked.since, asked.cursor);
    } catch (error) {
      const failure = { error: summaryOf(error) };
      await ctx.runMutation(internal.payments.charges.missedReports.noteFailure, failure);
      return null;
    }
    const stored = { cursor: asked.cursor, ...page };
    await ctx.runMutation(internal.payments.charges.missedReports.storePage, stored);
    return null;
  },
});

const vAsked = v.object({ since: v.number(), cursor: nullable(v.string()) });

/** Returns the position of a running backfill, or starts a new one. */
export const resume = internalMutation({
  args: {},
  returns: vAsked,
  handler: async (ctx): Promise<typeof vAsked.type> => {
    const row = await readBackfill(ctx);
    const now = Date.now();
    if (row?.running && now - row.running.began_at < LONGEST_MS) {
      const { since, cursor } = row.running;
      return { since, cursor };
    }
    const kept = now - KEPT_MS;
    if (row && row.read_until < kept) {
      console.error(JSON.stringify({ event: "payment_reports_expired", since: row.read_until }));
    }
    const since = Math.max(row?.read_until ?? 0, kept) - OVERLAP_MS;
    const running = { since, began_at: now, cursor: null };
    if (row) await ctx.db.patch("reportBackfill", row._id, { running });
    else await ctx.db.insert("reportBackfill", { read_until: kept, running });
    return { since, cursor: null };
  },
});

/**
 * Stores a page and the next position together. If another run has stored the page,
 * it changes nothing.
 */
export const storePage = internalMutation({
  args: {
    cursor: nullable(v.string()),
    events: v.array(vReport),
    /** Null: this is the last page. */
    next: nullable(v.string()),
  },
  returns: v.null(),
  handler: async (ctx, { cursor, events, next }): Promise<null> => {
    const row = await readBackfill(ctx);
    if (!row?.running || row.running.cursor !== cursor) return null;
    for (const event of events) await storeReport(ctx, event);
    await finishJob(ctx, "backfill", "");
    if (next === null) {
      const read_until = row.running.began_at;
      await ctx.db.patch("reportBackfill", row._id, { read_until, running: undefined });
      return null;
    }
    const running = { ...row.running, cursor: next };
    await ctx.db.patch("reportBackfill", row._id, { running });
    await ctx.scheduler.runAfter(0, internal.payments.charges.missedReports.fetchMissed, {});
    return null;
  },
});

/** Stores that listing reports failed. A job retries it, but some errors need an operator. */
export const noteFailure = internalMutation({
  args: { error: v.string() },
  returns: v.null(),
  handler: async (ctx, { error }): Promise<null> => {
    await failJob(ctx, "backfill", "", error);
    return null;
  },
});

async function readBackfill(ctx: QueryCtx) {
  return await ctx.db.query("reportBackfill").unique();
}
