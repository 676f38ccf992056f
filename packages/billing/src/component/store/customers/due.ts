import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { joinProducts } from "./subscriptionRows";
import type { Catalogue } from "../../rules/model";
import { nextStep } from "../../rules/renewals/schedule";
import type { DueStep } from "../../rules/renewals/schedule";

/** A status, one of its times, and the index that sorts by it. Together they cover `nextStep`. */
const TIMES = [
  ["active", "renews_at"],
  ["active", "ended_at"],
  ["past_due", "retry_at"],
  ["past_due", "grace_ends_at"],
  ["past_due", "ended_at"],
  ["scheduled", "starts_at"],
] as const;

/**
 * The first due step of a customer, among the subscriptions of all its entities.
 * Reads one row for each kind of step, however many subscriptions there are.
 *
 * @returns Null when nothing happens by itself.
 */
export async function nextDue(
  ctx: QueryCtx,
  customer: Id<"customers">,
  catalogue: Catalogue,
): Promise<DueStep | null> {
  const firsts = await Promise.all(TIMES.map((time) => firstOf(ctx, customer, time)));
  const rows = new Map(firsts.filter((row) => row !== null).map((row) => [row._id, row]));
  return nextStep(await joinProducts(ctx, catalogue, [...rows.values()]));
}

async function firstOf(
  ctx: QueryCtx,
  customer: Id<"customers">,
  [status, time]: (typeof TIMES)[number],
): Promise<Doc<"subscriptions"> | null> {
  // Each time has an index of its name; TypeScript can check one of them, not their union.
  const index = `by_customer_and_status_and_${time}` as "by_customer_and_status_and_renews_at";
  return await ctx.db
    .query("subscriptions")
    .withIndex(index, (q) =>
      q
        .eq("customer", customer)
        .eq("status", status)
        .gt(time as "renews_at", 0),
    )
    .first();
}
