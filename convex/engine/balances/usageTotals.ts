import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { binStart } from "../rules/bins";
import type { Bin } from "../rules/bins";

const BINS: readonly Bin[] = ["hour", "day"];
/** More bins than any window has; only keeps the read finite. */
const MAX_BINS = 400;

/** Adds an event to the sums of its hour and of its day. */
export async function addToTotals(
  ctx: MutationCtx,
  event: Pick<Doc<"usageEvents">, "customer" | "value" | "timestamp"> & { feature_id: string },
): Promise<void> {
  const { customer, feature_id, value, timestamp } = event;
  for (const bin of BINS) {
    const starts_at = binStart(timestamp, bin);
    const row = await ctx.db
      .query("usageTotals")
      .withIndex("by_customer_and_feature_id_and_bin_and_starts_at", (q) =>
        q
          .eq("customer", customer)
          .eq("feature_id", feature_id)
          .eq("bin", bin)
          .eq("starts_at", starts_at),
      )
      .unique();
    if (row) {
      const sum = row.sum + value;
      await ctx.db.patch("usageTotals", row._id, { sum, count: row.count + 1 });
    } else {
      const total = { customer, feature_id, bin, starts_at, sum: value, count: 1 };
      await ctx.db.insert("usageTotals", total);
    }
  }
}

/** The sums of one feature from a bin on, oldest first. */
export async function listTotals(
  ctx: QueryCtx,
  customer: Id<"customers">,
  featureId: string,
  { bin, from, to }: { bin: Bin; from: number; to: number },
): Promise<Doc<"usageTotals">[]> {
  return await ctx.db
    .query("usageTotals")
    .withIndex("by_customer_and_feature_id_and_bin_and_starts_at", (q) =>
      q
        .eq("customer", customer)
        .eq("feature_id", featureId)
        .eq("bin", bin)
        .gte("starts_at", from)
        .lte("starts_at", to),
    )
    .take(MAX_BINS);
}
