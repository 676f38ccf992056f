import { DAY_MS } from "../../contract/time";
import { isTrialing } from "./currentProducts";
import type { Balance, FeatureDefinition } from "./model";
import { MICROS_PER_UNIT } from "./model";
import { periodAt } from "./periods";
import { longestInterval } from "./product";
import type { SubscriptionRow } from "./schedule";

/** How long before the end of a trial, and before a yearly renewal, customers hear of it. */
export const NOTICE_MS = { trial: 3 * DAY_MS, year: 7 * DAY_MS } as const;
/** Low is this part of what was granted, where the feature names no threshold. */
const LOW_PART = 5;

/** A date that a customer hears of before it comes. */
export interface Notice {
  type: "trial.ending" | "renewal.upcoming";
  at: number;
}

/**
 * What a customer hears of a subscription now.
 *
 * @returns Null: nothing is near; a canceled one renews no more.
 */
export function noticeOf(row: SubscriptionRow, now: number): Notice | null {
  if (row.status !== "active" || row.canceled_at !== null || row.renews_at === null) return null;
  if (isTrialing(row, now) && row.trial_ends_at !== null) {
    const isNear = row.trial_ends_at - NOTICE_MS.trial <= now;
    return isNear ? { type: "trial.ending", at: row.trial_ends_at } : null;
  }
  const longest = longestInterval(row.product);
  if (longest?.interval !== "year") return null;
  const { end } = periodAt(row.anchor, longest.interval, longest.count, now);
  return end - NOTICE_MS.year <= now ? { type: "renewal.upcoming", at: end } : null;
}

/** A balance that has become low, or nothing is left of. In feature units. */
export interface BalanceNotice {
  type: "balance.low" | "balance.exhausted";
  balance: number;
  granted: number;
}

/**
 * What a customer hears of a feature that was used.
 *
 * @param before - The balances of the feature; `after` likewise.
 * @returns Null: no threshold was passed. Unlimited balances have none.
 */
export function balanceNoticeOf(
  feature: Pick<FeatureDefinition, "low_balance"> | undefined,
  before: readonly Balance[],
  after: readonly Balance[],
): BalanceNotice | null {
  if (after.length === 0 || after.some(({ unlimited }) => unlimited)) return null;
  const [had, has] = [leftOf(before), leftOf(after)];
  const granted = after.reduce((sum, row) => sum + row.granted, 0);
  const low = feature?.low_balance;
  const threshold = low === undefined ? granted / LOW_PART : low * MICROS_PER_UNIT;
  const amounts = { balance: has / MICROS_PER_UNIT, granted: granted / MICROS_PER_UNIT };
  if (had > 0 && has <= 0) return { type: "balance.exhausted", ...amounts };
  if (had > threshold && has <= threshold) return { type: "balance.low", ...amounts };
  return null;
}

function leftOf(rows: readonly Balance[]): number {
  return rows.reduce((sum, { balance, rollovers }) => {
    return sum + balance + rollovers.reduce((all, rollover) => all + rollover.balance, 0);
  }, 0);
}
