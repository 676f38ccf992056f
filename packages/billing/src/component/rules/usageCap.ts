import type { NewBalance } from "./model";

type Limited = Pick<NewBalance, "granted" | "usage_allowed" | "usage_limit">;

/** Whether usage beyond the grant (overage) is allowed without a limit. */
export function hasOpenOverage({ usage_allowed, usage_limit }: Limited): boolean {
  return usage_allowed && usage_limit === null;
}

/**
 * The most that may be used of a balance: its grant, or with overage its usage limit.
 *
 * @returns Micros; Infinity if overage has no limit.
 */
export function usageCap(balance: Limited): number {
  if (!balance.usage_allowed) return balance.granted;
  return balance.usage_limit ?? Infinity;
}
