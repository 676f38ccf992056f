import { fail, ok } from "../../../contract/errors";
import type { OperationResult, WireParams } from "../../../contract/operations";
import type { Query } from "../../../contract/usageResponses";
import type { QueryCtx } from "../../_generated/server";
import { viewCustomer } from "../customers/customers";
import type { CustomerState } from "../../store/customers/customerState";
import { binsOf } from "../../rules/balances/usageBuckets";
import type { Total } from "../../rules/balances/usageBuckets";
import { isGranting, isTrialing } from "../../rules/subscriptions/currentProducts";
import { fromMicros } from "../../rules/money/money";
import { periodAt } from "../../rules/periods/periods";
import type { Period } from "../../rules/periods/periods";
import { isFree, longestInterval } from "../../rules/products/product";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { listTotals } from "../../store/balances/usageTotals";

const MAX_FEATURES = 20;

/**
 * Use over time, by the hour or by the day in UTC; bins without use are 0.
 *
 * @returns Failures: `invalid_inputs`, `feature_not_found`, `customer_not_found`.
 */
export async function queryUsage(
  ctx: QueryCtx,
  params: WireParams<"query">,
  now: number,
): Promise<OperationResult<"query">> {
  const { customer_id: customerId, feature_id: asked, range = "last_cycle" } = params;
  const ids = [...new Set(Array.isArray(asked) ? asked : [asked])];
  if (ids.length === 0 || ids.length > MAX_FEATURES) {
    return fail("invalid_inputs", `Name 1 to ${MAX_FEATURES} features`);
  }
  const customerState = await viewCustomer(ctx, customerId, now);
  if (!customerState) return fail("customer_not_found", `Customer ${customerId} not found`, 404);
  const { customer, catalogue } = customerState;
  const unknown = ids.find((id) => !catalogue.features.has(id));
  if (unknown !== undefined) return fail("feature_not_found", `Feature ${unknown} not found`, 404);
  const { bin, starts } = binsOf(range, customerState.now, cycleOf(customerState, ids));
  const [from = 0] = starts;
  const window = { bin, from, to: customerState.now };
  const rows = new Map(starts.map((period): [number, Row] => [period, { period }]));
  const total: Query["total"] = {};
  for (const id of ids) {
    total[id] = fillIn(rows, id, await listTotals(ctx, customer._id, id, window));
  }
  return ok({ list: [...rows.values()], total });
}

type Row = Query["list"][number];

/** Writes one feature's sums into the rows, 0 where there are none, and adds them up. */
function fillIn(
  rows: ReadonlyMap<number, Row>,
  id: string,
  totals: readonly Total[],
): Query["total"][string] {
  const sums = new Map<number, number>();
  for (const { starts_at: at, sum } of totals) sums.set(at, (sums.get(at) ?? 0) + sum);
  for (const [period, row] of rows) row[id] = fromMicros(sums.get(period) ?? 0);
  return {
    count: totals.reduce((all, { count }) => all + count, 0),
    sum: fromMicros(totals.reduce((all, { sum }) => all + sum, 0)),
  };
}

/** The current billing period; without one, the features' own reset period. */
function cycleOf(
  { subscriptions, balanceRows, now }: CustomerState,
  ids: readonly string[],
): Period | null {
  for (const row of subscriptions) {
    const period = isGranting(row, now) ? paidPeriod(row, now) : null;
    if (period) return period;
  }
  for (const { feature_id: id, anchor, interval, interval_count: count } of balanceRows) {
    if (interval !== null && ids.includes(id)) return periodAt(anchor, interval, count, now);
  }
  return null;
}

function paidPeriod(row: SubscriptionRow, now: number): Period | null {
  const longest = longestInterval(row.product);
  if (isFree(row.product) || longest === null) return null;
  if (isTrialing(row, now) && row.trial_ends_at !== null) {
    return { start: row.starts_at, end: row.trial_ends_at };
  }
  return periodAt(row.anchor, longest.interval, longest.count, now);
}
