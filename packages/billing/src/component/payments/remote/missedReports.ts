import { v } from "convex/values";
import { nullable } from "../../../contract/wire";
import { DAY_MS, HOUR_MS } from "../../../contract/time";
import { internal } from "../../_generated/api";
import { internalAction, internalMutation } from "../../_generated/server";
import type { QueryCtx } from "../../_generated/server";
import { currentProcessor } from "../current";
import { summaryOf } from "../../platform/errorSummary";
import { storeReport, vReport } from "./reports";

/** How far back reports are fetched: processors keep them for 30 days, and a backfill takes a while. */
const KEPT_MS = 28 * DAY_MS;
/** Reports may be listed a little after they were made. */
const OVERLAP_MS = 2 * HOUR_MS;
/** A cron begins it. */
const EVERY_MS = HOUR_MS;
/** A backfill that takes longer has a cursor that its processor no longer knows: it begins again. */
const LONGEST_MS = DAY_MS;

/**
 * Fetches reports that never arrived, oldest first: one page of the processor's list, and then the
 * next in a run of its own. Where it stopped is stored, so the next run goes on there.
 */
export const fetchMissed = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx): Promise<null> => {
    const processor = currentProcessor();
    if (processor?.kind !== "remote") return null;
    const asked = await ctx.runMutation(internal.payments.remote.missedReports.resume, {});
    let page;
    try {
      page = await processor.listEvents(asked.since, asked.cursor);
    } catch (error) {
      const message = summaryOf(error);
      await ctx.runMutation(internal.payments.remote.missedReports.noteFailure, { message });
      throw error;
    }
    const stored = { cursor: asked.cursor, ...page };
    await ctx.runMutation(internal.payments.remote.missedReports.storePage, stored);
    return null;
  },
});

const vAsked = v.object({ since: v.number(), cursor: nullable(v.string()) });

/** Where the backfill goes on; one that has ended begins anew. */
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

/** Stores a page and where to go on, together. A page that another run has stored changes nothing. */
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
    const listed = { failing: undefined };
    if (next === null) {
      const read_until = row.running.began_at;
      await ctx.db.patch("reportBackfill", row._id, { ...listed, read_until, running: undefined });
      return null;
    }
    const running = { ...row.running, cursor: next };
    await ctx.db.patch("reportBackfill", row._id, { ...listed, running });
    await ctx.scheduler.runAfter(0, internal.payments.remote.missedReports.fetchMissed, {});
    return null;
  },
});

/** Shows operators that reports cannot be listed: some errors stay until they act. */
export const noteFailure = internalMutation({
  args: { message: v.string() },
  returns: v.null(),
  handler: async (ctx, { message }): Promise<null> => {
    const row = await readBackfill(ctx);
    if (!row) return null;
    const failures = (row.failing?.failures ?? 0) + 1;
    const failing = { failures, message, next_try_at: Date.now() + EVERY_MS };
    await ctx.db.patch("reportBackfill", row._id, { failing });
    return null;
  },
});

export async function readBackfill(ctx: QueryCtx) {
  return await ctx.db.query("reportBackfill").unique();
}
