import type { MutationCtx } from "../../_generated/server";
import type { Balance } from "../../rules/model";
import { balanceNoticeOf, noticeOf } from "../../rules/renewals/notices";
import { discountsAt } from "../../rules/discounts/customerDiscounts";
import { applyDiscounts } from "../../rules/discounts/discounts";
import { totalOf } from "../../rules/invoices/invoice";
import { toMajor } from "../../rules/money/money";
import { renewalLines } from "../../rules/renewals/renewal";
import type { SubscriptionRow } from "../../rules/renewals/schedule";
import { upcomingAt } from "../../rules/balances/upcoming";
import { sumUsage } from "../../rules/balances/usage";
import { balancesOf } from "../customers/customerState";
import type { CustomerState } from "../customers/customerState";
import { loadDiscounts } from "../rewards/discounts";
import { emitOnce } from "./emit";

/** Emits events for upcoming dates, once for each date. */
export async function emitNotices(ctx: MutationCtx, state: CustomerState): Promise<void> {
  const { customer, subscriptions, catalogue, now: at } = state;
  const { currency } = catalogue;
  for (const row of subscriptions) {
    const notice = noticeOf(row, at);
    if (!notice) continue;
    const about = { product_id: row.product.id, entity_id: row.entity_id };
    const cause = `${row.id}:${notice.at}`;
    if (notice.type === "trial.ending") {
      const fields = { ...about, ends_at: notice.at };
      await emitOnce(ctx, customer._id, { type: notice.type, fields, at, cause });
    } else {
      const total = toMajor(await renewalMinor(ctx, state, row, notice.at), currency);
      const fields = { ...about, renews_at: notice.at, total, currency };
      await emitOnce(ctx, customer._id, { type: notice.type, fields, at, cause });
    }
  }
}

/** The invoice of a renewal, if nothing changes before. */
async function renewalMinor(
  ctx: MutationCtx,
  state: CustomerState,
  row: SubscriptionRow,
  at: number,
): Promise<number> {
  const { customer, catalogue } = state;
  const { features, currency } = catalogue;
  const { product, anchor, options, pending_lines: waiting = [] } = row;
  const upcoming = upcomingAt(row, at) ?? options;
  const used = sumUsage(balancesOf(state, row));
  const lines = renewalLines({
    ...{ product, options: upcoming, features, currency, anchor, at },
    ...used,
  });
  const discounts = discountsAt(await loadDiscounts(ctx, customer._id), at);
  const sides = { target: product, current: product };
  return totalOf([...applyDiscounts(lines, { ...sides, currency, discounts }), ...waiting]);
}

/** Emits that balances became low, or were used up: once in a period of the feature. */
export async function emitBalances(
  ctx: MutationCtx,
  { customer, catalogue, now: at }: CustomerState,
  entity_id: string | null,
  before: readonly Balance[],
  after: readonly Balance[],
): Promise<void> {
  const moved = after.filter((row, index) => row !== before[index]);
  for (const feature_id of new Set(moved.map((row) => row.feature_id))) {
    const isOf = (row: Balance) => row.feature_id === feature_id;
    const own = after.filter(isOf);
    const feature = catalogue.features.get(feature_id);
    const notice = balanceNoticeOf(feature, before.filter(isOf), own);
    if (!notice) continue;
    const { type, ...amounts } = notice;
    const resets = own.flatMap(({ next_reset_at: next }) => (next === null ? [] : [next]));
    const period = resets.length === 0 ? "once" : Math.min(...resets);
    const cause = `${feature_id}:${entity_id ?? ""}:${period}`;
    const fields = { feature_id, entity_id, ...amounts };
    await emitOnce(ctx, customer._id, { type, fields, at, cause });
  }
}
