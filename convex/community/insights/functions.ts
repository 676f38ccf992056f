import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { fail, ok, vResult } from "../../../packages/billing/src/contract";
import type { Result } from "../../../packages/billing/src/contract";
import { query } from "../../accounts/guarded";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { VIEW_SOURCES, vViewSource } from "../../contract/viewSource";
import { currentDay, dayOf } from "./dailyCounts";
import { billing } from "../../billing";
import { refusals } from "../errors";
import { thumbnailUrl } from "../files/renditions";
import { EMPTY_PAGE, bounded, mapPage } from "../paging";
import { findOwnProfile } from "../profiles/model";

/** Windows in days: the one in every plan, and the one that is a paid feature. */
const vWindow = v.union(v.literal(30), v.literal(90));
type Window = typeof vWindow.type;
/** The longest window, and the one before it. */
export const REMEMBERED_DAYS = 2 * 90;

const counted = { views: v.number(), likes: v.number(), comments: v.number(), follows: v.number() };
const vTotals = v.object(counted);

const vInsights = v.object({
  /** The current day, the last of the window; null on a site without any events. */
  until: v.union(v.number(), v.null()),
  /** Oldest first, without days that have no events. */
  days: v.array(
    v.object({
      /** Days since 1970, in UTC. */
      day: v.number(),
      ...counted,
    }),
  ),
  /** The sums of the previous window; null if the artist was not counted yet when it began. */
  before: v.union(vTotals, v.null()),
  /** The views by source, most first. Older views have no source. */
  sources: v.array(
    v.object({
      source: vViewSource,
      views: v.number(),
      /** The views in the previous window; null if `before` is. */
      before: v.union(v.number(), v.null()),
    }),
  ),
});

/**
 * The events of the caller's works in the last 30 or 90 days, and in as many days before. The
 * 90-day window is a paid feature: without it, `insufficient_balance`.
 */
export const read = query({
  args: { window: vWindow },
  returns: vResult(vInsights),
  handler: async (ctx, { window }): Promise<Result<typeof vInsights.type>> => {
    const artist = await findOwnProfile(ctx);
    if (!artist) return refusals.signedOut();
    const refusal = await refuseWindow(ctx, window);
    if (refusal) return refusal;
    const until = await currentDay(ctx);
    if (until === null) return ok({ until, days: [], before: null, sources: [] });
    const first = await daysOf(ctx, artist).first();
    const rows = await daysOf(ctx, artist, until - 2 * window, until).take(2 * window);
    const [earlier, now] = [
      rows.filter(({ day }) => day <= until - window),
      rows.filter(({ day }) => day > until - window),
    ];
    const isComparable = first !== null && first.day <= until - 2 * window + 1;
    const sources = VIEW_SOURCES.map((source) => {
      const sum = (of: typeof rows) => of.reduce((n, row) => n + (row.sources?.[source] ?? 0), 0);
      return { source, views: sum(now), before: isComparable ? sum(earlier) : null };
    });
    return ok({
      until,
      days: now.map(({ day, ...row }) => ({ day, ...countsOf(row) })),
      before: isComparable ? totalsOf(earlier) : null,
      sources: sources.toSorted((a, b) => b.views - a.views),
    });
  },
});

const vWorkViews = v.object({
  id: v.id("artworks"),
  title: v.string(),
  /** Null if browsers can't show any of its pictures. */
  thumbnailUrl: v.union(v.string(), v.null()),
  views: v.number(),
  /** Views in the previous window; null if it was not published yet when that began. */
  before: v.union(v.number(), v.null()),
});

/** The views of the caller's published works, the newest work first. Empty if `read` refuses. */
export const works = query({
  args: { window: vWindow, paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(vWorkViews),
  handler: async (ctx, { window, paginationOpts }) => {
    const artist = await findOwnProfile(ctx);
    if (!artist || (await refuseWindow(ctx, window))) return EMPTY_PAGE;
    const until = (await currentDay(ctx)) ?? 0;
    const found = await ctx.db
      .query("artworks")
      .withIndex("by_profileId_and_state_and_publishedAt", (q) =>
        q.eq("profileId", artist._id).eq("state", "published"),
      )
      .order("desc")
      .paginate(bounded(paginationOpts));
    return await mapPage(found, async (work) => await toWorkViews(ctx, work, window, until));
  },
});

async function toWorkViews(
  ctx: QueryCtx,
  work: Doc<"artworks">,
  window: Window,
  until: number,
): Promise<typeof vWorkViews.type> {
  const rows = await ctx.db
    .query("workViews")
    .withIndex("by_artworkId_and_day", (q) =>
      q
        .eq("artworkId", work._id)
        .gt("day", until - 2 * window)
        .lte("day", until),
    )
    .take(2 * window);
  const sum = (of: typeof rows) => of.reduce((n, { views }) => n + views, 0);
  const isComparable = dayOf(work.publishedAt) <= until - 2 * window + 1;
  return {
    ...{ id: work._id, title: work.title, thumbnailUrl: await thumbnailUrl(ctx, work) },
    views: sum(rows.filter(({ day }) => day > until - window)),
    before: isComparable ? sum(rows.filter(({ day }) => day <= until - window)) : null,
  };
}

/** An artist's daily counts, oldest first. */
function daysOf(ctx: QueryCtx, { _id }: Doc<"profiles">, after = -1, until = Infinity) {
  return ctx.db
    .query("dailyCounts")
    .withIndex("by_profileId_and_day", (q) =>
      q.eq("profileId", _id).gt("day", after).lte("day", until),
    );
}

type Refusal = Extract<Result<never>, { data: null }>;

/** Null if the caller's plan has this window. */
async function refuseWindow(ctx: QueryCtx, window: Window): Promise<Refusal | null> {
  if (window === 30) return null;
  const need = { featureId: "insights_90" as const };
  const allowed = await billing.allowed(ctx, await billing.me(ctx), need);
  if (allowed.error) return allowed;
  return allowed.data ? null : fail("insufficient_balance", "Your plan shows the last 30 days");
}

type Totals = typeof vTotals.type;

function countsOf({ views, likes, comments, follows }: Totals): Totals {
  return { views, likes, comments, follows };
}

function totalsOf(days: readonly Totals[]): Totals {
  return days.reduce<Totals>(
    (sum, day) => ({
      views: sum.views + day.views,
      likes: sum.likes + day.likes,
      comments: sum.comments + day.comments,
      follows: sum.follows + day.follows,
    }),
    { views: 0, likes: 0, comments: 0, follows: 0 },
  );
}
