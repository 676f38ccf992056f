import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { addToHours, binStart } from "../../rules/balances/usageBuckets";
import type { Bin, Total } from "../../rules/balances/usageBuckets";

/** More bins than any window has; only keeps the read finite. */
const MAX_BINS = 400;

/** Adds an event to the sums of its day and, in the same row, of its hour. */
export async function addToTotals(
  ctx: MutationCtx,
  event: Pick<Doc<"usageEvents">, "customer" | "value" | "timestamp"> & { feature_id: string },
): Promise<void> {
  const { customer, feature_id, value, timestamp } = event;
  const starts_at = binStart(timestamp, "day");
  const [row] = await rowsOf(ctx, customer, feature_id, {
    bin: "day",
    from: starts_at,
    to: starts_at,
  });
  const hours = addToHours(row?.hours ?? [], timestamp, value);
  if (row) {
    const sum = row.sum + value;
    await ctx.db.patch("usageTotals", row._id, { sum, count: row.count + 1, hours });
  } else {
    const day = { bin: "day" as const, starts_at, sum: value, count: 1, hours };
    await ctx.db.insert("usageTotals", { customer, feature_id, ...day });
  }
}

/** The sums of one feature from a bin on. An hour may have two, which add up. */
export async function listTotals(
  ctx: QueryCtx,
  customer: Id<"customers">,
  featureId: string,
  window: { bin: Bin; from: number; to: number },
): Promise<Total[]> {
  const rows = await rowsOf(ctx, customer, featureId, window);
  if (window.bin === "day") return rows;
  // `rows` are hours that were written as rows of their own.
  const from = binStart(window.from, "day");
  const days = await rowsOf(ctx, customer, featureId, { ...window, bin: "day", from });
  const hours = days.flatMap((day) => day.hours ?? []);
  return [...rows, ...hours.filter((hour) => hour.starts_at >= window.from)];
}

async function rowsOf(
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
