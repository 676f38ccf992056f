import { v } from "convex/values";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import { internalMutation } from "../_generated/server";
import type { MutationCtx } from "../_generated/server";
import { DAY_MS } from "../../contract/time";
import { nowFor } from "../platform/clock";
import { vPlace, nextBatch } from "../platform/walk";
import { NOTICE_MS } from "../rules/renewals/notices";
import { loadCustomerState } from "../store/customers/customerState";
import { emitOnce } from "../store/events/emit";
import { emitNotices } from "../store/events/notices";

const BATCH = 50;
/** Dates that come within a day of the notice are looked at again: a run may be missed. */
const LOOK_BACK_MS = DAY_MS;

const vLead = v.union(v.literal("trial"), v.literal("year"));

/**
 * Finds subscriptions whose trial ends or whose year renews soon, and emits their
 * events. Each customer has a separate transaction.
 *
 * @returns The number of subscriptions in this batch; the next batch is scheduled
 *   automatically.
 */
export const emitUpcoming = internalMutation({
  args: {
    lead: vLead,
    now: v.optional(v.number()),
    place: v.optional(vPlace),
  },
  returns: v.number(),
  handler: async (ctx, { lead, now = Date.now(), place = null }): Promise<number> => {
    const { emitUpcoming: again, emitOf } = internal.lifecycle.notices;
    const range = renewingBy(ctx, now + NOTICE_MS[lead]);
    const found = await nextBatch(place, BATCH, range, (row) => row.renews_at);
    const near = found.rows.filter((row) => isMeant(row, lead));
    for (const customer of new Set(near.map((row) => row.customer))) {
      await ctx.scheduler.runAfter(0, emitOf, { customer });
    }
    if (found.next) await ctx.scheduler.runAfter(0, again, { lead, now, place: found.next });
    return found.rows.length;
  },
});

/** Emits the notices of one customer, at the customer's own time. */
export const emitOf = internalMutation({
  args: { customer: v.id("customers") },
  returns: v.null(),
  handler: async (ctx, args): Promise<null> => {
    const customer = await ctx.db.get("customers", args.customer);
    if (!customer) return null;
    await emitNotices(ctx, await loadCustomerState(ctx, customer, nowFor(customer)));
    return null;
  },
});

function isMeant(row: Doc<"subscriptions">, lead: typeof vLead.type): boolean {
  const isTrial = row.trial_ends_at !== null && row.trial_ends_at === row.renews_at;
  return row.canceled_at === null && isTrial === (lead === "trial");
}

function renewingBy({ db }: MutationCtx, until: number) {
  const active = () => db.query("subscriptions");
  return {
    same: async ({ at, created }: typeof vPlace.type, size: number) =>
      await active()
        .withIndex("by_status_and_renews_at", (q) =>
          q.eq("status", "active").eq("renews_at", at).gt("_creationTime", created),
        )
        .take(size),
    later: async (after: number | null, size: number) =>
      await active()
        .withIndex("by_status_and_renews_at", (q) =>
          q
            .eq("status", "active")
            .gt("renews_at", after ?? until - LOOK_BACK_MS)
            .lte("renews_at", until),
        )
        .take(size),
  };
}

/** Emits one event for each card that expires at the end of this month. */
export const emitExpiringCards = internalMutation({
  args: { place: v.optional(v.number()) },
  returns: v.number(),
  handler: async (ctx, { place = 0 }): Promise<number> => {
    const today = new Date();
    const [exp_year, exp_month] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
    const cards = await ctx.db
      .query("paymentMethods")
      .withIndex("by_expiry", (q) =>
        q.eq("exp_year", exp_year).eq("exp_month", exp_month).gt("_creationTime", place),
      )
      .take(BATCH);
    for (const { _id, customer, brand, last4 } of cards) {
      const fields = { brand, last4, exp_month, exp_year };
      const event = { type: "card.expiring", fields, at: Date.now(), cause: _id } as const;
      await emitOnce(ctx, customer, event);
    }
    const last = cards.at(-1);
    const { emitExpiringCards: again } = internal.lifecycle.notices;
    if (last && cards.length === BATCH) {
      await ctx.scheduler.runAfter(0, again, { place: last._creationTime });
    }
    return cards.length;
  },
});
