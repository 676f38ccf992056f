import type { MutationCtx } from "../../_generated/server";
import type { Balance } from "../../rules/model";
import { balanceNoticeOf, noticeOf } from "../../rules/notices";
import type { CustomerState } from "../customers/customerState";
import { emitOnce } from "./emit";

/** Emits what customers hear of dates that are near. Once for each date. */
export async function tellNotices(
  ctx: MutationCtx,
  { customer, subscriptions, now: at }: CustomerState,
): Promise<void> {
  for (const row of subscriptions) {
    const notice = noticeOf(row, at);
    if (!notice) continue;
    const about = { product_id: row.product.id, entity_id: row.entity_id };
    const cause = `${row.id}:${notice.at}`;
    if (notice.type === "trial.ending") {
      const fields = { ...about, ends_at: notice.at };
      await emitOnce(ctx, customer._id, { type: notice.type, fields, at, cause });
    } else {
      const fields = { ...about, renews_at: notice.at };
      await emitOnce(ctx, customer._id, { type: notice.type, fields, at, cause });
    }
  }
}

/** Emits that balances became low, or were used up: once in a period of the feature. */
export async function tellBalances(
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
