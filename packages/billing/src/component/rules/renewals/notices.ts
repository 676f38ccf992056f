import { DAY_MS } from "../../../contract/time";
import { isTrialing } from "../subscriptions/currentProducts";
import type { Balance, FeatureDefinition } from "../model";
import { MICROS_PER_UNIT } from "../model";
import { periodAt } from "../periods/periods";
import { longestInterval } from "../products/product";
import type { SubscriptionRow } from "./schedule";

/** How long before the end of a trial, and before a yearly renewal, the event is emitted. */
export const NOTICE_MS = { trial: 3 * DAY_MS, year: 7 * DAY_MS } as const;
/** A balance is low at this part of the granted amount, if the feature sets no threshold. */
const LOW_PART = 5;

/** An upcoming date that has an event. */
export interface Notice {
  type: "trial.ending" | "renewal.upcoming";
  at: number;
}

/**
 * The notice that is due for a subscription now.
 *
 * @returns Null if no date is near. A canceled subscription has no renewal.
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
 * The event for a feature after a use.
 *
 * @param before - The balances of the feature; `after` likewise.
 * @returns Null if no threshold was passed. Unlimited balances have none.
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
