import { MAX_UNITS } from "../../../contract/quantity";
import type { Balance, ItemDefinition } from "../model";
import { fromMicros, toMicros } from "../money/money";
import { seatsBeyond, usedUnits } from "../entities/seats";
import { exactAmount } from "../prices/tiers";

/** The most that one balance may owe, in minor units: the sum of several hundred is a safe integer. */
const MAX_OWED_MINOR = 10_000_000_000_000n;

/**
 * Whether a balance's overage can still be counted and billed. A larger amount is
 * refused when it comes in: an invoice that cannot be added up would block its
 * customer for good.
 *
 * @param items - Of the product that granted the balance.
 * @param currency - ISO 4217 code.
 */
export function isBillable(
  balance: Balance,
  items: readonly ItemDefinition[],
  currency: string,
): boolean {
  if (balance.balance < -toMicros(MAX_UNITS)) return false;
  if (!balance.usage_allowed || balance.balance >= 0) return true;
  const item = items.find(
    (row) => row.feature_id === balance.feature_id && row.usage_model === "pay_per_use",
  );
  if (item === undefined) return true;
  // Seats and storage never reset, and are billed by the units in use.
  const units =
    balance.interval === null
      ? seatsBeyond(item, usedUnits(balance))
      : fromMicros(-balance.balance);
  const { numerator, denominator } = exactAmount(item, units, currency);
  return numerator <= MAX_OWED_MINOR * denominator;
}
